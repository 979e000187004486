// SPDX-License-Identifier: Apache-2.0
//
// Kernels for the runtime's tests: C functions that the linker puts into one
// section, from where they are taken as an engine's code. They are compiled
// like any code of this program, so they run on whatever CPU the test runs on.
#ifndef TENON_TEST_DEVICE_TESTKERNELS_H
#define TENON_TEST_DEVICE_TESTKERNELS_H

#include "format/Engine.h"

#include <cstddef>
#include <vector>

namespace tenon::test {

/// Order of the kernels in testVariant().kernels. "fault" is the last buffer.
enum TestKernel : uint32_t {
  /// buffers x, c, y, fault: y[i] = x[i] + c[0], f32
  kAddConstant,
  /// buffers x, y, fault; sizes factor: y[i] = x[i] * factor, i32
  kScale,
  /// buffers x, index (i64), y, fault; sizes count of x: y[i] = x[index[i]],
  /// f32; an index out of range is clamped and reported with its node 1
  kGather,
  /// buffers y, fault: y[i] = begin * 1000 + end of the part i is in, i64
  kMarkParts,
  /// buffers y, fault; sizes rounds: keeps the thread busy, y[i] = 1, i64
  kBusy,
  /// buffers x, y, fault: y[i] = x[i] * 0.5f, f32; halves denormals too
  kHalve,
  kNumTestKernels,
};

/// A variant named "test" for the CPU, with every kernel above.
format::Variant testVariant();

/// Its code image.
std::vector<std::byte> testCode();

} // namespace tenon::test

#endif // TENON_TEST_DEVICE_TESTKERNELS_H
