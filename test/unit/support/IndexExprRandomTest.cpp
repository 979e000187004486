// SPDX-License-Identifier: Apache-2.0
// Thousands of random expressions: the normal form, simplification,
// substitution and text keep the value, and nothing false is proved. The
// judge is a plain evaluation of the tree that the expression was built from.
#include "compiler/support/IndexFacts.h"
#include "gtest/gtest.h"
#include <memory>
#include <random>
#include <thread>

namespace tenon {
namespace {

/// Symbols: sizes "A" >= 0, "B" >= 1, loop variables "i" < A, "j" < 3.
struct Point {
  int64_t a, b, i, j;
  std::optional<int64_t> operator()(llvm::StringRef name) const {
    return name == "A" ? a : name == "B" ? b : name == "i" ? i : j;
  }
};

SymbolRange rangeOf(llvm::StringRef name) {
  SymbolRange range;
  if (name == "B")
    range.min = 1;
  if (name == "i")
    range.extent = IndexExpr::symbol("A");
  if (name == "j")
    range.extent = IndexExpr(3);
  return range;
}

struct Tree {
  enum Kind { Constant, Symbol, Add, Sub, Mul, Div, Mod, Min, Max } kind;
  int64_t value = 0;
  const char *name = "";
  std::unique_ptr<Tree> lhs, rhs;

  /// Absent where a divisor is 0.
  std::optional<int64_t> evaluate(const Point &point) const {
    if (kind == Constant)
      return value;
    if (kind == Symbol)
      return point(name);
    auto x = lhs->evaluate(point), y = rhs->evaluate(point);
    if (!x || !y)
      return std::nullopt;
    switch (kind) {
    case Add:
      return *x + *y;
    case Sub:
      return *x - *y;
    case Mul:
      return *x * *y;
    case Min:
      return std::min(*x, *y);
    case Max:
      return std::max(*x, *y);
    default:
      break;
    }
    if (*y == 0)
      return std::nullopt;
    int64_t quotient = *x / *y - (*x % *y != 0 && (*x < 0) != (*y < 0));
    return kind == Div ? quotient : *x - quotient * *y;
  }

  IndexExpr expr() const {
    if (kind == Constant)
      return value;
    if (kind == Symbol)
      return IndexExpr::symbol(name);
    IndexExpr x = lhs->expr(), y = rhs->expr();
    switch (kind) {
    case Add:
      return x + y;
    case Sub:
      return x - y;
    case Mul:
      return x * y;
    case Div:
      return IndexExpr::floorDiv(x, y);
    case Mod:
      return IndexExpr::mod(x, y);
    case Min:
      return IndexExpr::min(x, y);
    default:
      return IndexExpr::max(x, y);
    }
  }
};

class Maker {
public:
  explicit Maker(unsigned seed) : random(seed) {}

  std::unique_ptr<Tree> tree(int depth) {
    auto made = std::make_unique<Tree>();
    int kind = depth == 0 ? below(2) : below(9);
    made->kind = static_cast<Tree::Kind>(kind);
    if (made->kind == Tree::Constant) {
      made->value = below(13) - 4;
    } else if (made->kind == Tree::Symbol) {
      static const char *const kNames[] = {"A", "B", "i", "j"};
      made->name = kNames[below(4)];
    } else {
      made->lhs = tree(depth - 1);
      bool divides = made->kind == Tree::Div || made->kind == Tree::Mod;
      made->rhs = tree(divides ? std::min(depth - 1, 1) : depth - 1);
    }
    return made;
  }

