// SPDX-License-Identifier: Apache-2.0
// The inputs of a model as typed arguments: declared dimensions, names of
// dimensions and the user's choices become size expressions and symbols.
#ifndef TENON_COMPILER_ONNX_IMPORTSIGNATURE_H
#define TENON_COMPILER_ONNX_IMPORTSIGNATURE_H

#include "compiler/onnx/Importer.h"

namespace tenon {

struct ArgumentSpec {
  std::string name;
  mlir::RankedTensorType type;
};

struct Signature {
  std::vector<ArgumentSpec> arguments;
  /// Value of the module's `tenon.symbols`.
  mlir::DictionaryAttr symbols;
};

/// Works out the arguments of `graph`: its inputs without those that an
/// initializer gives a value.
Signature importSignature(mlir::MLIRContext &context, const OnnxGraph &graph,
                          const ImportOptions &options,
                          std::vector<ImportProblem> &problems);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_IMPORTSIGNATURE_H
