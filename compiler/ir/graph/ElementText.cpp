// SPDX-License-Identifier: Apache-2.0
// Elements as text, for tests and for people who debug: loads show the
// operand's number in order of first appearance, so equal computations on
// different tensors print alike.
#include "compiler/ir/graph/Element.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace tenon {

namespace {

class Printer {
public:
  explicit Printer(llvm::raw_ostream &out) : out(out) {}

  void print(Element element) {
    switch (element->kind) {
    case ElementKind::Constant:
      if (element->number.isFloat)
        out << element->number.real;
      else
        out << element->number.integer;
      return;
    case ElementKind::Index:
      out << "index(" << element->indices[0].str() << ")";
      return;
    case ElementKind::Load: {
      auto [at, added] = numbers.try_emplace(element->tensor, numbers.size());
      out << "t" << at->second << "[";
      llvm::interleaveComma(element->indices, out,
                            [&](const IndexExpr &i) { out << i.str(); });
      out << "]";
      return;
    }
    case ElementKind::Apply:
      out << stringifyScalarFn(element->fn);
      if (element->fn == ScalarFn::Cast)
        out << "<" << element->type << ">";
      printOperands(element);
      return;
    case ElementKind::Guard:
      out << "guard[";
      llvm::interleaveComma(element->bounds, out, [&](const IndexBound &b) {
        out << "0 <= " << b.value.str() << " < " << b.bound.str();
      });
      out << "]";
      printOperands(element);
      return;
    case ElementKind::Reduce:
      out << stringifyReduceKind(element->reduce) << "[";
      llvm::interleaveComma(element->variables, out,
                            [&](const IndexVariable &v) {
                              out << v.name << " < " << v.extent.str();
                            });
      out << "]";
      printOperands(element);
      return;
    }
  }

private:
  void printOperands(Element element) {
    out << "(";
    llvm::interleaveComma(element->operands, out,
                          [&](Element operand) { print(operand); });
    out << ")";
  }

  llvm::raw_ostream &out;
  llvm::DenseMap<Value, unsigned> numbers;
};

} // namespace

std::string toString(Element element) {
  std::string text;
  llvm::raw_string_ostream out(text);
  Printer(out).print(element);
  return text;
}

} // namespace tenon
