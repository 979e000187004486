// SPDX-License-Identifier: Apache-2.0
// One test of the ONNX backend suite: a folder with model.onnx and
// test_data_set_N/{input_K.pb, output_K.pb}.
//
// A model may take as inputs what a compiler must know beforehand: the shape
// of a Reshape, the axes of a reduction. Where the model cannot be compiled
// for every value of them, such inputs are given their values from the data
// set, as few as suffice, and the outcome names them.
#ifndef TENON_TEST_ONNX_CONFORMANCETEST_H
#define TENON_TEST_ONNX_CONFORMANCETEST_H

#include "test/onnx/CompareTensors.h"
#include "test/onnx/ConformanceDevice.h"

namespace tenon {

enum class TestStatus : uint8_t { Passed, Failed, Unsupported };

struct TestOutcome {
  TestStatus status = TestStatus::Passed;
  std::string why;
  std::vector<std::string> ops;   ///< operators of the model, sorted
  std::vector<std::string> given; ///< inputs fixed to their values
};

/// Runs the test in `folder`; a null `device` only imports the model.
TestOutcome runConformanceTest(const std::string &folder,
                               ConformanceDevice *device,
                               const Tolerance &tolerance);

} // namespace tenon

#endif // TENON_TEST_ONNX_CONFORMANCETEST_H
