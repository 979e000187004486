// SPDX-License-Identifier: Apache-2.0
// The tensors of one test_data_set_N folder.
#ifndef TENON_TEST_ONNX_DATASET_H
#define TENON_TEST_ONNX_DATASET_H

#include "compiler/onnx/wire/TensorProtoFile.h"
#include "test/onnx/ConformanceDevice.h"

namespace tenon {

struct DataSet {
  std::string folder;
  std::vector<OnnxTensorFile> inputs, outputs;
};

/// The data sets below a test's folder, in order. On failure says why in
/// `error`.
std::vector<DataSet> readDataSets(const std::string &folder,
                                  std::string &error);

/// The tensor as devices take it; absent for types the graph IR has not.
std::optional<HostTensor> hostTensor(mlir::MLIRContext *context,
                                     const OnnxTensor &tensor);

} // namespace tenon

#endif // TENON_TEST_ONNX_DATASET_H
