// SPDX-License-Identifier: Apache-2.0
// What a run of a program will allocate, before anything is.
#ifndef TENON_COMPILER_DRIVER_PREDICTMEMORY_H
#define TENON_COMPILER_DRIVER_PREDICTMEMORY_H

#include "format/Program.h"

namespace tenon {

/// Bytes of intermediate tensors and outputs at the optimum of every
/// dimension, planned as the runtime plans them; 0 when a size has no value
/// there.
int64_t predictPeakBytes(const format::Program &program);

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_PREDICTMEMORY_H
