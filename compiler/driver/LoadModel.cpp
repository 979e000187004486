// SPDX-License-Identifier: Apache-2.0
// Reads, checks and imports a model file.
#include "compiler/driver/LoadModel.h"
#include "compiler/driver/ExposeNodes.h"
#include "compiler/onnx/wire/ModelFile.h"
#include "format/Hash.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace tenon {

/// The hash of the file, so that an engine says which model it came from.
static std::string hashOfFile(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return "";
  llvm::StringRef bytes = (*buffer)->getBuffer();
  format::Hash128 hash = format::hashBytes(
      std::as_bytes(std::span<const char>(bytes.data(), bytes.size())));
  std::string text;
  static constexpr char kDigits[] = "0123456789abcdef";
  for (uint8_t byte : hash) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

static FailureKind kindOf(const OnnxError &error) {
  switch (exitCodeOf(error.code)) {
  case 2:
    return FailureKind::Unsupported;
  case 4:
    return FailureKind::Resources;
  default:
    return FailureKind::BadInput;
  }
}

/// What to do about a problem that says nothing of its own.
static const char *usualHint(ImportProblem::Kind kind) {
  return kind == ImportProblem::Kind::Invalid
             ? "correct the model or export it again"
             : "express it by supported operators";
}

Failure failureOf(const std::vector<OnnxError> &errors) {
  Failure failure{kindOf(errors.front()), {}};
  for (const OnnxError &error : errors) {
    if (kindOf(error) == FailureKind::BadInput)
      failure.kind = FailureKind::BadInput;
    failure.messages.push_back({"", "", error.text(), ""});
  }
  return failure;
}

Failure failureOf(const std::vector<ImportProblem> &problems) {
  Failure failure{FailureKind::Unsupported, {}};
  for (const ImportProblem &problem : problems) {
    if (problem.kind == ImportProblem::Kind::Invalid)
      failure.kind = FailureKind::BadInput;
    failure.messages.push_back(
        {problem.node, problem.opType, problem.what,
         problem.hint.empty() ? usualHint(problem.kind) : problem.hint});
  }
  return failure;
}

LoadedModel loadModelFile(MLIRContext &context, const CompileOptions &options) {
  LoadedModel result;
  OnnxModelOrErrors model = loadModel(options.modelPath);
  if (!model.errors.empty()) {
    result.failure = failureOf(model.errors);
    return result;
  }
  result.name = std::string(model.model.graph->name);
  if (result.name.empty())
    result.name = llvm::sys::path::stem(options.modelPath).str();
  result.hash = hashOfFile(options.modelPath);
  for (const OnnxMetadata &entry : model.model.metadata)
    result.properties.push_back(
        {std::string(entry.key), std::string(entry.value)});
  ImportResult imported = importModel(context, model.model, options.import);
  if (!imported.problems.empty())
    result.failure = failureOf(imported.problems);
  result.module = std::move(imported.module);
  if (result.module && options.exposeNodes)
    exposeNodes(*result.module);
  return result;
}

} // namespace tenon
