// SPDX-License-Identifier: Apache-2.0
// From a path to checked graph IR.
#ifndef TENON_COMPILER_DRIVER_LOADMODEL_H
#define TENON_COMPILER_DRIVER_LOADMODEL_H

#include "compiler/driver/Options.h"
#include "compiler/driver/Outcome.h"
#include "format/Engine.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace tenon {

struct LoadedModel {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string name; // the graph's own name, or the file's
  std::string hash; // hexadecimal, of the model file's bytes
  std::vector<format::Property> properties; // what its file says of itself
  Failure failure;
};

/// Problems of the file, and of its import, as a failure.
Failure failureOf(const std::vector<OnnxError> &errors);
Failure failureOf(const std::vector<ImportProblem> &problems);

/// Reads, checks and imports `options.modelPath`.
LoadedModel loadModelFile(mlir::MLIRContext &context,
                          const CompileOptions &options);

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_LOADMODEL_H
