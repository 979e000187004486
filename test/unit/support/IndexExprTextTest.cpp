// SPDX-License-Identifier: Apache-2.0
// Text of index expressions: round trips, and text that means harm.
#include "compiler/support/IndexExpr.h"
#include "gtest/gtest.h"

namespace tenon {
namespace {

IndexExpr sym(const char *name) { return IndexExpr::symbol(name); }

TEST(IndexExprText, InvalidExpressionsStayInvalid) {
  std::optional<IndexExpr> read = IndexExpr::parse(IndexExpr::invalid().str());
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->isValid());
}

TEST(IndexExprText, RoundTrips) {
  IndexExpr n = sym("N"), c = sym("dim.1"), i = sym("%c0");
  for (const IndexExpr &expr :
       {IndexExpr(0), IndexExpr(-5), n, n * c * 2 - 3, n - c,
        IndexExpr::floorDiv(n + 1, 2), IndexExpr::floorDiv(n * c - 1, c + 1),
        IndexExpr::min(n, IndexExpr::max(c, i)) * 3,
        IndexExpr::mod(n, 7) - IndexExpr::ceilDiv(c, n)}) {
    std::optional<IndexExpr> read = IndexExpr::parse(expr.str());
    ASSERT_TRUE(read) << expr.str();
    EXPECT_EQ(*read, expr) << expr.str();
    EXPECT_EQ(read->str(), expr.str());
  }
}

TEST(IndexExprText, ReadsSpacesAndBrackets) {
  EXPECT_EQ(IndexExpr::parse("  2 * ( N+1 ) "), sym("N") * 2 + 2);
  EXPECT_EQ(IndexExpr::parse("((N) floordiv (2))"),
            IndexExpr::floorDiv(sym("N"), 2));
  EXPECT_EQ(IndexExpr::parse("min(N, 3)"), IndexExpr::min(sym("N"), 3));
  EXPECT_EQ(IndexExpr::parse("minimum"), sym("minimum"));
}

TEST(IndexExprText, RefusesWhatIsNotAnExpression) {
  for (const char *text : {"",
                           " ",
                           "+",
                           "N +",
                           "N N",
                           "(N",
                           "N)",
                           "min(N)",
                           "min(N, 2",
                           "2 *",
                           "(N floordiv)",
                           "(floordiv 2)",
                           "N floordiv 2",
                           "N - 1",
                           "N / 2",
                           "#",
                           "99999999999999999999",
                           "(((((",
                           "max(,)",
                           "N\n+"})
    EXPECT_FALSE(IndexExpr::parse(text)) << text;
}

TEST(IndexExprText, HostileTextEndsSoon) {
  // Depth would exhaust the stack, products of sums the memory.
  std::string deep(100000, '(');
  EXPECT_FALSE(IndexExpr::parse(deep));
  std::string product;
  for (int i = 0; i < 40; ++i) {
    std::string n = std::to_string(i);
    product += (i ? "*" : "") + ("(a" + n + " + b" + n + " + c" + n + ")");
  }
  std::optional<IndexExpr> read = IndexExpr::parse(product);
  EXPECT_TRUE(!read || !read->isValid());
  std::string power = "(a + 1)";
  for (int i = 0; i < 20000; ++i)
    power += "*(a + 1)";
  read = IndexExpr::parse(power);
  EXPECT_TRUE(!read || !read->isValid());
  std::string longSum = "s0";
  for (int i = 1; i < 100000; ++i)
    longSum += " + s" + std::to_string(i);
  read = IndexExpr::parse(longSum);
  EXPECT_TRUE(!read || !read->isValid());
}

TEST(IndexExprText, OverflowInTextIsInvalid) {
  std::optional<IndexExpr> read =
      IndexExpr::parse("9223372036854775807 + 9223372036854775807");
  EXPECT_TRUE(read && !read->isValid());
  read = IndexExpr::parse("(-9223372036854775808 floordiv -1)");
  EXPECT_TRUE(read && !read->isValid());
  read = IndexExpr::parse("(N floordiv 0)");
  EXPECT_TRUE(read && !read->isValid());
}

} // namespace
} // namespace tenon
