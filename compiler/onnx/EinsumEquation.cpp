// SPDX-License-Identifier: Apache-2.0
// The equation of an Einsum node as labels of dimensions.
#include "compiler/onnx/EinsumEquation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tenon {

/// Appends the labels of one term; an ellipsis stands for `dots` dimensions,
/// or is an error where that is absent.
static bool parseTerm(llvm::StringRef text, int64_t dots, EinsumTerm &term,
                      std::string &error) {
  bool seen = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (llvm::isAlpha(text[i])) {
      term.push_back(text[i]);
      continue;
    }
    if (seen || !text.substr(i).starts_with("...")) {
      error = "term '" + text.str() + "' may have letters and one ellipsis";
      return false;
    }
    seen = true;
    for (int64_t k = dots; k-- > 0;)
      term.push_back(kEllipsis + k);
    i += 2;
  }
  return true;
}

/// How many dimensions the ellipsis of a term stands for; -1: letters and
/// dimensions do not agree.
static int64_t ellipsisRank(llvm::StringRef term, int64_t rank) {
  int64_t letters = llvm::count_if(term, llvm::isAlpha);
  bool dots = term.contains('.');
  if (letters > rank || (!dots && letters != rank))
    return -1;
  return rank - letters;
}

static EinsumTerm implicitResult(const EinsumEquation &equation, int64_t dots) {
  EinsumTerm all, result;
  for (const EinsumTerm &term : equation.operands)
    all.append(term.begin(), term.end());
  for (int64_t k = dots; k-- > 0;)
    result.push_back(kEllipsis + k);
  for (EinsumLabel letter = 0; letter < kEllipsis; ++letter)
    if (llvm::count(all, letter) == 1)
      result.push_back(letter);
  return result;
}

/// The result must name labels of the operands, each once.
static bool checkResult(const EinsumEquation &equation, std::string &error) {
  for (EinsumLabel label : equation.result) {
    bool known = llvm::any_of(equation.operands, [&](const EinsumTerm &term) {
      return llvm::is_contained(term, label);
    });
    if (known && llvm::count(equation.result, label) == 1)
      continue;
    error = "the result must name labels of the operands, each once";
    return false;
  }
  return true;
}

bool parseEinsum(llvm::StringRef text, llvm::ArrayRef<int64_t> ranks,
                 EinsumEquation &equation, std::string &error) {
  std::string compact = text.str();
  llvm::erase_if(compact, [](char c) { return c == ' '; });
  auto [left, right] = llvm::StringRef(compact).split("->");
  bool isExplicit = llvm::StringRef(compact).contains("->");
  llvm::SmallVector<llvm::StringRef> terms;
  left.split(terms, ',');
  if (terms.size() != ranks.size()) {
    error = "it has " + std::to_string(terms.size()) + " terms for " +
            std::to_string(ranks.size()) + " operands";
    return false;
  }
  int64_t most = 0;
  for (auto [term, rank] : llvm::zip(terms, ranks)) {
    int64_t dots = ellipsisRank(term, rank);
    if (dots < 0) {
      error = "term '" + term.str() + "' does not fit an operand of " +
              std::to_string(rank) + " dimensions";
      return false;
    }
    most = std::max(most, dots);
    if (!parseTerm(term, dots, equation.operands.emplace_back(), error))
      return false;
  }
  if (!isExplicit)
    equation.result = implicitResult(equation, most);
  else if (!parseTerm(right, most, equation.result, error))
    return false;
  return checkResult(equation, error);
}

} // namespace tenon
