// SPDX-License-Identifier: Apache-2.0
// Opens, maps, reads: the steps from a path to a model, in order.
#include "compiler/onnx/wire/ModelFile.h"

#include "compiler/onnx/wire/ExternalFiles.h"
#include "compiler/onnx/wire/FileKind.h"
#include "compiler/onnx/wire/MappedFile.h"
#include "compiler/onnx/wire/ModelReader.h"
#include "compiler/onnx/wire/OnnxStorage.h"
#include "compiler/onnx/wire/ValidateModel.h"

namespace tenon {
namespace {

/// Words a failure to read the form of a file by what the file may be.
OnnxError explainFailure(OnnxError error, std::string_view bytes,
                         const std::string &fileName) {
  error.file = fileName;
  bool isForm = error.code == OnnxErrorCode::Malformed ||
                error.code == OnnxErrorCode::NotOnnx;
  FileKind kind = isForm ? guessFileKind(bytes) : FileKind{};
  if (kind.name.empty())
    return error;
  error.code = OnnxErrorCode::NotOnnx;
  error.where.clear();
  error.what = "the file is not an ONNX model: it is " + std::string(kind.name);
  error.found = "it begins with " + quoteName(bytes.substr(0, 16));
  error.allowed = "an ONNX model (protobuf)";
  error.nextStep = kind.advice;
  return error;
}

OnnxResult<OnnxModel> readBytes(std::string_view bytes,
                                const std::string &fileName,
                                std::shared_ptr<OnnxStorage> storage,
                                ExternalFiles *externalFiles,
                                const OnnxLimits &limits) {
  if (static_cast<int64_t>(bytes.size()) > limits.modelBytes)
    return OnnxError{.code = OnnxErrorCode::LimitExceeded,
                     .what = "the model file is too large",
                     .file = fileName,
                     .found = std::to_string(bytes.size()) + " bytes",
                     .allowed = "at most " + std::to_string(limits.modelBytes),
                     .nextStep = "Raise the limit if you trust the model."};
  ModelReader reader(bytes, *storage, externalFiles, limits);
  OnnxModel model;
  if (!reader.readModel(model))
    return explainFailure(std::move(reader.error()), bytes, fileName);
  model.fileName = fileName;
  model.storage = std::move(storage);
  return model;
}

} // namespace

OnnxResult<OnnxModel> readModelFile(const std::string &path,
                                    const OnnxLimits &limits) {
  auto file = MappedFile::open(path);
  if (!file)
    return std::move(file.error());
  auto storage = std::make_shared<OnnxStorage>();
  storage->keep(*file);
  ExternalFiles externalFiles(path, limits, *storage);
  return readBytes((*file)->bytes(), path, storage, &externalFiles, limits);
}

OnnxResult<OnnxModel> readModelBytes(std::string_view bytes,
                                     const std::string &name,
                                     const OnnxLimits &limits) {
  return readBytes(bytes, name, std::make_shared<OnnxStorage>(), nullptr,
                   limits);
}

OnnxModelOrErrors loadModel(const std::string &path, const OnnxLimits &limits) {
  OnnxModelOrErrors result;
  OnnxResult<OnnxModel> model = readModelFile(path, limits);
  if (!model) {
    result.errors.push_back(std::move(model.error()));
    return result;
  }
  result.model = *std::move(model);
  result.errors = validateModel(result.model, limits);
  return result;
}

} // namespace tenon
