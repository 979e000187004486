// SPDX-License-Identifier: Apache-2.0
// The whole way: a model file to the bytes of an engine.
#ifndef TENON_COMPILER_DRIVER_COMPILEMODEL_H
#define TENON_COMPILER_DRIVER_COMPILEMODEL_H

#include "compiler/driver/CollectDiagnostics.h"
#include "compiler/driver/Outcome.h"
#include "compiler/driver/Pipeline.h"
#include "compiler/driver/PredictMemory.h"
#include "format/EngineWriter.h"

namespace tenon {

struct VerifyCounts {
  bool ran = false;
  int64_t checked = 0;
  int64_t mismatches = 0;
  int64_t unjudged = 0; // samples of which the reference cannot tell
};

/// What one target took and gave.
struct TargetReport {
  std::string target;
  int64_t kernels = 0;         // launched
  int64_t distinctKernels = 0; // compiled
  int64_t codeBytes = 0;
  std::vector<PassTime> passes;
  double compileMs = 0;
  VerifyCounts verify;
};

/// What the passes gave that no target takes part in.
struct SharedReport {
  std::vector<Remark> remarks;
  std::vector<PassTime> passes;
};

struct CompiledModel {
  Failure failure;
  std::vector<std::byte> engine; // empty after a failure
  double buildMs = 0;
  int64_t weightsBytes = 0;
  PredictedMemory memory; // of the first target
  SharedReport shared;
  std::vector<TargetReport> targets;
};

CompiledModel compileModel(const CompileOptions &options);

/// The same from a module of graph IR that is already there: a function
/// `main` on tensors. The module is simplified in place.
CompiledModel compileModule(mlir::ModuleOp module,
                            const CompileOptions &options);

/// Runs the passes that no target takes part in over `module`.
Failure simplifyModule(mlir::ModuleOp module, const CompileOptions &options,
                       SharedReport &report);

/// `engine` to a file, complete or not at all.
Failure writeEngine(const std::vector<std::byte> &engine,
                    const std::string &path);

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_COMPILEMODEL_H
