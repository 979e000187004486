// SPDX-License-Identifier: Apache-2.0
// Gathers by evenly spaced known indices are slices; others stay.
#include "compiler/transform/SliceGathers.h"
#include "test/unit/transform/TransformTest.h"

namespace tenon {
namespace {

class SliceGathersTest : public TransformTest {
protected:
  /// The starts and steps of the slice that a gather along dimension 1 by
  /// `indices` becomes; empty when it stays.
  std::string sliceFor(const std::string &indices, const std::string &type,
                       const std::string &result) {
    auto function =
        run("func.func @main(%x: tensor<3x5xf32>) -> " + result +
                " {\n%i = tenon.constant dense<" + indices + "> : " + type +
                " -> " + type +
                "\n%r = tenon.gather %x[%i] 1 : (tensor<3x5xf32>, " + type +
                ") -> " + result + "\nreturn %r : " + result + "\n}",
            {sliceGathers});
    SliceOp slice = first<SliceOp>(function);
    EXPECT_EQ(count<GatherOp>(function), slice ? 0u : 1u);
    return slice ? slice.getStarts().exprs()[1].str() + " step " +
                       std::to_string(slice.getSteps()[1])
                 : "";
  }
};

TEST_F(SliceGathersTest, OneIndexDropsTheDimension) {
  EXPECT_EQ(sliceFor("2", "tensor<i64>", "tensor<3xf32>"), "2 step 1");
  EXPECT_EQ(sliceFor("-1", "tensor<i32>", "tensor<3xf32>"), "4 step 1");
}

TEST_F(SliceGathersTest, EvenlySpacedIndices) {
  EXPECT_EQ(sliceFor("[0, 2, 4]", "tensor<3xi64>", "tensor<3x3xf32>"),
            "0 step 2");
  EXPECT_EQ(sliceFor("[[3, 2]]", "tensor<1x2xi64>", "tensor<3x1x2xf32>"),
            "3 step -1");
}

TEST_F(SliceGathersTest, LeavesOtherIndices) {
  EXPECT_EQ(sliceFor("[0, 1, 3]", "tensor<3xi64>", "tensor<3x3xf32>"), "");
  EXPECT_EQ(sliceFor("[1, 1]", "tensor<2xi64>", "tensor<3x2xf32>"), "");
}

} // namespace
} // namespace tenon
