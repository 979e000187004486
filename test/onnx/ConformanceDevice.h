// SPDX-License-Identifier: Apache-2.0
// What the conformance program asks of a device: run an imported model. Each
// device is one file here; ConformanceMain.cpp names them.
#ifndef TENON_TEST_ONNX_CONFORMANCEDEVICE_H
#define TENON_TEST_ONNX_CONFORMANCEDEVICE_H

#include "mlir/IR/BuiltinOps.h"
#include <memory>
#include <string>
#include <vector>

namespace tenon {

/// A tensor as files hold it: row-major, little-endian, bool a byte.
struct HostTensor {
  mlir::Type elementType;
  llvm::SmallVector<int64_t> shape;
  std::vector<char> bytes;
};

/// Why a device did not give results.
struct DeviceProblem {
  bool unsupported = false; ///< a sound model that the device refuses
  std::string what;
};

class ConformanceDevice {
public:
  virtual ~ConformanceDevice() = default;
  /// Makes `module` (one function `main` of graph IR) ready to run; it may be
  /// changed and lives as long as `run` is called. Absent: no problem.
  virtual std::optional<DeviceProblem> prepare(mlir::ModuleOp module) = 0;
  /// One tensor per result of `main` in `outputs`.
  virtual std::optional<DeviceProblem>
  run(llvm::ArrayRef<HostTensor> inputs, std::vector<HostTensor> &outputs) = 0;
};

std::unique_ptr<ConformanceDevice> makeReferenceDevice();
std::unique_ptr<ConformanceDevice> makeCpuDevice();

} // namespace tenon

#endif // TENON_TEST_ONNX_CONFORMANCEDEVICE_H
