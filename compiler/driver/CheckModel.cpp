// SPDX-License-Identifier: Apache-2.0
// Imports and plans a model, and says what it would take to compile it.
#include "compiler/driver/CheckModel.h"
#include "compiler/driver/CompileTarget.h"
#include "compiler/driver/LoadModel.h"
#include "format/ValueProgram.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Threading.h"
#include <chrono>

using namespace mlir;

namespace tenon {

namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start)
      .count();
}

/// Milliseconds to build and compile one kernel on one core, and to verify a
/// build of it: the mean over the kernels of a dozen networks.
constexpr double kCompileMsPerKernel = 25, kVerifyMsPerKernel = 2;

double predictBuildMs(const CompiledTarget &plan, size_t distinct,
                      double planMs, const CompileOptions &options) {
  unsigned threads = options.threads
                         ? options.threads
                         : llvm::hardware_concurrency().compute_thread_count();
  double compile = kCompileMsPerKernel * static_cast<double>(distinct) /
                   std::max(1u, threads);
  double verify = options.verify ? kVerifyMsPerKernel *
                                       static_cast<double>(plan.plans.size())
                                 : 0;
  return planMs + compile + verify;
}

/// Kernels that do much arithmetic for each byte, where a tile in registers
/// would pay, and got the general loop, which keeps none.
std::vector<SlowKernel> findSlow(const CompiledTarget &plan) {
  constexpr int64_t kLeastOperations = 1'000'000, kOperationsPerByte = 8;
  std::vector<SlowKernel> slow;
  std::vector<int64_t> symbols;
  for (const format::Symbol &symbol : plan.program.symbols)
    symbols.push_back(symbol.optimum);
  auto values = format::evaluateValues(plan.program, symbols);
  if (!values.ok())
    return slow;
  size_t next = 0;
  for (const format::Step &step : plan.program.steps) {
    if (step.kind != format::StepKind::kernel)
      continue;
    const KernelLaunch &launch = plan.plans[next++].launch;
    int64_t operations = (*values)[step.operations];
    if (launch.kernelClass == "loop" && operations > kLeastOperations &&
        operations / kOperationsPerByte > (*values)[step.bytes])
      slow.push_back({step.nodes, launch.schedule});
  }
  return slow;
}

void planModel(ModuleOp module, const CompileOptions &options,
               Clock::time_point start, CheckedModel &result) {
  SharedReport shared;
  if ((result.failure = simplifyModule(module, options, shared)))
    return;
  format::ConstantPool pool;
  std::deque<std::vector<char>> owned;
  std::string target = options.targets.empty() ? "host" : options.targets[0];
  CompiledTarget plan = planTarget(module, target, options, pool, owned);
  if ((result.failure = plan.failure))
    return;
  llvm::StringSet<> keys;
  for (const KernelPlan &kernel : plan.plans)
    keys.insert(kernel.request.key);
  result.kernels = plan.report.kernels;
  result.distinctKernels = keys.size();
  result.predictedBuildMs =
      predictBuildMs(plan, keys.size(), millisecondsSince(start), options);
  result.memory = predictMemory(plan.program);
  result.weightsBytes = pool.sizeBytes();
  result.slow = findSlow(plan);
}

} // namespace

CheckedModel checkModel(const CompileOptions &options) {
  Clock::time_point start = Clock::now();
  if (options.progress)
    options.progress("reading the model", 0);
  CheckedModel result;
  MLIRContext context;
  LoadedModel model = loadModelFile(context, options);
  result.failure = model.failure;
  if (!result.failure)
    planModel(*model.module, options, start, result);
  result.checkMs = millisecondsSince(start);
  return result;
}

} // namespace tenon
