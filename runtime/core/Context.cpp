// SPDX-License-Identifier: Apache-2.0
//
// Inputs, outputs and runs of a context. What bind does is in
// ContextBind.cpp.
#include "runtime/core/Context.h"

#include "format/CheckProgram.h"

#include "runtime/core/FaultText.h"

#include <algorithm>

namespace tenon::runtime {

namespace {

constexpr uint32_t kMaxThreads = 1024;

Status badIndex(const char *what, uint32_t index, size_t count) {
  return {Code::invalidArgument,
          std::string("there is no ") + what + " " + std::to_string(index) +
              "; the model has " + std::to_string(count)};
}

} // namespace

Result<std::unique_ptr<Context>>
Context::create(std::shared_ptr<const Engine> engine,
                const ContextOptions &options) {
  if (!engine->isRunnable())
    return Status(Code::invalidArgument,
                  "this engine was loaded to be looked at only; load it "
                  "without inspect_only to run it");
  if (options.threads > kMaxThreads)
    return Status(Code::invalidArgument,
                  std::to_string(options.threads) +
                      " threads were asked for; at most " +
                      std::to_string(kMaxThreads) + " are allowed");
  Device &device = engine->device();
  ContextOptions chosen = options;
  if (chosen.threads == 0)
    chosen.threads = std::clamp(device.defaultThreads(), 1u, kMaxThreads);
  Result<std::unique_ptr<Queue>> queue = device.createQueue(chosen.threads);
  if (!queue.ok())
    return queue.status();
  uint64_t faultBytes = engine->program().steps.size() * sizeof(int64_t) +
                        2 * format::kBufferAlignment;
  Result<Memory> faults = Memory::allocate(device, faultBytes);
  if (!faults.ok())
    return faults.status();
  std::unique_ptr<Context> context(
      new Context(std::move(engine), chosen, std::move(*faults)));
  context->queue = std::move(*queue);
  return context;
}

Context::Context(std::shared_ptr<const Engine> engine,
                 const ContextOptions &options, Memory faultMemory)
    : shared(std::move(engine)), program(shared->program()),
      device(shared->device()), options(options),
      roots(format::findRoots(program)), ranges(format::findRanges(program)),
      inputs(program.inputs.size()), outputs(program.outputs.size()),
      memory(device, options.memoryLimitBytes), faults(std::move(faultMemory)),
      table(*shared, roots, reinterpret_cast<int64_t *>(faults.data())) {
  for (format::BufferId id = 0; id < program.buffers.size(); ++id) {
    const format::Buffer &buffer = program.buffers[id];
    if (buffer.kind == format::BufferKind::input)
      inputs[buffer.index].buffer = id;
    if (buffer.kind == format::BufferKind::output)
      outputs[buffer.index].buffer = id;
  }
  if (!device.sharesHostMemory())
    faultCopy.resize(program.steps.size());
  if (options.profile)
    times.resize(program.steps.size());
}

bool Context::needsStaging(const format::Port &port,
                           const std::byte *data) const {
  auto address = reinterpret_cast<uintptr_t>(data);
  return !device.sharesHostMemory() || address % port.alignment != 0;
}

/// Kernels get an address even for tensors without elements.
std::byte *Context::orDummy(const std::byte *address) const {
  if (address)
    return const_cast<std::byte *>(address);
  uint64_t used = program.steps.size() * sizeof(int64_t);
  return faults.data() + (used + format::kBufferAlignment - 1) /
                             format::kBufferAlignment *
                             format::kBufferAlignment;
}

Status Context::setInput(uint32_t index, const void *data, uint64_t bytes,
                         Dims dims) {
  if (index >= inputs.size())
    return badIndex("input", index, inputs.size());
  const format::Port &port = program.inputs[index];
  PortState &input = inputs[index];
  bool isSameShape =
      input.hasShape && std::equal(dims.begin(), dims.end(), input.dims.begin(),
                                   input.dims.end());
  uint64_t neededBytes = input.givenBytes;
  if (!isSameShape) {
    TENON_TRY(checkInputShape(program, ranges, index, dims));
    Result<int64_t> needed = findTensorBytes(port.type, dims);
    if (!needed.ok())
      return needed.status();
    neededBytes = static_cast<uint64_t>(*needed);
  }
  if (bytes != neededBytes && data)
    return {Code::badShape,
            "input '" + port.name + "' was given " + std::to_string(bytes) +
                " bytes, and its shape takes " + std::to_string(neededBytes)};
  auto *given = static_cast<const std::byte *>(data);
  if (!isSameShape) {
    input.dims.assign(dims.begin(), dims.end());
    input.hasShape = true;
    input.givenBytes = neededBytes;
    isSettled = false;
  }
  input.given = given;
  if (!isSettled)
    return {};
  if (needsStaging(port, given) != (input.staged != nullptr))
    isSettled = false;
  else if (!input.staged && input.buffer != format::kNone)
    table.move(input.buffer, orDummy(given));
  return {};
}

Status Context::setOutput(uint32_t index, void *data, uint64_t bytes) {
  if (index >= outputs.size())
    return badIndex("output", index, outputs.size());
  PortState &output = outputs[index];
  auto *given = static_cast<std::byte *>(data);
  bool wasOwned = output.given == nullptr;
  output.given = given;
  output.givenBytes = bytes;
  if (!isSettled)
    return {};
  const format::Port &port = program.outputs[index];
  bool isTooSmall =
      given && bytes < static_cast<uint64_t>(plan->outputs[index].bytes);
  if (wasOwned != (given == nullptr) || isTooSmall ||
      (given && needsStaging(port, given) != (output.staged != nullptr)))
    isSettled = false;
  else if (given && !output.staged)
    table.move(output.buffer, given);
  return {};
}

Status Context::bind() { return isSettled ? Status() : settle(); }

Status Context::checkData() const {
  for (size_t i = 0; i < inputs.size(); ++i)
    if (!inputs[i].given && inputs[i].givenBytes != 0)
      return {Code::notReady, "input '" + program.inputs[i].name +
                                  "' has a shape but no data; set it before "
                                  "running"};
  return {};
}

Status Context::stageInputs() {
  for (const PortState &input : inputs)
    if (input.staged && input.givenBytes != 0)
      TENON_TRY(device.copy(input.staged, input.given, input.givenBytes,
                            CopyKind::toDevice));
  return {};
}

Status Context::unstageOutputs() {
  for (uint32_t i = 0; i < outputs.size(); ++i) {
    int64_t bytes = plan->outputs[i].bytes;
    if (outputs[i].staged && bytes != 0)
      TENON_TRY(device.copy(const_cast<void *>(outputData(i)),
                            outputs[i].staged, static_cast<uint64_t>(bytes),
                            CopyKind::fromDevice));
  }
  return {};
}

Status Context::checkFaults() {
  auto *words = reinterpret_cast<int64_t *>(faults.data());
  size_t count = program.steps.size();
  uint64_t bytes = count * sizeof(int64_t);
  if (count == 0)
    return {};
  if (!device.sharesHostMemory()) {
    TENON_TRY(
        device.copy(faultCopy.data(), words, bytes, CopyKind::fromDevice));
    words = faultCopy.data();
  }
  int64_t any = 0;
  for (size_t i = 0; i < count; ++i)
    any |= words[i];
  if (any == 0)
    return {};
  size_t step = 0;
  while (words[step] == 0)
    ++step;
  int64_t word = words[step];
  std::fill_n(words, count, 0);
  if (!device.sharesHostMemory())
    TENON_TRY(device.copy(faults.data(), words, bytes, CopyKind::toDevice));
  return {Code::badData, describeFault(program, step, word)};
}

Status Context::run() {
  if (!isSettled)
    TENON_TRY(settle());
  TENON_TRY(checkData());
  if (isStaging)
    TENON_TRY(stageInputs());
  TENON_TRY(
      queue->launch(table.launches(), times.empty() ? nullptr : times.data()));
  TENON_TRY(queue->wait());
  TENON_TRY(checkFaults());
  if (isStaging)
    TENON_TRY(unstageOutputs());
  ++numRuns;
  return {};
}

const void *Context::outputData(uint32_t index) const {
  const PortState &output = outputs[index];
  return output.given ? output.given : output.owned;
}

std::span<const uint64_t> Context::timesNs() const {
  return numRuns == 0 ? std::span<const uint64_t>() : times;
}

ContextStatistics Context::statistics() const {
  ContextStatistics numbers;
  numbers.runs = numRuns;
  numbers.binds = numBinds;
  numbers.plansCached = plans.size();
  numbers.arenaBytes = memory.arena().size();
  numbers.outputBytes = memory.outputs().size();
  numbers.stagingBytes =
      memory.stagedInputs().size() + memory.stagedOutputs().size();
  numbers.threads = options.threads;
  if (!isSettled)
    return numbers;
  numbers.operations = static_cast<uint64_t>(plan->operations);
  numbers.bytes = static_cast<uint64_t>(plan->bytes);
  numbers.plannedPeakBytes =
      static_cast<uint64_t>(plan->arenaBytes) + ownOutputs.peakBytes;
  return numbers;
}

} // namespace tenon::runtime
