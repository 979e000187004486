// SPDX-License-Identifier: Apache-2.0
// Size expressions become values that come to the same numbers, each once.
#include "compiler/plan/ValueTable.h"
#include "format/ValueProgram.h"
#include "gtest/gtest.h"

namespace tenon {
namespace {

class ValueTableTest : public ::testing::Test {
protected:
  ValueTableTest() {
    table.addSymbol({"h", 1, format::kUnbounded, 1});
    table.addSymbol({"w", 1, format::kUnbounded, 1});
  }

  /// What `expr` comes to at h = 7, w = 12, and 100 for any other.
  int64_t at(const IndexExpr &expr) {
    format::ValueId id = table.value(expr);
    std::vector<int64_t> symbols{7, 12};
    symbols.resize(program.symbols.size(), 100);
    auto values = format::evaluateValues(program, symbols);
    EXPECT_TRUE(values.ok());
    return values.ok() ? (*values)[id] : -1;
  }

  IndexExpr h = IndexExpr::symbol("h"), w = IndexExpr::symbol("w");
  format::Program program;
  ValueTable table{program};
};

TEST_F(ValueTableTest, ExpressionsComeToTheirNumbers) {
  EXPECT_EQ(at(0), 0);
  EXPECT_EQ(at(5), 5);
  EXPECT_EQ(at(h), 7);
  EXPECT_EQ(at(h * w * 3 + h * 2 - 4), 3 * 7 * 12 + 14 - 4);
  EXPECT_EQ(at(IndexExpr::floorDiv(h + 1 + w, 3)), 6);
  EXPECT_EQ(at(IndexExpr::floorDiv(h - w, 2)), -3); // rounds down
  EXPECT_EQ(at(IndexExpr::mod(w, 5)), 2);
  EXPECT_EQ(at(IndexExpr::min(h, w) * IndexExpr::max(h, w)), 84);
}

TEST_F(ValueTableTest, EqualExpressionsAreOneValue) {
  format::ValueId first = table.value(h * w + h);
  size_t count = program.values.size();
  EXPECT_EQ(table.value(h + w * h), first);
  EXPECT_EQ(program.values.size(), count);
}

TEST_F(ValueTableTest, UnknownSymbolsAreDeclared) {
  EXPECT_FALSE(table.hasSymbol("n"));
  EXPECT_EQ(at(IndexExpr::symbol("n")), 100);
  EXPECT_TRUE(table.hasSymbol("n"));
  ASSERT_EQ(program.symbols.size(), 3u);
  EXPECT_EQ(program.symbols[2].min, 0);
  EXPECT_EQ(program.symbols[2].max, format::kUnbounded);
}

} // namespace
} // namespace tenon
