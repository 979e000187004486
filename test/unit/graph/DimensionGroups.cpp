// SPDX-License-Identifier: Apache-2.0
// Which dimensions of a reshape belong together.
#include "compiler/ir/graph/DimensionGroups.h"
#include "gtest/gtest.h"

namespace tenon {
namespace {

/// Groups as text: "2>1" is two dimensions of the operand, one of the result.
std::string groups(const Sizes &from, const Sizes &to) {
  auto found = dimensionGroups(nullptr, from, to);
  if (!found)
    return "none";
  std::string text;
  for (const DimensionGroup &group : *found)
    text += std::to_string(group.fromEnd - group.fromBegin) + ">" +
            std::to_string(group.toEnd - group.toBegin) + " ";
  return text;
}

const IndexExpr kHeight = IndexExpr::symbol("H");
const IndexExpr kWidth = IndexExpr::symbol("W");

TEST(DimensionGroups, SplitAndJoined) {
  EXPECT_EQ(groups({2, 12, 5}, {2, 3, 4, 5}), "1>1 1>2 1>1 ");
  EXPECT_EQ(groups({2, 3, 4}, {6, 4}), "2>1 1>1 ");
  EXPECT_EQ(groups({4, 6}, {6, 4}), "2>2 ");
}

TEST(DimensionGroups, SumsOfSizes) {
  // As a transposed convolution of stride 3 has them.
  EXPECT_EQ(
      groups({kHeight - 2, 1, kWidth - 1, 3}, {kHeight - 2, kWidth * 3 - 3}),
      "1>1 3>1 ");
}

TEST(DimensionGroups, SizesOfOneJoinTheirNeighbours) {
  EXPECT_EQ(groups({3, 5, 1, 1}, {3, 5}), "1>1 3>1 ");
  EXPECT_EQ(groups({kHeight, kWidth}, {kHeight, 1, kWidth}), "1>1 1>2 ");
}

TEST(DimensionGroups, UnknownSizes) {
  EXPECT_EQ(groups({2, kHeight, kWidth}, {2, kHeight * kWidth}), "1>1 2>1 ");
  EXPECT_EQ(groups({kHeight, 3}, {kWidth, 3}), "none");
}

} // namespace
} // namespace tenon
