// SPDX-License-Identifier: Apache-2.0
// Ops that are computed together by one kernel.
#include "compiler/ir/graph/Graph.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tenon;

#define GET_OP_CLASSES
#include "compiler/ir/graph/Kernel.cpp.inc"

void tenon::registerKernel(TenonDialect &dialect) {
  dialect.add<
#define GET_OP_LIST
#include "compiler/ir/graph/Kernel.cpp.inc"
      >();
}

LogicalResult KernelOp::verify() {
  Block &body = getBody().front();
  if (body.getArgumentTypes() != getInputs().getTypes())
    return emitOpError("the body's arguments must have the operands' types");
  auto yield = dyn_cast<YieldOp>(body.getTerminator());
  if (!yield || yield.getValues().getTypes() != getResults().getTypes())
    return emitOpError("the body must yield the results' types");
  return success();
}
