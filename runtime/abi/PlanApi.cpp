// SPDX-License-Identifier: Apache-2.0
//
// The C interface's question for memory: plans for shapes, allocates nothing.
#include "runtime/abi/EngineHandle.h"
#include "runtime/abi/Guard.h"
#include "runtime/core/BindShapes.h"
#include "runtime/core/BoundPlan.h"

#include "format/CheckProgram.h"
#include "format/MemoryPlan.h"

using namespace tenon::runtime;
namespace format = tenon::format;

namespace {

using Shapes = std::vector<std::vector<int64_t>>;

/// The shapes the engine was tuned for.
Result<Shapes> makeOptimumShapes(const format::Program &program) {
  std::vector<int64_t> symbols;
  for (const format::Symbol &symbol : program.symbols)
    symbols.push_back(symbol.optimum);
  Result<std::vector<int64_t>> values =
      format::evaluateValues(program, symbols);
  if (!values.ok())
    return values.status();
  Shapes shapes;
  for (const format::Port &input : program.inputs) {
    std::vector<int64_t> &shape = shapes.emplace_back();
    for (format::ValueId dim : input.dims)
      shape.push_back((*values)[dim]);
  }
  return shapes;
}

Result<Shapes> readShapes(const format::Program &program,
                          const tenon_shape *shapes, uint32_t count) {
  if (!shapes)
    return makeOptimumShapes(program);
  if (count != program.inputs.size())
    return Status(Code::invalidArgument,
                  std::to_string(count) + " shapes were given; the model has " +
                      std::to_string(program.inputs.size()) + " inputs");
  std::vector<format::ValueRange> ranges = format::findRanges(program);
  Shapes read;
  for (uint32_t i = 0; i < count; ++i) {
    int32_t rank = shapes[i].rank;
    if (rank < 0 || (rank > 0 && !shapes[i].dims))
      return Status(Code::invalidArgument,
                    "shape " + std::to_string(i) + " has no dimensions");
    Dims dims(shapes[i].dims, static_cast<size_t>(rank));
    TENON_TRY(checkInputShape(program, ranges, i, dims));
    read.emplace_back(dims.begin(), dims.end());
  }
  return read;
}

Result<tenon_memory_info> planMemoryFor(const format::Program &program,
                                        const Shapes &shapes) {
  Result<std::vector<int64_t>> values =
      bindValues(program, findSymbols(program, shapes), shapes);
  if (!values.ok())
    return values.status();
  std::vector<format::BufferId> roots = format::findRoots(program);
  Result<BoundPlan> plan = makeBoundPlan(program, roots, *values, 1);
  if (!plan.ok())
    return plan.status();
  std::vector<format::Lifetime> outputs;
  for (const BoundPort &output : plan->outputs)
    outputs.push_back({output.bytes, 0, 0});
  std::optional<format::MemoryPlan> outputPlan = format::planMemory(outputs);
  if (!outputPlan)
    return Status(Code::badShape, "at these shapes the outputs add up to more "
                                  "than 2^63 bytes; give other dimensions");
  auto info = makeStruct<tenon_memory_info>();
  info.arena_bytes = static_cast<uint64_t>(plan->arenaBytes);
  info.output_bytes = static_cast<uint64_t>(outputPlan->peakBytes);
  info.planned_peak_bytes = info.arena_bytes + info.output_bytes;
  info.live_bytes = static_cast<uint64_t>(plan->liveBytes);
  return info;
}

} // namespace

tenon_status tenon_engine_plan_memory(const tenon_engine *engine,
                                      uint32_t variant,
                                      const tenon_shape *shapes,
                                      uint32_t shape_count,
                                      tenon_memory_info *info) {
  return guard([&]() -> Status {
    TENON_TRY(needPointer(engine, "engine"));
    if (variant == UINT32_MAX)
      variant = engine->shownVariant();
    const auto &variants = engine->contents().variants;
    if (variant >= variants.size())
      return {Code::invalidArgument,
              "there is no variant " + std::to_string(variant) +
                  "; the engine has " + std::to_string(variants.size())};
    const format::Program &program = variants[variant].program;
    Result<Shapes> read = readShapes(program, shapes, shape_count);
    if (!read.ok())
      return read.status();
    Result<tenon_memory_info> known = planMemoryFor(program, *read);
    if (!known.ok())
      return known.status();
    return writeStruct(*known, info);
  });
}
