// SPDX-License-Identifier: Apache-2.0
// The loops with what every machine of this architecture has.
#include "tools/probe/PeakLoops.h"

namespace tenon::probe {

namespace {
#define VECTOR_BYTES 16
#if defined(__x86_64__)
#define KEEP(x) "+x"(x)
#define MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#elif defined(__aarch64__)
#define KEEP(x) "+w"(x)
#define MULTIPLY_ADD(a, b, c) __builtin_elementwise_fma(a, b, c)
#else
#define KEEP(x) "+m"(x)
#define MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#endif
#include "tools/probe/PeakLoops.inc"
} // namespace

const PeakLoops *plainLoops() { return &kLoops; }

} // namespace tenon::probe
