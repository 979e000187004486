// SPDX-License-Identifier: Apache-2.0
//
// Contexts of the C interface.
#include "runtime/abi/EngineHandle.h"
#include "runtime/abi/Guard.h"
#include "runtime/core/Context.h"

using namespace tenon::runtime;
namespace format = tenon::format;

struct tenon_context {
  std::unique_ptr<Context> context;
  /// Steps as the interface shows them, made when first asked for.
  std::vector<tenon_step_timing> timings;
  std::vector<std::string> nodes;
};

namespace {

Status needBound(const tenon_context *context, uint32_t index,
                 const BoundPlan **plan) {
  TENON_TRY(needPointer(context, "context"));
  *plan = context->context->boundPlan();
  if (!*plan)
    return {Code::notReady, "the context is not bound to shapes; set its "
                            "inputs and call tenon_context_bind"};
  if (index >= (*plan)->outputs.size())
    return {Code::invalidArgument,
            "there is no output " + std::to_string(index) + "; the model has " +
                std::to_string((*plan)->outputs.size())};
  return {};
}

/// Names never change; numbers are written at each call.
void makeTimings(tenon_context &context) {
  const format::Program &program = context.context->engine().program();
  if (context.timings.size() == program.steps.size())
    return;
  context.nodes.clear();
  for (const format::Step &step : program.steps) {
    std::string &joined = context.nodes.emplace_back();
    for (const std::string &node : step.nodes)
      joined += (joined.empty() ? "" : ", ") + node;
  }
  context.timings.resize(program.steps.size());
  for (size_t i = 0; i < program.steps.size(); ++i) {
    context.timings[i].name = program.steps[i].name.c_str();
    context.timings[i].nodes = context.nodes[i].c_str();
  }
}

} // namespace

tenon_status tenon_context_create(const tenon_engine *engine,
                                  const tenon_context_options *options,
                                  tenon_context **context) {
  return guard([&]() -> Status {
    TENON_TRY(needPointer(engine, "engine"));
    TENON_TRY(needPointer(context, "context"));
    tenon_context_options given;
    TENON_TRY(readStruct(options, given));
    ContextOptions chosen;
    chosen.threads = given.threads;
    chosen.profile = given.profile != 0;
    chosen.memoryLimitBytes = given.memory_limit_bytes;
    Result<std::unique_ptr<Context>> made =
        Context::create(engine->engine, chosen);
    if (!made.ok())
      return made.status();
    *context = new tenon_context{std::move(*made), {}, {}};
    return {};
  });
}

void tenon_context_destroy(tenon_context *context) { delete context; }

tenon_status tenon_context_set_input(tenon_context *context, uint32_t index,
                                     const void *data, size_t bytes,
                                     const int64_t *dims, int32_t rank) {
  return guard([&]() -> Status {
    TENON_TRY(needPointer(context, "context"));
    if (rank < 0)
      return {Code::invalidArgument, "a rank is not negative, and " +
                                         std::to_string(rank) + " was given"};
    if (rank > 0)
      TENON_TRY(needPointer(dims, "dims"));
    return context->context->setInput(index, data, bytes,
                                      Dims(dims, static_cast<size_t>(rank)));
  });
}

tenon_status tenon_context_bind(tenon_context *context) {
  return guard([&]() -> Status {
    TENON_TRY(needPointer(context, "context"));
    return context->context->bind();
  });
}

tenon_status tenon_context_output_shape(tenon_context *context, uint32_t index,
                                        int64_t *dims, int32_t capacity,
                                        int32_t *rank) {
  return guard([&]() -> Status {
    TENON_TRY(needPointer(rank, "rank"));
    const BoundPlan *plan = nullptr;
    TENON_TRY(needBound(context, index, &plan));
    const std::vector<int64_t> &shape = plan->outputs[index].dims;
    if (dims && static_cast<size_t>(std::max(capacity, 0)) < shape.size())
      return {Code::invalidArgument,
              "the output has rank " + std::to_string(shape.size()) +
                  ", and there is room for " + std::to_string(capacity) +
                  " dimensions"};
    if (dims)
      std::copy(shape.begin(), shape.end(), dims);
    *rank = static_cast<int32_t>(shape.size());
    return {};
  });
}

tenon_status tenon_context_set_output(tenon_context *context, uint32_t index,
                                      void *data, size_t bytes) {
  return guard([&]() -> Status {
    TENON_TRY(needPointer(context, "context"));
    return context->context->setOutput(index, data, bytes);
  });
}

tenon_status tenon_context_output(tenon_context *context, uint32_t index,
                                  const void **data, size_t *bytes) {
  return guard([&]() -> Status {
    TENON_TRY(needPointer(data, "data"));
    const BoundPlan *plan = nullptr;
    TENON_TRY(needBound(context, index, &plan));
    *data = context->context->outputData(index);
    if (bytes)
      *bytes = static_cast<size_t>(plan->outputs[index].bytes);
    return {};
  });
}

tenon_status tenon_context_run(tenon_context *context) {
  return guard([&]() -> Status {
    TENON_TRY(needPointer(context, "context"));
    return context->context->run();
  });
}

tenon_status tenon_context_step_timings(tenon_context *context,
                                        const tenon_step_timing **timings,
                                        uint32_t *count) {
  return guard([&]() -> Status {
    TENON_TRY(needPointer(context, "context"));
    TENON_TRY(needPointer(timings, "timings"));
    TENON_TRY(needPointer(count, "count"));
    std::span<const uint64_t> times = context->context->timesNs();
    const BoundPlan *plan = context->context->boundPlan();
    if (times.empty() || !plan)
      return {Code::notReady, "there are no timings; make the context with "
                              "profile = 1 and run it"};
    makeTimings(*context);
    for (size_t i = 0; i < times.size(); ++i) {
      tenon_step_timing &timing = context->timings[i];
      timing.time_ns = times[i];
      timing.operations = static_cast<uint64_t>(plan->steps[i].operations);
      timing.bytes = static_cast<uint64_t>(plan->steps[i].bytes);
      timing.threads = plan->steps[i].parts;
    }
    *timings = context->timings.data();
    *count = static_cast<uint32_t>(times.size());
    return {};
  });
}

tenon_status tenon_context_get_statistics(const tenon_context *context,
                                          tenon_statistics *statistics) {
  return guard([&]() -> Status {
    TENON_TRY(needPointer(context, "context"));
    ContextStatistics numbers = context->context->statistics();
    auto known = makeStruct<tenon_statistics>();
    known.runs = numbers.runs;
    known.binds = numbers.binds;
    known.shapes_cached = numbers.plansCached;
    known.arena_bytes = numbers.arenaBytes;
    known.output_bytes = numbers.outputBytes;
    known.staging_bytes = numbers.stagingBytes;
    known.planned_peak_bytes = numbers.plannedPeakBytes;
    known.operations = numbers.operations;
    known.bytes = numbers.bytes;
    known.threads = numbers.threads;
    known.steps = static_cast<uint32_t>(
        context->context->engine().program().steps.size());
    return writeStruct(known, statistics);
  });
}
