// SPDX-License-Identifier: Apache-2.0
// What a compilation would meet, without compiling: every unsupported node,
// nodes that will be slow, memory, and how long the build would take.
#ifndef TENON_COMPILER_DRIVER_CHECKMODEL_H
#define TENON_COMPILER_DRIVER_CHECKMODEL_H

#include "compiler/driver/Options.h"
#include "compiler/driver/Outcome.h"

#include <cstdint>

namespace tenon {

struct CheckedModel {
  Failure failure;
  int64_t nodes = 0;
  int64_t weightsBytes = 0;
  double checkMs = 0;
};

CheckedModel checkModel(const CompileOptions &options);

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_CHECKMODEL_H
