// SPDX-License-Identifier: Apache-2.0
// Softmax, LogSoftmax and Hardmax: the axes of each opset, no overflow.
#include "compiler/onnx/Softmax.h"
#include "test/unit/onnx/OneNodeModel.h"
#include <gtest/gtest.h>

namespace tenon {
namespace {

using Values = std::vector<double>;

TestTensor zeros() { return floats({1, 2, 2}, {0, 0, 0, 0}); }

TEST(Softmax, BeforeOpset13TheAxisAndAllAfterAreOne) {
  EXPECT_EQ((Values{.25, .25, .25, .25}),
            OneNodeModel("Softmax", 12).input(zeros()).values());
  EXPECT_EQ((Values{.5, .5, .5, .5}), OneNodeModel("Softmax", 12)
                                          .input(zeros())
                                          .attribute("axis", int64_t(-1))
                                          .values());
}

TEST(Softmax, SinceOpset13TheAxisIsTheLast) {
  EXPECT_EQ((Values{.5, .5, .5, .5}),
            OneNodeModel("Softmax", 13).input(zeros()).values());
  EXPECT_EQ((Values{1, 1, 1, 1}), OneNodeModel("Softmax", 13)
                                      .input(zeros())
                                      .attribute("axis", int64_t(0))
                                      .values());
}

TEST(Softmax, LargeNumbersDoNotOverflow) {
  EXPECT_EQ(
      (Values{.5, .5}),
      OneNodeModel("Softmax", 13).input(floats({2}, {1e30, 1e30})).values());
  EXPECT_EQ(
      (Values{-1000, 0}),
      OneNodeModel("LogSoftmax", 13).input(floats({2}, {0, 1000})).values());
}

TEST(Hardmax, PicksTheFirstGreatest) {
  TestTensor x = floats({1, 2, 2}, {1, 3, 3, 2});
  EXPECT_EQ((Values{0, 1, 0, 0}),
            OneNodeModel("Hardmax", 11).input(x).values());
  EXPECT_EQ((Values{0, 1, 1, 0}),
            OneNodeModel("Hardmax", 13).input(x).values());
}

} // namespace
} // namespace tenon
