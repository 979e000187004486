// SPDX-License-Identifier: Apache-2.0
// Writes the reports of compilations.
#include "compiler/driver/ApiReport.h"
#include "llvm/Support/JSON.h"

namespace tenon {

namespace {

using llvm::json::Array;
using llvm::json::Object;

llvm::StringRef statusText(FailureKind kind) {
  switch (kind) {
  case FailureKind::None:
    return "ok";
  case FailureKind::BadInput:
    return "bad_input";
  case FailureKind::Unsupported:
    return "unsupported";
  case FailureKind::Mismatch:
    return "mismatch";
  case FailureKind::Resources:
    return "resources";
  case FailureKind::Internal:
    return "internal";
  }
  return "internal";
}

/// Names come out of files: what is no UTF-8 is made so.
std::string clean(const std::string &text) { return llvm::json::fixUTF8(text); }

Object failureObject(const Failure &failure) {
  Array problems;
  for (const Message &message : failure.messages)
    problems.push_back(Object{{"node", clean(message.node)},
                              {"op", clean(message.opType)},
                              {"what", clean(message.what)},
                              {"hint", clean(message.hint)}});
  return Object{{"version", 1},
                {"status", statusText(failure.kind)},
                {"problems", std::move(problems)}};
}

Object memoryObject(const PredictedMemory &memory, int64_t weightsBytes) {
  Object sizes;
  for (const auto &[symbol, size] : memory.sizes)
    sizes[clean(symbol)] = size;
  return Object{{"planned_peak_bytes", memory.peakBytes},
                {"weights_bytes", weightsBytes},
                {"sizes", std::move(sizes)}};
}

Array passArray(llvm::ArrayRef<PassTime> passes) {
  Array list;
  for (const PassTime &pass : passes)
    list.push_back(Object{{"name", pass.name}, {"ms", pass.milliseconds}});
  return list;
}

Object targetObject(const TargetReport &report) {
  return Object{{"target", report.target},
                {"kernels", report.kernels},
                {"distinct_kernels", report.distinctKernels},
                {"code_bytes", report.codeBytes},
                {"compile_ms", report.compileMs},
                {"passes", passArray(report.passes)}};
}

std::string textOf(Object object) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(object));
  return text;
}

} // namespace

std::string checkReport(const CheckedModel &model) {
  Object report = failureObject(model.failure);
  report["check_ms"] = model.checkMs;
  if (model.failure)
    return textOf(std::move(report));
  Array slow;
  for (const SlowKernel &kernel : model.slow) {
    Array nodes;
    for (const std::string &node : kernel.nodes)
      nodes.push_back(clean(node));
    slow.push_back(
        Object{{"nodes", std::move(nodes)}, {"why", clean(kernel.why)}});
  }
  report["slow"] = std::move(slow);
  report["predicted"] = Object{{"kernels", model.kernels},
                               {"distinct_kernels", model.distinctKernels},
                               {"build_ms", model.predictedBuildMs}};
  report["memory"] = memoryObject(model.memory, model.weightsBytes);
  return textOf(std::move(report));
}

std::string failureReport(const Failure &failure) {
  return textOf(failureObject(failure));
}

std::string compileReport(const CompiledModel &model) {
  Object report = failureObject(model.failure);
  VerifyCounts verify;
  Array targets;
  for (const TargetReport &target : model.targets) {
    verify.ran |= target.verify.ran;
    verify.checked += target.verify.checked;
    verify.mismatches += target.verify.mismatches;
    verify.unjudged += target.verify.unjudged;
    targets.push_back(targetObject(target));
  }
  report["build_ms"] = model.buildMs;
  report["engine_bytes"] = static_cast<int64_t>(model.engine.size());
  report["verify"] = Object{{"ran", verify.ran},
                            {"checked", verify.checked},
                            {"mismatches", verify.mismatches},
                            {"unjudged", verify.unjudged}};
  report["memory"] = memoryObject(model.memory, model.weightsBytes);
  report["passes"] = passArray(model.shared.passes);
  report["targets"] = std::move(targets);
  return textOf(std::move(report));
}

} // namespace tenon
