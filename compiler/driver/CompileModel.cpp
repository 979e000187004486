// SPDX-License-Identifier: Apache-2.0
// The whole way, stage by stage.
#include "compiler/driver/CompileModel.h"
#include "compiler/driver/CompileTarget.h"
#include "compiler/driver/LoadModel.h"
#include "compiler/driver/VerifyKernels.h"
#include "format/AtomicFile.h"
#include "llvm/Support/JSON.h"
#include <chrono>

using namespace mlir;

namespace tenon {

namespace {

constexpr const char *kProducer = "tenon 0.1.0";

class ModelCompiler {
public:
  ModelCompiler(ModuleOp module, format::EngineMetadata metadata,
                const CompileOptions &options)
      : options(options), module(module), metadata(std::move(metadata)) {}

  CompiledModel run();

private:
  Failure compileTargets();
  Failure verify();
  Failure assemble();
  void step(const std::string &stage, double fraction) {
    if (options.progress)
      options.progress(stage, fraction);
  }

  /// Progress of one of several equal parts of a span of the whole.
  struct Span {
    double from, to;
  };
  static constexpr Span kCompileSpan{0.15, 0.6}, kVerifySpan{0.6, 0.95};
  Progress partOf(Span span, size_t part, size_t parts) {
    double size = (span.to - span.from) / static_cast<double>(parts);
    double from = span.from + size * static_cast<double>(part);
    return [this, from, size](const std::string &stage, double fraction) {
      step(stage, from + size * fraction);
    };
  }

  const CompileOptions &options;
  ModuleOp module;
  format::EngineMetadata metadata;
  format::ConstantPool pool;
  std::deque<std::vector<char>> owned;
  std::vector<CompiledTarget> targets;
  CompiledModel result;
};

Failure ModelCompiler::compileTargets() {
  std::vector<std::string> names = options.targets;
  if (names.empty())
    names.push_back("host");
  for (auto [i, target] : llvm::enumerate(names)) {
    CompileOptions part = options;
    part.progress = partOf(kCompileSpan, i, names.size());
    targets.push_back(compileTarget(module, target, part, pool, owned));
    if (targets.back().failure)
      return targets.back().failure;
  }
  return {};
}

Failure ModelCompiler::verify() {
  if (!options.verify)
    return {};
  for (auto [i, target] : llvm::enumerate(targets)) {
    auto progress = partOf(kVerifySpan, i, targets.size());
    auto tell = [&, &name = target.report.target](double fraction) {
      progress("verifying kernels for " + name, fraction);
    };
    if (Failure failure = verifyKernels(target, target.report.verify, tell))
      return failure;
  }
  return {};
}

static std::string verdictJson(llvm::ArrayRef<CompiledTarget> targets) {
  llvm::json::Array variants;
  for (const CompiledTarget &target : targets)
    variants.push_back(
        llvm::json::Object{{"target", target.report.target},
                           {"ran", target.report.verify.ran},
                           {"checked", target.report.verify.checked},
                           {"mismatches", target.report.verify.mismatches}});
  llvm::json::Value whole =
      llvm::json::Object{{"version", 1}, {"variants", std::move(variants)}};
  std::string text;
  llvm::raw_string_ostream(text) << whole;
  return text;
}

static format::Variant variantOf(const CompiledTarget &target, uint32_t rank) {
  format::Variant variant;
  variant.name = target.report.target;
  variant.device = target.target->device();
  variant.features = target.target->requiredFeatures();
  variant.rank = rank;
  variant.textBytes = target.kernels.image.textBytes;
  for (auto [i, entry] : llvm::enumerate(target.kernels.image.entryOffsets)) {
    format::Kernel kernel;
    for (auto [k, index] : llvm::enumerate(target.kernels.entries))
      if (index == i && kernel.name.empty())
        kernel.name = target.plans[k].request.name;
    kernel.entry = entry;
    variant.kernels.push_back(kernel);
  }
  return variant;
}

Failure ModelCompiler::assemble() {
  step("writing the engine", 0.95);
  format::EngineWriter writer;
  auto check = [](const format::Status &status) {
    return status.ok() ? Failure()
                       : Failure::of(FailureKind::Internal, status.message());
  };
  if (Failure failure = check(writer.setMetadata(metadata)))
    return failure;
  std::vector<const CompiledTarget *> all;
  for (const CompiledTarget &target : targets)
    all.push_back(&target);
  writer.setExplain(explainJson(all, result.shared.remarks));
  writer.setVerdict(verdictJson(targets));
  for (const CompiledTarget &target : targets) {
    // More required features, more speed: the richest variant that fits wins.
    uint32_t rank = target.target->requiredFeatures().size();
    const std::string &code = target.kernels.image.bytes;
    auto added = writer.addVariant(
        variantOf(target, rank), target.program,
        std::as_bytes(std::span<const char>(code.data(), code.size())),
        static_cast<uint32_t>(
            std::max<uint64_t>(1, target.kernels.image.pageBytes)));
    if (!added.ok())
      return check(added.status());
  }
  writer.setConstants(pool);
  auto bytes = writer.build();
  if (!bytes.ok())
    return check(bytes.status());
  result.engine = std::move(*bytes);
  result.weightsBytes = pool.sizeBytes();
  return {};
}

CompiledModel ModelCompiler::run() {
  auto start = std::chrono::steady_clock::now();
  step("simplifying the graph", 0.1);
  result.failure = simplifyModule(module, options, result.shared);
  for (auto stage : {&ModelCompiler::compileTargets, &ModelCompiler::verify,
                     &ModelCompiler::assemble})
    if (!result.failure)
      result.failure = (this->*stage)();
  if (!result.failure)
    result.memory = predictMemory(targets.front().program);
  for (CompiledTarget &target : targets)
    result.targets.push_back(target.report);
  std::chrono::duration<double, std::milli> spent =
      std::chrono::steady_clock::now() - start;
  result.buildMs = spent.count();
  step("done", 1);
  return std::move(result);
}

} // namespace

Failure simplifyModule(ModuleOp module, const CompileOptions &options,
                       SharedReport &report) {
  llvm::Expected<std::unique_ptr<Target>> null = createTarget("null");
  if (!null)
    return Failure::of(FailureKind::Internal, llvm::toString(null.takeError()));
  PassContext passes{(*null)->facts(), options};
  CollectDiagnostics diagnostics(module.getContext());
  if (failed(runPasses(sharedPasses(), module, passes, report.passes)))
    return Failure::of(FailureKind::Internal, diagnostics.errors);
  report.remarks = std::move(diagnostics.remarks);
  return {};
}

CompiledModel compileModule(ModuleOp module, const CompileOptions &options) {
  std::string name = module.getName().value_or("").str();
  return ModelCompiler(module, {kProducer, std::move(name), ""}, options).run();
}

CompiledModel compileModel(const CompileOptions &options) {
  if (options.progress)
    options.progress("reading the model", 0);
  MLIRContext context;
  LoadedModel model = loadModelFile(context, options);
  if (model.failure) {
    CompiledModel result;
    result.failure = model.failure;
    return result;
  }
  format::EngineMetadata metadata{kProducer, model.name, model.hash,
                                  std::move(model.properties)};
  return ModelCompiler(*model.module, std::move(metadata), options).run();
}

Failure writeEngine(const std::vector<std::byte> &engine,
                    const std::string &path) {
  format::Bytes whole(engine);
  format::Status status =
      format::writeFileAtomically(path, std::span(&whole, 1));
  if (status.ok())
    return {};
  return Failure::of(FailureKind::Resources, status.message());
}

} // namespace tenon
