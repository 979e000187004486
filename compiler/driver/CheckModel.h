// SPDX-License-Identifier: Apache-2.0
// What a compilation would meet, without compiling: every unsupported node,
// kernels that will be slow, memory, and how long the build would take.
#ifndef TENON_COMPILER_DRIVER_CHECKMODEL_H
#define TENON_COMPILER_DRIVER_CHECKMODEL_H

#include "compiler/driver/Options.h"
#include "compiler/driver/Outcome.h"
#include "compiler/driver/PredictMemory.h"

namespace tenon {

/// A kernel that computes, and for which there is no fast schedule.
struct SlowKernel {
  std::vector<std::string> nodes;
  std::string why;
};

struct CheckedModel {
  Failure failure;
  double checkMs = 0;
  // Of the first target; only without a failure:
  std::vector<SlowKernel> slow;
  int64_t kernels = 0;
  int64_t distinctKernels = 0;
  double predictedBuildMs = 0;
  PredictedMemory memory;
  int64_t weightsBytes = 0;
};

CheckedModel checkModel(const CompileOptions &options);

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_CHECKMODEL_H
