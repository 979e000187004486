// SPDX-License-Identifier: Apache-2.0
// Sizes that a model accepts, small ones and telling ones.
#include "compiler/driver/SampleSizes.h"
#include "test/unit/driver/DriverTest.h"

namespace tenon {
namespace {

class SampleSizesTest : public DriverTest {
protected:
  /// A model of an input [n, h] with the attributes `symbols` and `checks`.
  mlir::ModuleOp model(const std::string &symbols,
                       const std::string &checks = "") {
    return parse("module attributes {tenon.symbols = {" + symbols +
                 "}, tenon.checks = [" + checks + R"(]} {
      func.func @main(%x: tensor<?x?xf32, #tenon.dims<"n", "h">>)
          -> tensor<?x?xf32, #tenon.dims<"n", "h">> {
        %y = tenon.elementwise <neg> (%x) :
            (tensor<?x?xf32, #tenon.dims<"n", "h">>)
            -> tensor<?x?xf32, #tenon.dims<"n", "h">>
        return %y : tensor<?x?xf32, #tenon.dims<"n", "h">>
      }
    })");
  }
};

constexpr const char *kOpen =
    "h = array<i64: 1, -1, 0>, n = array<i64: 1, -1, 0>";

TEST_F(SampleSizesTest, ChosenSizesAreKept) {
  auto module = model("h = array<i64: 1, 100, 24>, n = array<i64: 1, 8, 5>");
  for (auto sizes : {sampleSizes(module), tellingSizes(module)}) {
    ASSERT_TRUE(sizes);
    EXPECT_EQ(sizes->lookup("h"), 24);
    EXPECT_EQ(sizes->lookup("n"), 5);
  }
}

TEST_F(SampleSizesTest, RangesAndChecksHold) {
  auto module = model("h = array<i64: 10, 40, 0>, n = array<i64: 1, 6, 0>",
                      R"(["h", "10*n", "h"])");
  for (auto sizes : {sampleSizes(module), tellingSizes(module)}) {
    ASSERT_TRUE(sizes);
    EXPECT_EQ(sizes->lookup("h"), 10 * sizes->lookup("n"));
    EXPECT_LE(sizes->lookup("h"), 40);
  }
}

TEST_F(SampleSizesTest, TellingSizesFillVectorsAndEndEarly) {
  auto sizes = tellingSizes(model(kOpen));
  ASSERT_TRUE(sizes);
  EXPECT_GT(sizes->lookup("h"), 64);
  EXPECT_EQ(sizes->lookup("h") % 2, 1);
}

TEST_F(SampleSizesTest, NothingFitsAContradiction) {
  EXPECT_FALSE(sampleSizes(model(kOpen, R"(["h", "h + 1", "h"])")));
  EXPECT_FALSE(tellingSizes(model(kOpen, R"(["h", "h + 1", "h"])")));
}

TEST_F(SampleSizesTest, AModelWithoutSymbolsNeedsNoSizes) {
  auto sizes = sampleSizes(parse(R"(
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      return %x : tensor<4xf32>
    })"));
  ASSERT_TRUE(sizes);
  EXPECT_TRUE(sizes->empty());
}

} // namespace
} // namespace tenon
