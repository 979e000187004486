// SPDX-License-Identifier: Apache-2.0
// What a run of a program will allocate, before anything is.
#ifndef TENON_COMPILER_DRIVER_PREDICTMEMORY_H
#define TENON_COMPILER_DRIVER_PREDICTMEMORY_H

#include "format/Program.h"
#include <string>
#include <utility>
#include <vector>

namespace tenon {

struct PredictedMemory {
  /// Intermediate tensors and outputs, as the runtime plans them; 0 when the
  /// model does not accept these sizes.
  int64_t peakBytes = 0;
  /// At which sizes of the dynamic dimensions.
  std::vector<std::pair<std::string, int64_t>> sizes;
};

/// At the optimum of every dimension.
PredictedMemory predictMemory(const format::Program &program);

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_PREDICTMEMORY_H
