// SPDX-License-Identifier: Apache-2.0
// Lone TensorProtos in and out.
#include "compiler/onnx/wire/TensorProtoFile.h"

#include "compiler/onnx/wire/ExternalFiles.h"
#include "compiler/onnx/wire/FileKind.h"
#include "compiler/onnx/wire/MappedFile.h"
#include "compiler/onnx/wire/ModelReader.h"
#include "compiler/onnx/wire/OnnxStorage.h"
#include "compiler/onnx/wire/TensorData.h"
#include "compiler/onnx/wire/WireWriter.h"

namespace tenon {
namespace {

/// Words a failure by what the file may be instead of a tensor.
OnnxError explainFailure(OnnxError error, std::string_view bytes,
                         const std::string &fileName) {
  error.file = fileName;
  FileKind kind = guessFileKind(bytes);
  if (kind.name.empty()) {
    error.nextStep = "Name a file that holds one ONNX TensorProto; sequences "
                     "and optional values are other messages.";
    return error;
  }
  error.code = OnnxErrorCode::NotOnnx;
  error.what =
      "the file is not an ONNX tensor: it is " + std::string(kind.name);
  error.allowed = "a TensorProto (.pb) or a NumPy array (.npy)";
  error.nextStep = "Name a file of one of these kinds.";
  return error;
}

OnnxResult<OnnxTensorFile> readBytes(std::string_view bytes,
                                     const std::string &fileName,
                                     std::shared_ptr<OnnxStorage> storage,
                                     ExternalFiles *externalFiles,
                                     const OnnxLimits &limits) {
  ModelReader reader(bytes, *storage, externalFiles, limits);
  OnnxTensorFile result;
  if (!reader.readLoneTensor(result.tensor))
    return explainFailure(std::move(reader.error()), bytes, fileName);
  if (auto fault = checkTensorData(result.tensor, limits))
    return explainFailure(*std::move(fault), bytes, fileName);
  result.storage = std::move(storage);
  return result;
}

} // namespace

OnnxResult<OnnxTensorFile> readTensorProtoFile(const std::string &path,
                                               const OnnxLimits &limits) {
  auto file = MappedFile::open(path);
  if (!file)
    return std::move(file.error());
  auto storage = std::make_shared<OnnxStorage>();
  storage->keep(*file);
  ExternalFiles externalFiles(path, limits, *storage);
  return readBytes((*file)->bytes(), path, storage, &externalFiles, limits);
}

OnnxResult<OnnxTensorFile> readTensorProto(std::string_view bytes,
                                           const std::string &name,
                                           const OnnxLimits &limits) {
  return readBytes(bytes, name, std::make_shared<OnnxStorage>(), nullptr,
                   limits);
}

std::string encodeTensorProto(const TensorProtoSource &source) {
  // Field numbers of TensorProto, in the order that protobuf writes them.
  WireWriter writer;
  for (int64_t dim : source.dims)
    writer.integer(1, dim);
  writer.integer(2, static_cast<int32_t>(source.elementType));
  for (const std::string &string : source.strings)
    writer.bytes(6, string);
  if (!source.name.empty())
    writer.bytes(8, source.name);
  if (source.elementType != OnnxElementType::String)
    writer.bytes(9, source.bytes);
  return writer.take();
}

} // namespace tenon
