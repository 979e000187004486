// SPDX-License-Identifier: Apache-2.0
// Whether a result agrees with what a test expects.
#ifndef TENON_TEST_ONNX_COMPARETENSORS_H
#define TENON_TEST_ONNX_COMPARETENSORS_H

#include "test/onnx/ConformanceDevice.h"

namespace tenon {

/// As numpy.testing.assert_allclose has it.
struct Tolerance {
  double relative = 1e-3;
  double absolute = 1e-7;
};

/// Absent when `found` has the type and shape of `expected` and every element
/// agrees: floats within absolute + relative * |expected|, NaN with NaN,
/// infinity with the same infinity; integers and bools exactly. Else says what
/// differs first and how many elements do.
std::optional<std::string> describeDifference(const HostTensor &found,
                                              const HostTensor &expected,
                                              const Tolerance &tolerance);

} // namespace tenon

#endif // TENON_TEST_ONNX_COMPARETENSORS_H
