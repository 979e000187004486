// SPDX-License-Identifier: Apache-2.0
// What tests of the graph IR share: ops from text, and what refused them.
#ifndef TENON_TEST_UNIT_GRAPH_GRAPHTEST_H
#define TENON_TEST_UNIT_GRAPH_GRAPHTEST_H

#include "compiler/ir/graph/Graph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

namespace tenon {

class GraphTest : public ::testing::Test {
protected:
  GraphTest() { context.loadDialect<TenonDialect, mlir::func::FuncDialect>(); }

  /// Parses a function with these arguments and this body.
  void read(llvm::StringRef arguments, llvm::StringRef body) {
    std::string text = "func.func @main(" + arguments.str() + ") {\n" +
                       body.str() + "\nreturn\n}";
    mlir::ScopedDiagnosticHandler handler(
        &context, [&](mlir::Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
            problems += diagnostic.str() + "\n";
        });
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  }

  /// What the verifiers say; empty when they accept.
  std::string problemsOf(llvm::StringRef arguments, llvm::StringRef body) {
    problems.clear();
    read(arguments, body);
    return problems;
  }

  /// The element of the last op's result at one variable per dimension:
  /// %0, %1, ... in the order of dimensions.
  Element element(llvm::StringRef arguments, llvm::StringRef body) {
    read(arguments, body);
    TensorBody last;
    if (module)
      module->walk([&](TensorBody op) { last = op; });
    if (!last) {
      ADD_FAILURE() << problems;
      return own->real(0, mlir::Float32Type::get(&context));
    }
    llvm::SmallVector<IndexExpr> index;
    own = std::make_unique<ElementBuilder>();
    ElementBuilder &builder = *own;
    for (const IndexExpr &size : sizesOf(last->getResult(0)))
      index.push_back(builder.variable(size).expr());
    return last.element(builder, 0, index);
  }

  /// That element as text.
  std::string elementOf(llvm::StringRef arguments, llvm::StringRef body) {
    return toString(element(arguments, body));
  }

  /// The row-major position that an element which is a load reads.
  std::string positionOf(llvm::StringRef arguments, llvm::StringRef body) {
    Element load = element(arguments, body);
    return ElementBuilder::linearize(load->indices, sizesOf(load->tensor))
        .str();
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string problems;
  /// Owns the elements, of the last op asked for.
  std::unique_ptr<ElementBuilder> own = std::make_unique<ElementBuilder>();
};

} // namespace tenon

#endif // TENON_TEST_UNIT_GRAPH_GRAPHTEST_H
