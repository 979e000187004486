// SPDX-License-Identifier: Apache-2.0
// The normal form, its rules and its text, by hand.
#include "compiler/support/IndexExpr.h"
#include "gtest/gtest.h"
#include <vector>

namespace tenon {
namespace {

IndexExpr sym(const char *name) { return IndexExpr::symbol(name); }

/// Sizes from 0; "i", "j" are loop variables with extents N and 4.
SymbolRange rangeOf(llvm::StringRef name) {
  SymbolRange range;
  if (name == "i")
    range.extent = sym("N");
  if (name == "j")
    range.extent = IndexExpr(4);
  if (name == "P")
    range.min = 1;
  if (name == "once")
    range.extent = IndexExpr(1);
  if (name == "seven")
    range.min = 7, range.max = 7;
  return range;
}

TEST(IndexExpr, EqualPolynomialsAreEqualData) {
  IndexExpr n = sym("N"), c = sym("C");
  EXPECT_EQ((n + c) * (n - c), n * n - c * c);
  EXPECT_EQ(n * c * 2 + c * n, c * 3 * n);
  EXPECT_TRUE((n - n).isConstant(0));
  EXPECT_EQ((n + 1) * (n + 1), n * n + n * 2 + 1);
  EXPECT_NE(n, c);
  EXPECT_EQ((n * c).str(), "C*N");
}

TEST(IndexExpr, KnowsConstantsAndSymbols) {
  EXPECT_EQ(IndexExpr(7).constant(), 7);
  EXPECT_EQ(IndexExpr().constant(), 0);
  EXPECT_EQ(sym("N").constant(), std::nullopt);
  EXPECT_EQ(sym("N").symbolName(), llvm::StringRef("N"));
  EXPECT_EQ((sym("N") + 0).symbolName(), llvm::StringRef("N"));
  EXPECT_EQ((sym("N") * 2).symbolName(), std::nullopt);
  EXPECT_EQ((sym("N") + 1).symbolName(), std::nullopt);
}

TEST(IndexExpr, FloorDivTakesOutWhatDivides) {
  IndexExpr n = sym("N"), c = sym("C"), w = sym("W");
  EXPECT_EQ(IndexExpr::floorDiv(n * 4 + 7, 4), n + 1 + 0);
  EXPECT_EQ(IndexExpr::floorDiv(n * 4 - 1, 4), n - 1);
  EXPECT_EQ(IndexExpr::floorDiv(n * c * w, c * w), n);
  EXPECT_EQ(IndexExpr::floorDiv(n * c + w, c).str(), "((W) floordiv (C)) + N");
  EXPECT_EQ(IndexExpr::floorDiv(-7, 2), IndexExpr(-4));
  EXPECT_EQ(IndexExpr::floorDiv(7, -2), IndexExpr(-4));
  EXPECT_EQ(IndexExpr::floorDiv(IndexExpr::floorDiv(n, 2), 3),
            IndexExpr::floorDiv(n, 6));
  EXPECT_EQ(IndexExpr::floorDiv(n * 4 + 1, 8), IndexExpr::floorDiv(n, 2));
  // A stride of 2 after a stride of 2, as two convolutions have it.
  EXPECT_EQ(IndexExpr::floorDiv(IndexExpr::floorDiv(n - 1, 2) + 3, 2),
            IndexExpr::floorDiv(n + 5, 4));
  EXPECT_EQ(IndexExpr::floorDiv(IndexExpr::floorDiv(n, c) + 1, 2).str(),
            "((1 + ((N) floordiv (C))) floordiv (2))");
  EXPECT_EQ(IndexExpr::floorDiv(n * 6 - c * 3 - 1, 9),
            IndexExpr::floorDiv(n * 2 - c - 1, 3));
  EXPECT_EQ(IndexExpr::floorDiv(n + c, n + c), IndexExpr(1));
  EXPECT_EQ(IndexExpr::floorDiv(n, 1), n);
}

TEST(IndexExpr, CeilDivAndMod) {
  IndexExpr n = sym("N");
  EXPECT_EQ(IndexExpr::ceilDiv(7, 2), IndexExpr(4));
  EXPECT_EQ(IndexExpr::ceilDiv(n * 2, 2), n);
  EXPECT_EQ(IndexExpr::mod(n * 6 + 8, 3), IndexExpr(2));
  EXPECT_EQ(IndexExpr::mod(-1, 3), IndexExpr(2));
}

TEST(IndexExpr, MinAndMaxDecideByTheDifference) {
  IndexExpr n = sym("N"), c = sym("C");
  EXPECT_EQ(IndexExpr::min(n, n + 1), n);
  EXPECT_EQ(IndexExpr::max(n, n + 1), n + 1);
  EXPECT_EQ(IndexExpr::min(n, c), IndexExpr::min(c, n));
  EXPECT_NE(IndexExpr::min(n, c), IndexExpr::max(n, c));
}

TEST(IndexExpr, ProvesByRanges) {
  IndexExpr n = sym("N"), i = sym("i"), j = sym("j");
  EXPECT_TRUE(n.isNonNegative(rangeOf));
  EXPECT_FALSE((n - 1).isNonNegative(rangeOf));
  EXPECT_TRUE((sym("P") - 1).isNonNegative(rangeOf));
  EXPECT_TRUE((n - 1 - i).isNonNegative(rangeOf));
  EXPECT_FALSE((n - 2 - i).isNonNegative(rangeOf));
  EXPECT_TRUE((n * 4 - 1 - i * 4 - j).isNonNegative(rangeOf));
  EXPECT_FALSE((i * 4 - j).isNonNegative(rangeOf));
  EXPECT_TRUE(IndexExpr::floorDiv(n, 2).isNonNegative(rangeOf));
  EXPECT_TRUE(IndexExpr::max(n - 5, 0).isNonNegative(rangeOf));
  EXPECT_FALSE(IndexExpr::max(n - 5, -1).isNonNegative(rangeOf));
  EXPECT_FALSE(IndexExpr::invalid().isNonNegative(rangeOf));
}

TEST(IndexExpr, ProvesThatARemainderIsInRange) {
  IndexExpr i = sym("i"), p = sym("P");
  for (const IndexExpr &divisor : {IndexExpr(6), p, p * 3}) {
    IndexExpr rest = IndexExpr::mod(i * 3 + 1, divisor);
    EXPECT_TRUE(rest.isNonNegative(rangeOf)) << rest.str();
    EXPECT_TRUE((divisor - 1 - rest).isNonNegative(rangeOf)) << rest.str();
    EXPECT_FALSE((divisor - 3 - rest).isNonNegative(rangeOf)) << rest.str();
  }
  EXPECT_TRUE((i - IndexExpr::floorDiv(i, 3)).isNonNegative(rangeOf));
}

TEST(IndexExpr, DoesNotProveWhatIsFalse) {
  // Each has a counter-example: a variable times something negative.
  IndexExpr i = sym("i"), n = sym("N");
  EXPECT_FALSE((i * IndexExpr::max(n - 9, -5)).isNonNegative(rangeOf));
  EXPECT_FALSE((n * IndexExpr::max(n - 9, -5)).isNonNegative(rangeOf));
  EXPECT_FALSE((i * IndexExpr::min(n, -1)).isNonNegative(rangeOf));
  EXPECT_FALSE((IndexExpr::floorDiv(n, -2) * i).isNonNegative(rangeOf));
  EXPECT_FALSE(IndexExpr::floorDiv(n - 1, 2).isNonNegative(rangeOf));
}

TEST(IndexExpr, SimplifyUsesRanges) {
  IndexExpr n = sym("N"), i = sym("i"), j = sym("j");
  EXPECT_EQ(IndexExpr::floorDiv(j, 4).simplify(rangeOf), IndexExpr(0));
  EXPECT_EQ(IndexExpr::floorDiv(i * 4 + j, 4).simplify(rangeOf), i);
  EXPECT_EQ(IndexExpr::mod(i * 4 + j, 4).simplify(rangeOf), j);
  EXPECT_EQ(IndexExpr::min(i, n).simplify(rangeOf), i);
  EXPECT_EQ(IndexExpr::max(n, IndexExpr(0)).simplify(rangeOf), n);
  EXPECT_NE(IndexExpr::floorDiv(i, 4).simplify(rangeOf), IndexExpr(0));
  // A loop of one iteration, a size that is fixed.
  EXPECT_EQ((sym("once") * 3 + i).simplify(rangeOf), i);
  EXPECT_EQ((sym("seven") + i).simplify(rangeOf), i + 7);
}

TEST(IndexExpr, SubstitutesInsideAtoms) {
  IndexExpr n = sym("N"), c = sym("C");
  auto nIs6 = [](llvm::StringRef name) -> std::optional<IndexExpr> {
    if (name == "N")
      return IndexExpr(6);
    return std::nullopt;
  };
  EXPECT_EQ((IndexExpr::floorDiv(n + c, 2) * n).substitute(nIs6),
            (IndexExpr::floorDiv(c, 2) + 3) * 6);
  EXPECT_EQ(IndexExpr::max(n, 4).substitute(nIs6), IndexExpr(6));
  EXPECT_TRUE(IndexExpr::max(n, c).dependsOn("C"));
  EXPECT_FALSE(IndexExpr::max(n, c).dependsOn("W"));
}

TEST(IndexExpr, OrderIsByStructure) {
  // Degree, then divisions before minima before maxima before names.
  IndexExpr n = sym("N"), c = sym("C");
  std::vector<IndexExpr> sorted{IndexExpr(-3),
                                IndexExpr(2),
                                IndexExpr::floorDiv(c, n),
                                IndexExpr::floorDiv(n, 2),
                                IndexExpr::min(c, n),
                                IndexExpr::max(c, n),
                                c,
                                c * 2,
                                n,
                                n * c};
  for (size_t i = 0; i < sorted.size(); ++i)
    for (size_t j = 0; j < sorted.size(); ++j) {
      int order = sorted[i].compare(sorted[j]);
      EXPECT_EQ((order > 0) - (order < 0), (i > j) - (i < j))
          << sorted[i].str() << " and " << sorted[j].str();
    }
}

TEST(IndexExpr, HostileDepthAndWidthAreInvalid) {
  IndexExpr deep = sym("N"), wide;
  for (int i = 0; i < 5000; ++i)
    deep = IndexExpr::floorDiv(deep + 1, sym("C"));
  EXPECT_FALSE(deep.isValid());
  for (int i = 0; i < 5000; ++i)
    wide = wide + sym(("s" + std::to_string(i)).c_str());
  EXPECT_FALSE(wide.isValid());
  IndexExpr doubled = IndexExpr::floorDiv(sym("N"), sym("C"));
  for (int i = 0; i < 100; ++i) // shared in memory, 2^100 when written out
    doubled = IndexExpr::floorDiv(doubled * doubled, sym("C") + doubled);
  EXPECT_FALSE(doubled.isValid());
}

TEST(IndexExpr, EvaluatesOrSaysNothing) {
  auto value = [](llvm::StringRef name) -> std::optional<int64_t> {
    if (name == "N")
      return 7;
    if (name == "Z")
      return 0;
    return std::nullopt;
  };
  EXPECT_EQ((sym("N") * sym("N") - 9).evaluate(value), 40);
  EXPECT_EQ(IndexExpr::floorDiv(sym("N") - 10, 2).evaluate(value), -2);
  EXPECT_EQ(IndexExpr::floorDiv(5, sym("Z")).evaluate(value), std::nullopt);
  EXPECT_EQ(sym("unknown").evaluate(value), std::nullopt);
  EXPECT_EQ((sym("N") * INT64_MAX).evaluate(value), std::nullopt);
}

TEST(IndexExpr, OverflowIsInvalidAndSpreads) {
  IndexExpr big(INT64_MAX), n = sym("N");
  EXPECT_FALSE((big + 1).isValid());
  EXPECT_FALSE((big * 2).isValid());
  EXPECT_FALSE((n * big * 2).isValid());
  EXPECT_FALSE((IndexExpr(INT64_MIN) - 1).isValid());
  EXPECT_FALSE(IndexExpr::floorDiv(big + 1, 2).isValid());
  EXPECT_FALSE(IndexExpr::min(big + 1, n).isValid());
  EXPECT_FALSE(((big + 1) * 0).isValid());
  EXPECT_FALSE(IndexExpr::floorDiv(n, 0).isValid());
  EXPECT_FALSE(IndexExpr::floorDiv(INT64_MIN, -1).isValid());
  EXPECT_FALSE(IndexExpr::floorDiv(n * INT64_MIN, -1).isValid());
  EXPECT_FALSE(IndexExpr::floorDiv(n + INT64_MIN, -1).isValid());
  EXPECT_EQ((big + 1).evaluate([](auto) { return std::nullopt; }),
            std::nullopt);
  EXPECT_FALSE(big + 1 == big + 1);
}

} // namespace
} // namespace tenon
