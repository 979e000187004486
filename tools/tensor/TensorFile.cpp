// SPDX-License-Identifier: Apache-2.0
// Choice between .npy and .pb, and names of files.
#include "tools/tensor/TensorFile.h"

#include "compiler/onnx/wire/MappedFile.h"
#include "compiler/onnx/wire/TensorData.h"
#include "compiler/onnx/wire/TensorProtoFile.h"
#include "format/AtomicFile.h"
#include "tools/tensor/NpyFile.h"
#include "tools/tensor/NpyHeader.h"

#include <array>
#include <cstdio>
#include <sys/stat.h>

namespace tenon {
namespace {

/// File systems take names of 255 bytes; room for endings and temporaries.
constexpr size_t kLongestStem = 200;

OnnxResult<HostTensor> fromTensorProto(const OnnxTensor &source,
                                       const OnnxLimits &limits) {
  HostTensor tensor;
  tensor.name = source.name;
  tensor.elementType = source.elementType;
  tensor.shape.assign(source.dims.begin(), source.dims.end());
  if (source.elementType == OnnxElementType::String) {
    auto strings = tensorStrings(source, limits);
    if (!strings)
      return std::move(strings.error());
    tensor.strings.assign(strings->begin(), strings->end());
    return tensor;
  }
  auto bytes = tensorBytes(source, limits);
  if (!bytes)
    return std::move(bytes.error());
  tensor.bytes = HostBytes(bytes->bytes());
  return tensor;
}

OnnxResult<HostTensor> readNpy(const std::string &path,
                               const OnnxLimits &limits,
                               std::string_view file) {
  OnnxResult<HostTensor> tensor = decodeNpy(file, limits);
  if (!tensor)
    tensor.error().file = path;
  return tensor;
}

bool isSafe(char c) {
  bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return isLetter || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

/// FNV-1a: enough to tell apart the few long names of one model.
uint64_t hashOf(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

format::Bytes bytesOf(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

} // namespace

std::string tensorFileStem(std::string_view name) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string stem;
  for (char c : name) {
    // A leading dot would hide the file, or name a folder.
    bool stays = isSafe(c) && (c != '.' || !stem.empty());
    auto byte = static_cast<unsigned char>(c);
    if (stays)
      stem += c;
    else
      stem += {'%', kHex[byte >> 4], kHex[byte & 15]};
  }
  if (name.empty())
    return "%";
  if (stem.size() <= kLongestStem)
    return stem;
  char hash[20];
  std::snprintf(hash, sizeof(hash), "%%%016llx",
                static_cast<unsigned long long>(hashOf(name)));
  return stem.substr(0, kLongestStem) + hash;
}

OnnxResult<HostTensor> readTensorFile(const std::string &path,
                                      const OnnxLimits &limits) {
  auto file = MappedFile::open(path);
  if (!file)
    return std::move(file.error());
  if (isNpy((*file)->bytes()))
    return readNpy(path, limits, (*file)->bytes());
  OnnxResult<OnnxTensorFile> proto = readTensorProtoFile(path, limits);
  if (!proto)
    return std::move(proto.error());
  OnnxResult<HostTensor> tensor = fromTensorProto(proto->tensor, limits);
  if (!tensor)
    tensor.error().file = path;
  return tensor;
}

OnnxResult<std::string> writeTensorFile(const std::string &folder,
                                        const HostTensor &tensor) {
  bool isNpyFile = npyCanHold(tensor.elementType);
  std::string path =
      folder + "/" + tensorFileStem(tensor.name) + (isNpyFile ? ".npy" : ".pb");
  std::string front =
      isNpyFile ? encodeNpyHeader(tensor.elementType, tensor.shape)
                : encodeTensorProto({.name = tensor.name,
                                     .elementType = tensor.elementType,
                                     .dims = tensor.shape,
                                     .bytes = tensor.bytes.view(),
                                     .strings = tensor.strings});
  std::string_view data = isNpyFile ? tensor.bytes.view() : "";
  std::array<format::Bytes, 2> pieces = {bytesOf(front), bytesOf(data)};
  format::Status status = format::writeFileAtomically(path, pieces);
  if (status.ok())
    return path;
  return OnnxError{.code = OnnxErrorCode::FileUnwritable,
                   .what = status.message(),
                   .nextStep = "Name a folder that exists, that you may write "
                               "to and that has room."};
}

OnnxResult<std::string> findTensorFile(const std::string &folder,
                                       std::string_view name) {
  std::string stem = folder + "/" + tensorFileStem(name);
  for (const char *ending : {".npy", ".pb"}) {
    struct stat status = {};
    if (::stat((stem + ending).c_str(), &status) == 0)
      return stem + ending;
  }
  return OnnxError{.code = OnnxErrorCode::FileUnreadable,
                   .what = "there is no file for the input " + quoteName(name),
                   .file = folder,
                   .allowed = stem + ".npy or " + stem + ".pb",
                   .nextStep = "Write the input to a file of that name."};
}

} // namespace tenon
