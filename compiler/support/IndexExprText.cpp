// SPDX-License-Identifier: Apache-2.0
// The text of index expressions: printing in the one canonical form, and a
// bounded recursive-descent reader of it (types in IR files carry this text).
#include "compiler/support/IndexExpr.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon {

/// What an invalid expression prints as; no symbol has this name.
static constexpr StringLiteral kInvalidText = "invalid";

static void appendText(const IndexExpr &expr, std::string &text);

static void appendText(const IndexAtom &atom, std::string &text) {
  auto append = [&](StringRef before, StringRef between, StringRef after) {
    text += before;
    appendText(atom.lhs, text);
    text += between;
    appendText(atom.rhs, text);
    text += after;
  };
  switch (atom.kind) {
  case IndexAtomKind::FloorDiv:
    return append("((", ") floordiv (", "))");
  case IndexAtomKind::Min:
    return append("min(", ", ", ")");
  case IndexAtomKind::Max:
    return append("max(", ", ", ")");
  case IndexAtomKind::Symbol:
    text += atom.name;
  }
}

static void appendText(const IndexExpr &expr, std::string &text) {
  bool isFirst = true;
  for (const IndexTerm &term : expr.terms()) {
    if (!isFirst)
      text += " + ";
    isFirst = false;
    bool needCoefficient = term.coefficient != 1 || term.factors.empty();
    if (needCoefficient)
      text += itostr(term.coefficient);
    for (IndexAtomRef factor : term.factors) {
      if (needCoefficient)
        text += "*";
      appendText(*factor, text);
      needCoefficient = true;
    }
  }
  if (isFirst)
    text += "0";
}

std::string IndexExpr::str() const {
  if (!valid)
    return kInvalidText.str();
  std::string text;
  appendText(*this, text);
  return text;
}

namespace {

/// sum := term ('+' term)*; term := factor ('*' factor)*;
/// factor := integer | symbol | ('min'|'max') '(' sum ',' sum ')'
///         | '(' sum ['floordiv' sum] ')'
class Reader {
public:
  explicit Reader(StringRef text) : rest(text) {}

  std::optional<IndexExpr> read() {
    std::optional<IndexExpr> result = readSum(0);
    skipSpace();
    if (!rest.empty())
      return std::nullopt;
    return result;
  }

private:
  static constexpr int kMaxDepth = 64; // hostile text must not exhaust a stack

  void skipSpace() { rest = rest.ltrim(); }
  bool take(StringRef token) {
    skipSpace();
    return rest.consume_front(token);
  }

  std::optional<IndexExpr> readSum(int depth) {
    if (depth > kMaxDepth)
      return std::nullopt;
    std::optional<IndexExpr> result = readTerm(depth);
    while (result && take("+")) {
      std::optional<IndexExpr> next = readTerm(depth);
      if (!next)
        return std::nullopt;
      result = *result + *next;
    }
    return result;
  }

  std::optional<IndexExpr> readTerm(int depth) {
    std::optional<IndexExpr> result = readFactor(depth);
    while (result && take("*")) {
      std::optional<IndexExpr> next = readFactor(depth);
      if (!next)
        return std::nullopt;
      result = *result * *next;
    }
    return result;
  }

  std::optional<IndexExpr> readPair(int depth, StringRef separator,
                                    decltype(&IndexExpr::min) make) {
    std::optional<IndexExpr> a = readSum(depth + 1);
    if (!a || !take(separator))
      return std::nullopt;
    std::optional<IndexExpr> b = readSum(depth + 1);
    if (!b || !take(")"))
      return std::nullopt;
    return make(*a, *b);
  }

  std::optional<IndexExpr> readFactor(int depth) {
    skipSpace();
    if (take("min("))
      return readPair(depth, ",", &IndexExpr::min);
    if (take("max("))
      return readPair(depth, ",", &IndexExpr::max);
    if (take("(")) {
      std::optional<IndexExpr> a = readSum(depth + 1);
      if (!a || take(")"))
        return a;
      if (!take("floordiv"))
        return std::nullopt;
      std::optional<IndexExpr> b = readSum(depth + 1);
      if (!b || !take(")"))
        return std::nullopt;
      return IndexExpr::floorDiv(*a, *b);
    }
    int64_t value = 0;
    if (!rest.consumeInteger(10, value))
      return IndexExpr(value);
    StringRef name = rest.take_while([](char c) {
      return isAlnum(c) || c == '_' || c == '.' || c == '%' || c == '$';
    });
    if (name.empty() || isDigit(name.front())) // a number beyond 64 bits
      return std::nullopt;
    rest = rest.drop_front(name.size());
    return IndexExpr::symbol(name);
  }

  StringRef rest;
};

} // namespace

std::optional<IndexExpr> IndexExpr::parse(StringRef text) {
  if (text == kInvalidText)
    return invalid();
  return Reader(text).read();
}

} // namespace tenon
