// SPDX-License-Identifier: Apache-2.0
// From a checked ONNX model to graph IR.
#ifndef TENON_COMPILER_ONNX_IMPORTER_H
#define TENON_COMPILER_ONNX_IMPORTER_H

#include "compiler/onnx/OpImport.h"
#include "compiler/onnx/wire/TensorProtoFile.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <map>

namespace tenon {

/// The size of one input dimension as the user wants it.
struct DimChoice {
  bool keep = true; // as the model says
  int64_t min = 0;  // min == max: fixed
  int64_t max = -1; // -1: unbounded
  int64_t optimum = 0;

  bool isFixed() const { return !keep && min == max; }
  bool operator==(const DimChoice &) const = default;
};

struct ImportOptions {
  /// Per input name, one choice per dimension. Inputs not named keep what the
  /// model says.
  std::map<std::string, std::vector<DimChoice>> shapes;
  /// Inputs that are given their value now: they become constants.
  std::map<std::string, OnnxTensorFile> values;
};

struct ImportResult {
  mlir::OwningOpRef<mlir::ModuleOp> module; // null when `problems` is not empty
  /// Every problem found, not only the first.
  std::vector<ImportProblem> problems;
};

/// Imports `model`, which must be sound (validateModel). The mapped file is
/// kept alive by the dialect's weights.
ImportResult importModel(mlir::MLIRContext &context, const OnnxModel &model,
                         const ImportOptions &options = {});

} // namespace tenon

#endif // TENON_COMPILER_ONNX_IMPORTER_H
