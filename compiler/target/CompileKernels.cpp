// SPDX-License-Identifier: Apache-2.0
// A queue of distinct keys over one context per thread. Two caches: equal keys
// are built once; kernels whose text turns out equal are compiled once.
#include "compiler/target/CompileKernels.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>

using namespace mlir;

namespace tenon {
namespace {

/// The compiled form of one kernel text.
struct Code {
  CompiledKernel kernel;
  std::string error; ///< Empty when it compiled.
  double compileMs = 0;
};

/// One distinct key: what became of it.
struct Job {
  const KernelRequest *request = nullptr;
  std::string error; ///< Of building.
  double buildMs = 0;
  Code *code = nullptr;
};

/// The text of a module without its locations, reduced to 128 bits.
using ContentHash = std::pair<uint64_t, uint64_t>;

double millisecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now() - start)
      .count();
}

/// Compiles all jobs; the threads share this object.
class Compilation {
public:
  Compilation(const Target &target, const CompileKernelsOptions &options,
              std::vector<Job> &jobs)
      : target(target), options(options), jobs(jobs) {}

  void run() {
    unsigned wanted = options.numThreads ? options.numThreads
                                         : std::thread::hardware_concurrency();
    size_t count = std::clamp<size_t>(jobs.size(), 1, std::max(wanted, 1u));
    std::vector<std::thread> helpers;
    for (size_t i = 1; i < count; ++i)
      helpers.emplace_back([this] { work(); });
    work();
    for (std::thread &helper : helpers)
      helper.join();
  }

private:
  void work() {
    DialectRegistry registry;
    target.addDialects(registry);
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    context.loadAllAvailableDialects();
    context.printOpOnDiagnostic(false);
    std::string messages;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
        return;
      llvm::raw_string_ostream(messages)
          << (messages.empty() ? "" : "; ") << diagnostic;
    });
    for (size_t i = next++; i < jobs.size(); i = next++) {
      process(jobs[i], context, messages);
      messages.clear();
      if (!options.progress)
        continue;
      std::lock_guard<std::mutex> lock(listenerMutex);
      options.progress(++done, jobs.size());
    }
  }

  void process(Job &job, MLIRContext &context, std::string &messages) {
    auto start = std::chrono::steady_clock::now();
    OwningOpRef<ModuleOp> module = job.request->build(context);
    if (!module) {
      job.error = messages.empty() ? "it was not built" : messages;
      return;
    }
    dropRepetition(*module);
    if (options.listener)
      report(job, "kernel", textOf(*module, OpPrintingFlags()));
    // The plainest form is the quickest to write, and asks no verifier.
    OpPrintingFlags plain;
    plain.printGenericOpForm().useLocalScope();
    std::string text = textOf(*module, plain);
    job.buildMs = millisecondsSince(start);
    bool isFirst = false;
    job.code = findCode(text, isFirst);
    if (isFirst)
      compile(job, *module, messages);
  }

  static std::string textOf(ModuleOp module, const OpPrintingFlags &flags) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module.print(stream, flags);
    return text;
  }

  /// Generators write the same constant and the same index again and again;
  /// all that follows costs time for each operation.
  static void dropRepetition(ModuleOp module) {
    IRRewriter rewriter(module.getContext());
    DominanceInfo dominance(module);
    eliminateCommonSubExpressions(rewriter, dominance, module);
  }

  /// The entry of this text; the caller that comes first must fill it.
  Code *findCode(StringRef text, bool &isFirst) {
    llvm::XXH128_hash_t hash = llvm::xxh3_128bits(
        ArrayRef(reinterpret_cast<const uint8_t *>(text.data()), text.size()));
    std::lock_guard<std::mutex> lock(mutex);
    std::unique_ptr<Code> &code = codes[{hash.high64, hash.low64}];
    isFirst = !code;
    if (isFirst)
      code = std::make_unique<Code>();
    return code.get();
  }

  void compile(Job &job, ModuleOp module, std::string &messages) {
    auto start = std::chrono::steady_clock::now();
    StageListener listener;
    if (options.listener)
      listener = [&](StringRef stage, StringRef text) {
        report(job, stage, text);
      };
    FailureOr<CompiledKernel> kernel = target.compileKernel(module, listener);
    if (succeeded(kernel))
      job.code->kernel = std::move(*kernel);
    else
      job.code->error = messages.empty() ? "it was not compiled" : messages;
    job.code->compileMs = millisecondsSince(start);
  }

  void report(const Job &job, StringRef stage, StringRef text) {
    if (!options.listener)
      return;
    std::lock_guard<std::mutex> lock(listenerMutex);
    options.listener(job.request->name, stage, text);
  }

  const Target &target;
  const CompileKernelsOptions &options;
  std::vector<Job> &jobs;
  std::atomic<size_t> next = 0;
  std::mutex mutex; ///< Guards codes; their contents belong to one thread.
  std::map<ContentHash, std::unique_ptr<Code>> codes;
  std::mutex listenerMutex; ///< Guards what is called, and `done`.
  size_t done = 0;
};

llvm::Error collectErrors(ArrayRef<Job> jobs) {
  std::string text;
  for (const Job &job : jobs) {
    const std::string &error = job.code ? job.code->error : job.error;
    if (!error.empty())
      text += (text.empty() ? "kernel '" : "\nkernel '") + job.request->name +
              "': " + error;
  }
  if (text.empty())
    return llvm::Error::success();
  return llvm::createStringError(text);
}

/// Numbers the codes in the order in which requests first need them, which no
/// timing of threads can change.
llvm::Expected<CompiledKernels> assemble(const Target &target,
                                         ArrayRef<const Job *> jobOfRequest) {
  CompiledKernels result;
  std::vector<const CompiledKernel *> kernels;
  DenseMap<const Code *, uint32_t> numbers;
  for (const Job *job : jobOfRequest) {
    const Code &code = *job->code;
    auto [it, isNew] = numbers.try_emplace(&code, kernels.size());
    KernelStatistics statistics{.textBytes = code.kernel.textBytes,
                                .constantBytes = code.kernel.constantBytes,
                                .shared = !isNew};
    if (isNew) {
      statistics.buildMs = job->buildMs;
      statistics.compileMs = code.compileMs;
      kernels.push_back(&code.kernel);
    }
    result.entries.push_back(it->second);
    result.statistics.push_back(statistics);
  }
  llvm::Expected<CodeImage> image = target.buildImage(kernels);
  if (!image)
    return image.takeError();
  result.image = std::move(*image);
  return result;
}

} // namespace

llvm::Expected<CompiledKernels>
compileKernels(const Target &target, ArrayRef<KernelRequest> requests,
               const CompileKernelsOptions &options) {
  std::vector<Job> jobs;
  llvm::StringMap<size_t> jobOfKey;
  std::vector<size_t> jobOfRequest;
  for (const KernelRequest &request : requests) {
    auto [it, isNew] = jobOfKey.try_emplace(request.key, jobs.size());
    if (isNew)
      jobs.emplace_back().request = &request;
    jobOfRequest.push_back(it->second);
  }
  Compilation compilation(target, options, jobs);
  compilation.run();
  if (llvm::Error error = collectErrors(jobs))
    return std::move(error);
  std::vector<const Job *> pointers;
  for (size_t job : jobOfRequest)
    pointers.push_back(&jobs[job]);
  return assemble(target, pointers);
}

} // namespace tenon
