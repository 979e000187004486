// SPDX-License-Identifier: Apache-2.0
// Broadcasting before opset 7, and what opset 6 means elsewhere.
#include "compiler/onnx/LimitedBroadcast.h"
#include "test/unit/onnx/OneNodeModel.h"
#include <gtest/gtest.h>

namespace tenon {
namespace {

using Values = std::vector<double>;

OneNodeModel sum(TestTensor b) {
  return OneNodeModel("Add", 6)
      .input(floats({2, 2}, {10, 20, 30, 40}))
      .input(std::move(b));
}

TEST(LimitedBroadcast, TheAxisSaysWhereTheDimensionsStand) {
  TestTensor b = floats({2}, {1, 2});
  EXPECT_EQ((Values{11, 22, 31, 42}),
            sum(b).attribute("broadcast", int64_t(1)).values());
  EXPECT_EQ((Values{11, 21, 32, 42}), sum(b)
                                          .attribute("broadcast", int64_t(1))
                                          .attribute("axis", int64_t(0))
                                          .values());
  EXPECT_EQ(
      (Values{15, 25, 35, 45}),
      sum(floats({1, 1}, {5})).attribute("broadcast", int64_t(1)).values());
}

TEST(LimitedBroadcast, ShapesMustAgreeUnlessTold) {
  EXPECT_EQ((Values{11, 22, 33, 44}),
            sum(floats({2, 2}, {1, 2, 3, 4})).values());
  EXPECT_EQ("the operands have 2 and 1 dimensions and must have the same shape",
            sum(floats({2}, {1, 2})).run().problem);
  EXPECT_NE("", sum(floats({2}, {1, 2}))
                    .attribute("broadcast", int64_t(1))
                    .attribute("axis", int64_t(2))
                    .run()
                    .problem);
}

TEST(LimitedBroadcast, EndsWithOpset7) {
  EXPECT_NE("", OneNodeModel("Add", 7)
                    .input(floats({1}, {1}))
                    .input(floats({1}, {1}))
                    .attribute("broadcast", int64_t(1))
                    .run()
                    .problem);
}

TEST(PRelu, SlopesGoAlongChannelsBeforeOpset7) {
  TestTensor x = floats({1, 2, 2}, {-1, 1, -1, -1}),
             slope = floats({2}, {2, 3});
  EXPECT_EQ((Values{-2, 1, -3, -3}),
            OneNodeModel("PRelu", 6).input(x).input(slope).values());
  EXPECT_EQ((Values{-2, 1, -2, -3}),
            OneNodeModel("PRelu", 7).input(x).input(slope).values());
}

TEST(Dropout, Opset6TrainsUnlessTold) {
  TestTensor x = floats({1}, {1});
  EXPECT_TRUE(OneNodeModel("Dropout", 6).input(x).run().unsupported);
  EXPECT_EQ((Values{1}), OneNodeModel("Dropout", 6)
                             .input(x)
                             .attribute("is_test", int64_t(1))
                             .values());
}

} // namespace
} // namespace tenon
