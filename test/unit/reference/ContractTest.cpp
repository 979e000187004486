// SPDX-License-Identifier: Apache-2.0
// Matrix products in their spellings.
#include "test/unit/reference/ReferenceTest.h"

namespace tenon::reference {
namespace {

class ContractTest : public ReferenceTest {
protected:
  Values contract(const std::string &loops, const std::string &types,
                  std::vector<Tensor> operands) {
    size_t arrow = types.find(" -> "), comma = types.find(", ");
    std::string result = types.substr(arrow + 4);
    return run("func.func @main(%a: " + types.substr(1, comma - 1) +
                   ", %b: " + types.substr(comma + 2, arrow - comma - 3) +
                   ") -> " + result + " {\n%r = tenon.contract " + loops +
                   " : " + types + "\nreturn %r : " + result + "\n}",
               operands);
  }
};

TEST_F(ContractTest, MatrixProduct) {
  EXPECT_EQ(contract("%a [0, 2], %b [2, 1]",
                     "(tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>",
                     {tensor("f32", {2, 3}, {1, 2, 3, 4, 5, 6}),
                      tensor("f32", {3, 2}, {7, 8, 9, 10, 11, 12})}),
            Values({58, 64, 139, 154}));
}

TEST_F(ContractTest, TransposedOperands) {
  EXPECT_EQ(contract("%a [2, 0], %b [1, 2]",
                     "(tensor<3x2xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>",
                     {tensor("f32", {3, 2}, {1, 4, 2, 5, 3, 6}),
                      tensor("f32", {2, 3}, {7, 9, 11, 8, 10, 12})}),
            Values({58, 64, 139, 154}));
}

TEST_F(ContractTest, BatchesOuterProductsAndFullSums) {
  EXPECT_EQ(contract("%a [0, 1, 2], %b [0, 2]",
                     "(tensor<2x1x2xf32>, tensor<2x2xf32>) -> tensor<2x1xf32>",
                     {tensor("f32", {2, 1, 2}, {1, 2, 3, 4}),
                      tensor("f32", {2, 2}, {5, 6, 7, 8})}),
            Values({17, 53}));
  EXPECT_EQ(
      contract("%a [0], %b [1]",
               "(tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>",
               {tensor("f32", {2}, {2, 3}), tensor("f32", {3}, {5, 7, 11})}),
      Values({10, 14, 22, 15, 21, 33}));
  EXPECT_EQ(
      contract("%a [0], %b [0]",
               "(tensor<3xf32>, tensor<3xf32>) -> tensor<f32>",
               {tensor("f32", {3}, {1, 2, 3}), tensor("f32", {3}, {4, 5, 6})}),
      Values({32}));
}

TEST_F(ContractTest, OverNothingIsZero) {
  EXPECT_EQ(contract("%a [0, 2], %b [2, 1]",
                     "(tensor<2x0xf32>, tensor<0x1xf32>) -> tensor<2x1xf32>",
                     {tensor("f32", {2, 0}, {}), tensor("f32", {0, 1}, {})}),
            Values({0, 0}));
}

TEST_F(ContractTest, HalvesAreSummedWideIntegersWrap) {
  EXPECT_EQ(contract("%a [0], %b [0]",
                     "(tensor<3xf16>, tensor<3xf16>) -> tensor<f16>",
                     {
                         tensor("f16", {3}, {256, 256, 256}),
                         tensor("f16", {3}, {256, -256, 1}),
                     }),
            Values({256}));
  EXPECT_EQ(
      contract("%a [0], %b [0]", "(tensor<2xi8>, tensor<2xi8>) -> tensor<i8>",
               {tensor("i8", {2}, {100, 100}), tensor("i8", {2}, {2, 1})}),
      Values({44}));
}

TEST_F(ContractTest, ThreadsDoNotChangeTheResult) {
  constexpr int64_t kSize = 160;
  Values values(kSize * kSize);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = 1.0 / double(1 + i % 997);
  Tensor a = tensor("f64", {kSize, kSize}, values);
  const char *text = R"(
    func.func @main(%a: tensor<160x160xf64>) -> tensor<160x160xf64> {
      %r = tenon.contract %a [0, 2], %a [1, 2] :
          (tensor<160x160xf64>, tensor<160x160xf64>) -> tensor<160x160xf64>
      return %r : tensor<160x160xf64>
    })";
  InterpretOptions one, three;
  one.threads = 1;
  three.threads = 3;
  Values alone = run(text, a, one);
  EXPECT_EQ(alone, run(text, a, three));
  double expected = 0; // element [5, 7]
  for (int64_t k = 0; k < kSize; ++k)
    expected += values[5 * kSize + k] * values[7 * kSize + k];
  EXPECT_EQ(alone[5 * kSize + 7], expected);
}

} // namespace
} // namespace tenon::reference
