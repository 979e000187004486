// SPDX-License-Identifier: Apache-2.0
//
// The bind half of a context: shapes to plan, plan to memory, memory to
// table. Nothing of the context changes until the step before succeeded.
#include "runtime/core/Context.h"

#include <algorithm>

namespace tenon::runtime {

namespace {

/// Shapes whose plans a context remembers: a plan is some kilobytes, and
/// servers meet the same few dozen shapes again and again.
constexpr size_t kMaxPlans = 32;

} // namespace

Status Context::settle() {
  isSettled = false;
  TENON_TRY(checkReady());
  TENON_TRY(choosePlan());
  TENON_TRY(checkOutputs());
  TENON_TRY(placeMemory());
  TENON_TRY(queue->prepare(plan->maxParts));
  fillTable();
  isSettled = true;
  ++numBinds;
  return {};
}

Status Context::checkReady() const {
  for (size_t i = 0; i < inputs.size(); ++i)
    if (!inputs[i].hasShape)
      return {Code::notReady, "input '" + program.inputs[i].name +
                                  "' has not been set; it takes " +
                                  describePort(program, program.inputs[i])};
  return {};
}

Status Context::choosePlan() {
  plan = nullptr;
  std::vector<std::vector<int64_t>> shapes;
  for (const PortState &input : inputs)
    shapes.push_back(input.dims);
  std::vector<int64_t> symbols = findSymbols(program, shapes);
  auto isIt = [&](const std::unique_ptr<BoundPlan> &known) {
    return known->symbols == symbols;
  };
  auto place = std::find_if(plans.begin(), plans.end(), isIt);
  // Equal symbols say nothing about inputs whose dimensions are computed from
  // them, so those are compared each time.
  Result<std::vector<int64_t>> values = bindValues(program, symbols, shapes);
  if (!values.ok())
    return values.status();
  if (place == plans.end()) {
    Result<BoundPlan> made =
        makeBoundPlan(program, roots, *values, options.threads);
    if (!made.ok())
      return made.status();
    if (plans.size() == kMaxPlans)
      plans.pop_back();
    place = plans.insert(plans.end(),
                         std::make_unique<BoundPlan>(std::move(*made)));
    (*place)->symbols = std::move(symbols);
  }
  std::rotate(plans.begin(), place, place + 1);
  plan = plans.front().get();
  return {};
}

Status Context::checkOutputs() const {
  for (size_t i = 0; i < outputs.size(); ++i) {
    auto needed = static_cast<uint64_t>(plan->outputs[i].bytes);
    if (outputs[i].given && outputs[i].givenBytes < needed)
      return {Code::badShape,
              "output '" + program.outputs[i].name + "' needs " +
                  std::to_string(needed) +
                  " bytes at these shapes, and its "
                  "buffer has " +
                  std::to_string(outputs[i].givenBytes) +
                  "; give a larger one, or NULL for one of the runtime's"};
  }
  return {};
}

Status Context::placeMemory() {
  std::vector<format::Lifetime> owned, in, out;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (needsStaging(program.inputs[i], inputs[i].given))
      in.push_back({plan->inputs[i].bytes, 0, 0});
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (!outputs[i].given)
      owned.push_back({plan->outputs[i].bytes, 0, 0});
    if (needsStaging(program.outputs[i], outputs[i].given))
      out.push_back({plan->outputs[i].bytes, 0, 0});
  }
  // Everything in a block lives at once; the planner keeps it apart and
  // staggered.
  auto ownPlan = format::planMemory(owned);
  auto inPlan = format::planMemory(in);
  auto outPlan = format::planMemory(out);
  if (!ownPlan || !inPlan || !outPlan)
    return {Code::badShape, "at these shapes inputs and outputs add up to "
                            "more than 2^63 bytes; give other dimensions"};
  TENON_TRY(memory.fit({plan->arenaBytes, ownPlan->peakBytes, inPlan->peakBytes,
                        outPlan->peakBytes}));
  ownOutputs = std::move(*ownPlan);
  stagedIn = std::move(*inPlan);
  stagedOut = std::move(*outPlan);
  return {};
}

/// Gives each staged input its place; says where the kernels read each.
void Context::placeInputs(std::vector<std::byte *> &addresses) {
  size_t numStaged = 0;
  for (size_t i = 0; i < inputs.size(); ++i) {
    PortState &input = inputs[i];
    input.staged = nullptr;
    if (needsStaging(program.inputs[i], input.given))
      input.staged =
          orDummy(memory.stagedInputs().data()) + stagedIn.offsets[numStaged++];
    if (input.buffer != format::kNone)
      addresses[input.buffer] =
          input.staged ? input.staged : orDummy(input.given);
  }
}

/// The same for outputs, the context's own among them.
void Context::placeOutputs(std::vector<std::byte *> &addresses) {
  size_t numStaged = 0;
  size_t numOwned = 0;
  for (size_t i = 0; i < outputs.size(); ++i) {
    PortState &output = outputs[i];
    auto *host = const_cast<std::byte *>(output.given);
    output.owned = nullptr;
    if (!host)
      host = output.owned =
          orDummy(memory.outputs().data()) + ownOutputs.offsets[numOwned++];
    output.staged = nullptr;
    if (needsStaging(program.outputs[i], output.given))
      output.staged = orDummy(memory.stagedOutputs().data()) +
                      stagedOut.offsets[numStaged++];
    addresses[output.buffer] = output.staged ? output.staged : host;
  }
}

void Context::fillTable() {
  std::vector<std::byte *> addresses(program.buffers.size(), nullptr);
  placeInputs(addresses);
  placeOutputs(addresses);
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    if (program.buffers[i].kind == format::BufferKind::constant)
      addresses[i] = orDummy(shared->constants());
    if (program.buffers[i].kind == format::BufferKind::arena)
      addresses[i] = orDummy(memory.arena().data());
  }
  table.bind(*plan, addresses);
  isStaging = !stagedIn.offsets.empty() || !stagedOut.offsets.empty();
}

} // namespace tenon::runtime
