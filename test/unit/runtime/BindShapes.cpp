// SPDX-License-Identifier: Apache-2.0
//
// Shapes bind symbols or are refused with what the input takes.
#include "runtime/core/BindShapes.h"

#include "EngineMaker.h"

#include <gtest/gtest.h>

#include <limits>

using namespace tenon::runtime;
using namespace tenon::test;
namespace format = tenon::format;

namespace {

using Shapes = std::vector<std::vector<int64_t>>;

/// a [n, 3], b [n, m], c [n*2], with n in 1..8, m in 0.., n <= m checked.
class BindShapes : public testing::Test {
protected:
  void SetUp() override {
    auto n = maker.symbol("n", 1, 8, 2);
    auto m = maker.symbol("m", 0, format::kUnbounded, 5);
    auto three = maker.constant(3);
    auto twice = maker.apply(format::ValueOp::mul, n, maker.constant(2));
    maker.input("a", format::ElementType::f32, {n, three});
    maker.input("b", format::ElementType::f32, {n, m});
    maker.input("c", format::ElementType::f32, {twice});
    maker.check(format::CheckKind::lessEqual, n, m, "the width of 'b'");
    ranges = format::findRanges(maker.program);
  }

  format::Status check(uint32_t input, std::vector<int64_t> dims) {
    return checkInputShape(maker.program, ranges, input, dims);
  }
  format::Result<std::vector<int64_t>> bind(const Shapes &shapes) {
    return bindValues(maker.program, findSymbols(maker.program, shapes),
                      shapes);
  }

  EngineMaker maker;
  std::vector<format::ValueRange> ranges;
};

void expectBad(const format::Status &status,
               std::initializer_list<const char *> parts) {
  EXPECT_EQ(status.code(), format::Code::badShape);
  for (const char *part : parts)
    EXPECT_NE(status.message().find(part), std::string::npos)
        << "'" << part << "' is not in: " << status.message();
}

TEST_F(BindShapes, acceptsWhatFits) {
  EXPECT_TRUE(check(0, {1, 3}).ok());
  EXPECT_TRUE(check(0, {8, 3}).ok());
  EXPECT_TRUE(check(1, {4, 1000000}).ok());
  EXPECT_TRUE(check(1, {4, 0}).ok());
  EXPECT_TRUE(check(2, {16}).ok());
}

TEST_F(BindShapes, refusesOtherRanks) {
  expectBad(check(0, {1}), {"'a'", "rank 2", "rank 1", "[n: 1 to 8, 3]"});
  expectBad(check(0, {}), {"rank 0"});
}

TEST_F(BindShapes, refusesOtherFixedDimensions) {
  expectBad(check(0, {1, 4}), {"dimension 1 of input 'a' is 4", "must be 3"});
}

TEST_F(BindShapes, refusesDimensionsOutOfRange) {
  expectBad(check(0, {0, 3}), {"dimension 0 ('n')", "is 0", "1 to 8"});
  expectBad(check(0, {9, 3}), {"is 9"});
  expectBad(check(1, {1, -1}), {"('m')", "is -1", "at least 0"});
  expectBad(check(2, {17}), {"is 17", "2 to 16"});
}

TEST_F(BindShapes, bindsEverySymbol) {
  Shapes shapes = {{2, 3}, {2, 7}, {4}};
  EXPECT_EQ(findSymbols(maker.program, shapes), (std::vector<int64_t>{2, 7}));
  EXPECT_TRUE(bind(shapes).ok());
}

TEST_F(BindShapes, refusesInputsThatContradict) {
  expectBad(bind({{2, 3}, {3, 7}, {4}}).status(),
            {"dimension 0 ('n') of input 'b' is 3", "ask for 2"});
  expectBad(bind({{2, 3}, {2, 7}, {6}}).status(),
            {"dimension 0 of input 'c' is 6", "ask for 4", "n*2"});
}

TEST_F(BindShapes, makesTheProgramsChecks) {
  expectBad(bind({{2, 3}, {2, 1}, {4}}).status(),
            {"the width of 'b' is 2", "at most 1"});
}

TEST(FindTensorBytes, byHand) {
  using format::ElementType;
  auto bytes = [](ElementType type, std::vector<int64_t> dims) {
    return findTensorBytes(type, dims);
  };
  EXPECT_EQ(*bytes(ElementType::f32, {2, 3, 5}), 120);
  EXPECT_EQ(*bytes(ElementType::f64, {}), 8);
  EXPECT_EQ(*bytes(ElementType::boolean, {7}), 7);
  EXPECT_EQ(*bytes(ElementType::i4, {3}), 2);
  EXPECT_EQ(*bytes(ElementType::u4, {4}), 2);
  EXPECT_EQ(*bytes(ElementType::f32, {0, 5}), 0);
}

TEST(FindTensorBytes, refusesNegativeAndHuge) {
  using format::ElementType;
  constexpr int64_t kHuge = int64_t{1} << 31;
  auto isRefused = [](std::vector<int64_t> dims) {
    auto bytes = findTensorBytes(ElementType::f32, dims);
    return !bytes.ok() && bytes.status().code() == format::Code::badShape;
  };
  EXPECT_TRUE(isRefused({-1}));
  EXPECT_TRUE(isRefused({0, -1}));
  EXPECT_TRUE(isRefused({kHuge, kHuge}));
  EXPECT_TRUE(isRefused({std::numeric_limits<int64_t>::max()}));
  // No elements, whatever the others say.
  EXPECT_EQ(*findTensorBytes(ElementType::f32,
                             std::vector<int64_t>{kHuge, kHuge, kHuge, 0}),
            0);
}

} // namespace
