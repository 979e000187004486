// SPDX-License-Identifier: Apache-2.0
// The loops with 512-bit vectors and fused multiply-add.
#include "tools/probe/PeakLoops.h"

namespace tenon::probe {

#if defined(__x86_64__)
namespace {
#define VECTOR_BYTES 64
#define KEEP(x) "+v"(x)
#define MULTIPLY_ADD(a, b, c) __builtin_elementwise_fma(a, b, c)
#include "tools/probe/PeakLoops.inc"
} // namespace

const PeakLoops *loops512() { return &kLoops; }
#else
const PeakLoops *loops512() { return nullptr; }
#endif

} // namespace tenon::probe
