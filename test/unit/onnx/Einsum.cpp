// SPDX-License-Identifier: Apache-2.0
// Einsum: equations, diagonals, ellipses, more than two operands.
#include "compiler/onnx/EinsumEquation.h"
#include "test/unit/onnx/OneNodeModel.h"
#include <gtest/gtest.h>

namespace tenon {
namespace {

using Values = std::vector<double>;
using Dims = std::vector<int64_t>;

TestTensor matrix() { return floats({2, 2}, {1, 2, 3, 4}); }

Values einsum(const char *equation, std::vector<TestTensor> operands) {
  OneNodeModel model("Einsum", 12);
  for (TestTensor &operand : operands) {
    model.input(operand);
    if (!operand.dims.empty())
      model.dynamic(0, "N");
  }
  return model.attribute("equation", equation).values();
}

TEST(Einsum, OneOperand) {
  EXPECT_EQ((Values{1, 3, 2, 4}), einsum("ij->ji", {matrix()}));
  EXPECT_EQ((Values{3, 7}), einsum("ij->i", {matrix()}));
  EXPECT_EQ((Values{10}), einsum("ij->", {matrix()}));
  EXPECT_EQ((Values{1, 4}), einsum("ii->i", {matrix()}));
  EXPECT_EQ((Values{5}), einsum("ii", {matrix()}));
  EXPECT_EQ((Values{1, 3, 2, 4}), einsum("ba", {matrix()}));
}

TEST(Einsum, ProductsOfTwo) {
  TestTensor v = floats({2}, {1, 10});
  EXPECT_EQ((Values{7, 10, 15, 22}), einsum("ij,jk", {matrix(), matrix()}));
  EXPECT_EQ((Values{21, 43}), einsum("ij, j -> i", {matrix(), v}));
  EXPECT_EQ((Values{1, 10, 10, 100}), einsum("i,j->ij", {v, v}));
  EXPECT_EQ((Values{1, 40}), einsum("ii,i->i", {matrix(), v}));
}

TEST(Einsum, MoreOperandsAndScalars) {
  TestTensor v = floats({2}, {1, 10}), two = floats({}, {2});
  // v M v = 1 + 20 + 30 + 400.
  EXPECT_EQ((Values{451}), einsum("i,ij,j->", {v, matrix(), v}));
  EXPECT_EQ((Values{2, 4, 6, 8}), einsum(",ij->ij", {two, matrix()}));
}

TEST(Einsum, EllipsesBroadcastFromTheRight) {
  TestTensor stack = floats({2, 1, 2}, {1, 2, 3, 4});
  EXPECT_EQ((Values{3, 7}), einsum("...i->...", {stack}));
  EXPECT_EQ((Values{7, 10, 15, 22}),
            einsum("...ij,...jk->...ik", {stack, matrix()}));
}

TEST(EinsumEquation, RefusesWhatIsMalformed) {
  auto wrong = [](const char *text, Dims ranks) {
    EinsumEquation equation;
    std::string error;
    EXPECT_FALSE(parseEinsum(text, ranks, equation, error)) << text;
    EXPECT_NE("", error);
  };
  wrong("ij", {3});
  wrong("ij,jk", {2});
  wrong("i.j", {3});
  wrong("....", {1});
  wrong("...i...", {3});
  wrong("i1", {2});
  wrong("i->j", {1});
  wrong("i->ii", {1});
  wrong("i->i->i", {1});
}

} // namespace
} // namespace tenon
