// SPDX-License-Identifier: Apache-2.0
// Reads input_K.pb and output_K.pb.
#include "test/onnx/DataSet.h"
#include "compiler/onnx/OpImport.h"
#include "compiler/onnx/wire/TensorData.h"
#include "llvm/Support/FileSystem.h"

namespace tenon {

/// `prefix`0.pb, `prefix`1.pb, ... as far as they go.
static bool readNumbered(const std::string &prefix,
                         std::vector<OnnxTensorFile> &tensors,
                         std::string &error) {
  for (size_t k = 0;; ++k) {
    std::string path = prefix + std::to_string(k) + ".pb";
    if (!llvm::sys::fs::exists(path))
      return true;
    OnnxResult<OnnxTensorFile> file = readTensorProtoFile(path);
    if (!file) {
      error = file.error().text();
      return false;
    }
    tensors.push_back(std::move(*file));
  }
}

std::vector<DataSet> readDataSets(const std::string &folder,
                                  std::string &error) {
  std::vector<DataSet> sets;
  for (size_t n = 0;; ++n) {
    DataSet set;
    set.folder = folder + "/test_data_set_" + std::to_string(n);
    if (!llvm::sys::fs::is_directory(set.folder))
      break;
    if (!readNumbered(set.folder + "/input_", set.inputs, error) ||
        !readNumbered(set.folder + "/output_", set.outputs, error))
      return {};
    sets.push_back(std::move(set));
  }
  if (sets.empty())
    error = "no test_data_set_0 in " + folder;
  return sets;
}

std::optional<HostTensor> hostTensor(mlir::MLIRContext *context,
                                     const OnnxTensor &tensor) {
  HostTensor result;
  result.elementType = elementTypeFor(context, tensor.elementType);
  if (!result.elementType)
    return std::nullopt;
  OnnxResult<OnnxTensorBytes> data = tensorBytes(tensor);
  if (!data)
    return std::nullopt;
  result.shape.assign(tensor.dims.begin(), tensor.dims.end());
  std::string_view bytes = data->bytes();
  result.bytes.assign(bytes.begin(), bytes.end());
  return result;
}

} // namespace tenon
