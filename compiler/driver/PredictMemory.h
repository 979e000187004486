// SPDX-License-Identifier: Apache-2.0
// What a run of a program will allocate, before anything is.
#ifndef TENON_COMPILER_DRIVER_PREDICTMEMORY_H
#define TENON_COMPILER_DRIVER_PREDICTMEMORY_H

#include "format/Program.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>
#include <utility>
#include <vector>

namespace tenon {

struct PredictedMemory {
  /// Intermediate tensors and outputs, as the runtime plans them; 0 when no
  /// sizes were found that the model accepts.
  int64_t peakBytes = 0;
  /// At which sizes of the dynamic dimensions.
  std::vector<std::pair<std::string, int64_t>> sizes;
};

/// At the optimum of every dimension, where the model accepts that; else at
/// sizes that it accepts (SampleSizes.h). `module` is what `program` is of.
PredictedMemory predictMemory(mlir::ModuleOp module,
                              const format::Program &program);

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_PREDICTMEMORY_H
