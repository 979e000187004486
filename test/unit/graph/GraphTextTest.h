// SPDX-License-Identifier: Apache-2.0
// What tests share that write their graphs as text.
#ifndef TENON_TEST_UNIT_GRAPH_GRAPHTEXTTEST_H
#define TENON_TEST_UNIT_GRAPH_GRAPHTEXTTEST_H

#include "compiler/ir/graph/Graph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

namespace tenon {

class GraphTextTest : public ::testing::Test {
protected:
  GraphTextTest() {
    context.loadDialect<TenonDialect, mlir::func::FuncDialect>();
  }

  /// The first function of `text`, which stays alive for the test.
  mlir::func::FuncOp parse(llvm::StringRef text) {
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    if (!module) {
      ADD_FAILURE() << "the text does not parse";
      return {};
    }
    return *module->getOps<mlir::func::FuncOp>().begin();
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace tenon

#endif // TENON_TEST_UNIT_GRAPH_GRAPHTEXTTEST_H
