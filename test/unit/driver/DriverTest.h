// SPDX-License-Identifier: Apache-2.0
// What tests of the driver share: graphs from text.
#ifndef TENON_TEST_UNIT_DRIVER_DRIVERTEST_H
#define TENON_TEST_UNIT_DRIVER_DRIVERTEST_H

#include "compiler/ir/graph/Graph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

namespace tenon {

class DriverTest : public ::testing::Test {
protected:
  DriverTest() { context.loadDialect<TenonDialect, mlir::func::FuncDialect>(); }

  mlir::ModuleOp parse(llvm::StringRef text) {
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    if (!module)
      ADD_FAILURE() << "the text does not parse";
    return *module;
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace tenon

#endif // TENON_TEST_UNIT_DRIVER_DRIVERTEST_H