  Point point() {
    Point made;
    made.a = 1 + below(9); // a loop over A runs, so A is not 0
    made.b = 1 + below(9);
    made.i = below(made.a);
    made.j = below(3);
    return made;
  }

private:
  int below(int limit) {
    return std::uniform_int_distribution<int>(0, limit - 1)(random);
  }
  std::mt19937 random;
};

constexpr int kExpressions = 20000, kPoints = 30, kDepth = 3;

TEST(IndexExprRandom, ValueIsKept) {
  Maker maker(1);
  for (int n = 0; n < kExpressions; ++n) {
    std::unique_ptr<Tree> tree = maker.tree(kDepth);
    IndexExpr expr = tree->expr(), simple = expr.simplify(rangeOf);
    std::optional<IndexExpr> read =
        expr.isValid() ? IndexExpr::parse(expr.str()) : expr;
    ASSERT_TRUE(read) << expr.str();
    for (int p = 0; p < kPoints; ++p) {
      Point point = maker.point();
      std::optional<int64_t> expected = tree->evaluate(point);
      if (!expected || !expr.isValid())
        continue; // a divisor is 0
      ASSERT_EQ(expr.evaluate(point), expected) << expr.str();
      ASSERT_EQ(simple.evaluate(point), expected)
          << expr.str() << " became " << simple.str();
      ASSERT_EQ(read->evaluate(point), expected) << expr.str();
      IndexExpr fixed = expr.substitute(
          [&](llvm::StringRef name) { return IndexExpr(*point(name)); });
      ASSERT_EQ(fixed.constant(), expected) << expr.str();
    }
  }
}

TEST(IndexExprRandom, NothingFalseIsProved) {
  Maker maker(2);
  int proved = 0;
  for (int n = 0; n < kExpressions; ++n) {
    std::unique_ptr<Tree> tree = maker.tree(kDepth);
    IndexExpr expr = tree->expr();
    if (!expr.isNonNegative(rangeOf))
      continue;
    ++proved;
    for (int p = 0; p < kPoints; ++p) {
      Point point = maker.point();
      std::optional<int64_t> value = tree->evaluate(point);
      ASSERT_TRUE(!value || *value >= 0)
          << expr.str() << " is " << *value << " at A=" << point.a
          << " B=" << point.b << " i=" << point.i << " j=" << point.j;
    }
  }
  EXPECT_GT(proved, kExpressions / 10); // the proofs are not just "no"
}

TEST(IndexExprRandom, TextIsCanonical) {
  Maker maker(3);
  for (int n = 0; n < kExpressions; ++n) {
    IndexExpr expr = maker.tree(kDepth)->expr();
    if (!expr.isValid())
      continue;
    std::optional<IndexExpr> read = IndexExpr::parse(expr.str());
    ASSERT_TRUE(read) << expr.str();
    ASSERT_EQ(read->str(), expr.str());
    ASSERT_TRUE(*read == expr) << expr.str();
  }
}

TEST(IndexExprRandom, OrderAndHashAgreeWithEquality) {
  Maker maker(4);
  std::vector<IndexExpr> exprs;
  for (int n = 0; n < 300; ++n)
    if (IndexExpr expr = maker.tree(2)->expr(); expr.isValid())
      exprs.push_back(expr);
  llvm::DenseMap<IndexExpr, std::string> texts;
  for (const IndexExpr &expr : exprs)
    texts[expr] = expr.str();
  for (const IndexExpr &a : exprs) {
    EXPECT_EQ(texts.lookup(*IndexExpr::parse(a.str())), a.str());
    for (const IndexExpr &b : exprs) {
      bool equal = a.str() == b.str();
      ASSERT_EQ(a == b, equal) << a.str() << " and " << b.str();
      ASSERT_EQ(a.compare(b) == 0, equal) << a.str() << " and " << b.str();
      ASSERT_EQ(a.compare(b) < 0, b.compare(a) > 0);
      ASSERT_TRUE(!equal || a.hash() == b.hash()) << a.str();
    }
  }
  std::sort(
      exprs.begin(), exprs.end(),
      [](const IndexExpr &a, const IndexExpr &b) { return a.compare(b) < 0; });
  for (size_t i = 1; i < exprs.size(); ++i) // transitive
    for (size_t j = 0; j < i; ++j)
      ASSERT_LE(exprs[j].compare(exprs[i]), 0);
}

TEST(IndexExprRandom, DependsOnWhatItWalks) {
  Maker maker(5);
  for (int n = 0; n < kExpressions / 10; ++n) {
    IndexExpr expr = maker.tree(kDepth)->expr();
    for (const char *name : {"A", "B", "i", "j", "absent"}) {
      bool found = false;
      expr.walkSymbols([&](llvm::StringRef other) { found |= other == name; });
      ASSERT_EQ(expr.dependsOn(name), found) << expr.str() << " on " << name;
    }
  }
}

TEST(IndexExprRandom, MemoryOfProofsChangesNoAnswer) {
  Maker maker(6);
  std::vector<IndexExpr> exprs;
  for (int n = 0; n < kExpressions / 10; ++n)
    exprs.push_back(maker.tree(kDepth)->expr());
  IndexFacts forwards(rangeOf), backwards(rangeOf);
  std::vector<std::string> texts;
  std::vector<bool> proofs;
  for (const IndexExpr &expr : exprs) {
    texts.push_back(forwards.simplify(expr).str());
    proofs.push_back(forwards.isNonNegative(expr));
  }
  for (size_t i = exprs.size(); i-- > 0;) {
    EXPECT_EQ(backwards.isNonNegative(exprs[i]), proofs[i]) << exprs[i].str();
    EXPECT_EQ(backwards.simplify(exprs[i]).str(), texts[i]);
    EXPECT_EQ(exprs[i].simplify(rangeOf).str(), texts[i]);
  }
}

TEST(IndexExprRandom, ThreadsAgreeOnTextWhateverTheyMadeBefore) {
  auto textOf = [](unsigned warmUp) {
    Maker before(100 + warmUp); // other expressions, other addresses
    for (unsigned n = 0; n < 50 * warmUp; ++n)
      (void)before.tree(kDepth)->expr();
    Maker maker(7);
    std::string text;
    for (int n = 0; n < 500; ++n)
      text += maker.tree(kDepth)->expr().simplify(rangeOf).str() + "\n";
    return text;
  };
  std::string expected = textOf(0);
  std::vector<std::string> found(4);
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < found.size(); ++i)
    threads.emplace_back([&, i] { found[i] = textOf(i + 1); });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::string &text : found)
    EXPECT_EQ(text, expected);
}

TEST(IndexExprRandom, CopiesAreSharedBetweenThreads) {
  Maker maker(8);
  IndexExpr expr = maker.tree(4)->expr() * IndexExpr::symbol("A");
  std::string expected = expr.str();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int n = 0; n < 1000; ++n) {
        IndexExpr copy = expr, sum = copy + expr - copy;
        ASSERT_TRUE(sum == expr);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(expr.str(), expected);
}

} // namespace
} // namespace tenon
