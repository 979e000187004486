// SPDX-License-Identifier: Apache-2.0
// Compiles the shared graph for one target.
#include "compiler/driver/CompileTarget.h"
#include "compiler/driver/SampleSizes.h"
#include "compiler/plan/BuildProgram.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <chrono>

using namespace mlir;

namespace tenon {

namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start)
      .count();
}

/// Stages of single kernels that can be dumped, beside the passes'.
bool isKernelStage(llvm::StringRef stage) {
  return stage == "kernel" || stage == "llvm" || stage == "asm" ||
         stage == "all";
}

void dumpKernel(const CompileOptions &options, llvm::StringRef kernel,
                llvm::StringRef stage, llvm::StringRef text) {
  if (options.dumpAt != "all" && options.dumpAt != stage)
    return;
  if (options.dumpDir.empty()) {
    llvm::errs() << "// kernel " << kernel << ", " << stage << "\n" << text;
    return;
  }
  llvm::SmallString<256> path(options.dumpDir);
  llvm::sys::fs::create_directories(path);
  llvm::sys::path::append(path, (kernel + "." + stage).str());
  std::error_code error;
  llvm::raw_fd_ostream out(path, error);
  if (!error)
    out << text;
}

std::string textOf(llvm::Error error) {
  return llvm::toString(std::move(error));
}

} // namespace

/// Chooses a schedule for every kernel and writes the launch list, in which
/// every launch is a kernel of its own until equal ones are known.
static LogicalResult planLaunches(CompiledTarget &result, Goal goal,
                                  PlannedConstants constants) {
  auto main = result.module->lookupSymbol<func::FuncOp>("main");
  std::vector<KernelLaunch> launches;
  std::vector<uint32_t> kernels;
  for (auto [i, kernel] : llvm::enumerate(launchedKernels(main))) {
    KernelPlan plan = planKernel(kernel, result.target->facts());
    plan.request.name = std::to_string(i) + "_" + plan.launch.name;
    // Runs side by side use the cores best when none of them waits for parts
    // of its own steps.
    if (goal == Goal::Throughput)
      plan.launch.grain = 0;
    launches.push_back(plan.launch);
    kernels.push_back(i);
    result.plans.push_back(std::move(plan));
  }
  FailureOr<format::Program> program =
      buildProgram(main, launches, kernels, constants);
  if (failed(program))
    return failure();
  result.program = std::move(*program);
  if (auto sizes = usualSizes(*result.module))
    for (format::Symbol &symbol : result.program.symbols)
      symbol.optimum = sizes->lookup(symbol.name);
  result.report.kernels = launches.size();
  return success();
}

CompiledTarget planTarget(ModuleOp shared, const std::string &name,
                          const CompileOptions &options,
                          format::ConstantPool &pool,
                          std::deque<std::vector<char>> &owned) {
  CompiledTarget result;
  llvm::Expected<std::unique_ptr<Target>> target = createTarget(name);
  if (!target) {
    result.failure =
        Failure::of(FailureKind::BadInput, textOf(target.takeError()));
    return result;
  }
  result.target = std::move(*target);
  result.report.target = result.target->facts().name;
  result.module = shared.clone();
  CollectDiagnostics diagnostics(shared.getContext());
  PassContext context{result.target->facts(), options};
  if (failed(runPasses(targetPasses(), *result.module, context,
                       result.report.passes)) ||
      failed(planLaunches(result, options.goal, {pool, owned})))
    result.failure = Failure::of(FailureKind::Internal, diagnostics.errors);
  result.remarks = std::move(diagnostics.remarks);
  return result;
}

static Failure compilePlanned(CompiledTarget &result,
                              const CompileOptions &options) {
  std::vector<KernelRequest> requests;
  for (const KernelPlan &plan : result.plans)
    requests.push_back(plan.request);
  CompileKernelsOptions compile;
  compile.numThreads = options.threads;
  if (isKernelStage(options.dumpAt))
    compile.listener = [&](llvm::StringRef kernel, llvm::StringRef stage,
                           llvm::StringRef text) {
      dumpKernel(options, kernel, stage, text);
    };
  if (options.progress)
    compile.progress = [&](size_t done, size_t all) {
      options.progress("compiling kernels for " + result.report.target,
                       double(done) / double(all));
    };
  Clock::time_point start = Clock::now();
  llvm::Expected<CompiledKernels> kernels =
      compileKernels(*result.target, requests, compile);
  if (!kernels)
    return Failure::of(FailureKind::Internal, textOf(kernels.takeError()));
  result.kernels = std::move(*kernels);
  for (format::Step &step : result.program.steps)
    if (step.kind == format::StepKind::kernel)
      step.kernel = result.kernels.entries[step.kernel];
  result.report.compileMs = millisecondsSince(start);
  result.report.distinctKernels = result.kernels.image.entryOffsets.size();
  result.report.codeBytes = result.kernels.image.bytes.size();
  return {};
}

CompiledTarget compileTarget(ModuleOp shared, const std::string &name,
                             const CompileOptions &options,
                             format::ConstantPool &pool,
                             std::deque<std::vector<char>> &owned) {
  CompiledTarget result = planTarget(shared, name, options, pool, owned);
  if (!result.failure)
    result.failure = compilePlanned(result, options);
  return result;
}

} // namespace tenon
