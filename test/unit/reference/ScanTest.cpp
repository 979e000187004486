// SPDX-License-Identifier: Apache-2.0
// Running folds along any axis.
#include "test/unit/reference/ReferenceTest.h"
#include <cmath>

namespace tenon::reference {
namespace {

class ScanTest : public ReferenceTest {
protected:
  Values scan(const char *kind, int64_t axis, bool exclusive,
              const Values &values, const char *element = "f32") {
    std::string in = std::string("tensor<2x3x") + element + ">";
    return run("func.func @main(%x: " + in + ") -> " + in +
                   " {\n%r = tenon.scan <" + kind + "> %x " +
                   std::to_string(axis) +
                   " {exclusive = " + (exclusive ? "true" : "false") + "} : (" +
                   in + ") -> " + in + "\nreturn %r : " + in + "\n}",
               tensor(element, {2, 3}, values));
  }
};

TEST_F(ScanTest, SumsAndProducts) {
  Values x = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(scan("sum", 1, false, x), Values({1, 3, 6, 4, 9, 15}));
  EXPECT_EQ(scan("sum", 0, false, x), Values({1, 2, 3, 5, 7, 9}));
  EXPECT_EQ(scan("sum", 1, true, x), Values({0, 1, 3, 0, 4, 9}));
  EXPECT_EQ(scan("product", 1, false, x), Values({1, 2, 6, 4, 20, 120}));
  EXPECT_EQ(scan("product", 0, true, x), Values({1, 1, 1, 1, 2, 3}));
}

TEST_F(ScanTest, MaximaSpreadNanIntegersWrap) {
  Values found = scan("max", 1, false, {1, NAN, 3, -5, -6, -4});
  EXPECT_EQ(found[0], 1);
  EXPECT_TRUE(std::isnan(found[1]) && std::isnan(found[2]));
  EXPECT_EQ(Values(found.begin() + 3, found.end()), Values({-5, -5, -4}));
  EXPECT_EQ(scan("min", 1, false, {3, 4, 1, 2, 2, 5}),
            Values({3, 3, 1, 2, 2, 2}));
  EXPECT_EQ(scan("sum", 1, false, {100, 100, 100, 1, 2, 3}, "i8"),
            Values({100, -56, 44, 1, 3, 6}));
}

TEST_F(ScanTest, EachStepIsRounded) {
  EXPECT_EQ(scan("sum", 1, false, {2048, 1, 1, 1, 1, 2048}, "f16"),
            Values({2048, 2048, 2048, 1, 2, 2050}));
}

TEST_F(ScanTest, FromTheEndBetweenTwoSlices) {
  EXPECT_EQ(run(R"(
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %a = tenon.slice %x <"3"> [-1] : (tensor<4xf32>) -> tensor<4xf32>
      %b = tenon.scan <sum> %a 0 {exclusive = false} :
          (tensor<4xf32>) -> tensor<4xf32>
      %r = tenon.slice %b <"3"> [-1] : (tensor<4xf32>) -> tensor<4xf32>
      return %r : tensor<4xf32>
    })",
                tensor("f32", {4}, {1, 2, 3, 4})),
            Values({10, 9, 7, 4}));
}

TEST_F(ScanTest, OfNothing) {
  EXPECT_EQ(run(R"(
    func.func @main(%x: tensor<0xf32>) -> tensor<0xf32> {
      %r = tenon.scan <sum> %x 0 {exclusive = true} :
          (tensor<0xf32>) -> tensor<0xf32>
      return %r : tensor<0xf32>
    })",
                tensor("f32", {0}, {})),
            Values());
}

} // namespace
} // namespace tenon::reference
