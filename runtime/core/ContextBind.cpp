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
  std::vector<format::Lifetime> owned, staged;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (needsStaging(program.inputs[i], inputs[i].given))
      staged.push_back({plan->inputs[i].bytes, 0, 0});
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (!outputs[i].given)
      owned.push_back({plan->outputs[i].bytes, 0, 0});
    if (needsStaging(program.outputs[i], outputs[i].given))
      staged.push_back({plan->outputs[i].bytes, 0, 0});
  }
  // Everything in a block lives at once; the planner keeps it apart and
  // staggered.
  std::optional<format::MemoryPlan> ownedPlan = format::planMemory(owned);
  std::optional<format::MemoryPlan> stagedPlan = format::planMemory(staged);
  if (!ownedPlan || !stagedPlan)
    return {Code::badShape, "at these shapes inputs and outputs add up to "
                            "more than 2^63 bytes; give other dimensions"};
  TENON_TRY(memory.fit(
      {plan->arenaBytes, ownedPlan->peakBytes, stagedPlan->peakBytes}));
  ownOutputs = std::move(*ownedPlan);
  placed = std::move(*stagedPlan);
  return {};
}

void Context::fillTable() {
  size_t numStaged = 0;
  size_t numOwned = 0;
  auto stage = [&](const format::Port &port, PortState &state) {
    state.staged = nullptr;
    if (needsStaging(port, state.given))
      state.staged =
          orDummy(memory.staging().data()) + placed.offsets[numStaged++];
  };
  std::vector<std::byte *> addresses(program.buffers.size(), nullptr);
  for (size_t i = 0; i < inputs.size(); ++i) {
    PortState &input = inputs[i];
    stage(program.inputs[i], input);
    if (input.buffer != format::kNone)
      addresses[input.buffer] =
          input.staged ? input.staged : orDummy(input.given);
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    PortState &output = outputs[i];
    stage(program.outputs[i], output);
    output.owned = nullptr;
    if (!output.given)
      output.owned =
          orDummy(memory.outputs().data()) + ownOutputs.offsets[numOwned++];
    std::byte *host = const_cast<std::byte *>(output.given);
    if (!host)
      host = output.owned;
    addresses[output.buffer] = output.staged ? output.staged : host;
  }
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    if (program.buffers[i].kind == format::BufferKind::constant)
      addresses[i] = orDummy(shared->constants());
    if (program.buffers[i].kind == format::BufferKind::arena)
      addresses[i] = orDummy(memory.arena().data());
  }
  table.bind(*plan, addresses);
  isStaging = numStaged != 0;
}

} // namespace tenon::runtime
