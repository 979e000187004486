// SPDX-License-Identifier: Apache-2.0
//
// Makes the plan of a program at one set of shapes.
#include "runtime/core/BoundPlan.h"

#include "format/CheckedMath.h"
#include "runtime/core/BindShapes.h"

#include <algorithm>

namespace tenon::runtime {

using format::Buffer;
using format::BufferKind;
using format::Code;
using format::Program;
using format::Result;
using format::Status;

namespace {

class Planner {
public:
  Planner(const Program &program, std::span<const format::BufferId> roots,
          std::span<const int64_t> values, uint32_t threads)
      : program(program), roots(roots), values(values), threads(threads) {}

  Result<BoundPlan> run();

private:
  Status bindPorts(const std::vector<format::Port> &ports,
                   std::vector<BoundPort> &bound);
  Status findBufferBytes();
  Status checkView(size_t index);
  Status placeArena();
  Status bindSteps();
  Status bindStep(const format::Step &step);
  uint32_t chooseParts(const format::Step &step) const;
  int64_t valueOr(format::ValueId id, int64_t otherwise) const {
    return id == format::kNone ? otherwise : values[id];
  }

  const Program &program;
  std::span<const format::BufferId> roots;
  std::span<const int64_t> values;
  uint32_t threads;
  std::vector<int64_t> bufferBytes;
  BoundPlan plan;
};

Status Planner::bindPorts(const std::vector<format::Port> &ports,
                          std::vector<BoundPort> &bound) {
  for (const format::Port &port : ports) {
    BoundPort &entry = bound.emplace_back();
    for (format::ValueId dim : port.dims)
      entry.dims.push_back(values[dim]);
    Result<int64_t> bytes = findTensorBytes(port.type, entry.dims);
    if (!bytes.ok())
      return {bytes.status().code(),
              "'" + port.name + "': " + bytes.status().message()};
    entry.bytes = *bytes;
  }
  return {};
}

/// A view must lie inside what it is a view of, whatever the shapes are.
Status Planner::checkView(size_t index) {
  const Buffer &buffer = program.buffers[index];
  int64_t offset = values[buffer.byteOffset];
  int64_t size = values[buffer.size];
  int64_t whole = bufferBytes[buffer.index];
  if (offset < 0 || size < 0 || size > whole || offset > whole - size)
    return {Code::badShape,
            "at these shapes buffer " + std::to_string(index) + " (" +
                std::to_string(size) + " bytes from " + std::to_string(offset) +
                ") reaches beyond the " + std::to_string(whole) +
                " bytes it is a part of; give other dimensions"};
  plan.bufferOffsets[index] = plan.bufferOffsets[buffer.index] + offset;
  bufferBytes[index] = size;
  return {};
}

Status Planner::findBufferBytes() {
  bufferBytes.assign(program.buffers.size(), 0);
  plan.bufferOffsets.assign(program.buffers.size(), 0);
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const Buffer &buffer = program.buffers[i];
    switch (buffer.kind) {
    case BufferKind::input:
      bufferBytes[i] = plan.inputs[buffer.index].bytes;
      break;
    case BufferKind::output:
      bufferBytes[i] = plan.outputs[buffer.index].bytes;
      break;
    case BufferKind::constant:
      bufferBytes[i] = static_cast<int64_t>(buffer.length);
      plan.bufferOffsets[i] = static_cast<int64_t>(buffer.offset);
      break;
    case BufferKind::arena:
      bufferBytes[i] = values[buffer.size];
      if (bufferBytes[i] < 0)
        return {Code::badShape,
                "at these shapes an intermediate tensor has the size " +
                    std::to_string(bufferBytes[i]) + " (" +
                    format::describeValue(program, buffer.size) +
                    "); give other dimensions"};
      break;
    case BufferKind::alias:
      TENON_TRY(checkView(i));
      break;
    }
  }
  return {};
}

Status Planner::placeArena() {
  std::vector<format::Lifetime> tensors;
  std::vector<size_t> owners;
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const Buffer &buffer = program.buffers[i];
    if (buffer.kind != BufferKind::arena)
      continue;
    tensors.push_back({bufferBytes[i], buffer.firstStep, buffer.lastStep});
    owners.push_back(i);
  }
  std::optional<format::MemoryPlan> memory = format::planMemory(tensors);
  if (!memory)
    return {Code::badShape, "at these shapes the intermediate tensors add up "
                            "to more than 2^63 bytes; give other dimensions"};
  for (size_t i = 0; i < owners.size(); ++i)
    plan.bufferOffsets[owners[i]] = memory->offsets[i];
  for (size_t i = 0; i < program.buffers.size(); ++i)
    if (program.buffers[i].kind == BufferKind::alias &&
        program.buffers[roots[i]].kind == BufferKind::arena)
      plan.bufferOffsets[i] += plan.bufferOffsets[roots[i]];
  plan.arenaBytes = memory->peakBytes;
  plan.liveBytes = memory->liveBytes;
  return {};
}

/// As many parts as threads, as long as each has at least the grain.
uint32_t Planner::chooseParts(const format::Step &step) const {
  int64_t extent = values[step.extent];
  int64_t grain = valueOr(step.grain, 0);
  if (extent <= 0)
    return 0;
  if (grain <= 0)
    return 1;
  return static_cast<uint32_t>(std::clamp<int64_t>(extent / grain, 1, threads));
}

Status Planner::bindStep(const format::Step &step) {
  BoundStep bound;
  bound.extent = values[step.extent];
  bound.parts = chooseParts(step);
  bound.operations = std::max<int64_t>(valueOr(step.operations, 0), 0);
  bound.bytes = std::max<int64_t>(valueOr(step.bytes, 0), 0);
  if (step.kind == format::StepKind::builtin)
    for (format::BufferId id : step.buffers)
      if (bound.extent > bufferBytes[id])
        return {Code::badShape, "at these shapes the copy '" + step.name +
                                    "' of " + std::to_string(bound.extent) +
                                    " bytes reaches beyond a buffer of " +
                                    std::to_string(bufferBytes[id]) +
                                    " bytes; give other dimensions"};
  for (format::ValueId size : step.sizes)
    plan.sizes.push_back(values[size]);
  plan.maxParts = std::max(plan.maxParts, bound.parts);
  // Only for people: beyond int64 they are as good as infinite.
  plan.operations = format::checkedAdd(plan.operations, bound.operations)
                        .value_or(format::kUnbounded);
  plan.bytes =
      format::checkedAdd(plan.bytes, bound.bytes).value_or(format::kUnbounded);
  plan.steps.push_back(bound);
  return {};
}

Status Planner::bindSteps() {
  for (const format::Step &step : program.steps)
    TENON_TRY(bindStep(step));
  return {};
}

Result<BoundPlan> Planner::run() {
  TENON_TRY(bindPorts(program.inputs, plan.inputs));
  TENON_TRY(bindPorts(program.outputs, plan.outputs));
  TENON_TRY(findBufferBytes());
  TENON_TRY(placeArena());
  TENON_TRY(bindSteps());
  return std::move(plan);
}

} // namespace

Result<BoundPlan> makeBoundPlan(const Program &program,
                                std::span<const format::BufferId> roots,
                                std::span<const int64_t> values,
                                uint32_t threads) {
  return Planner(program, roots, values, threads).run();
}

} // namespace tenon::runtime
