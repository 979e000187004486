// SPDX-License-Identifier: Apache-2.0
// Makes the result of every node an output of the model, so that a wrong
// answer can be followed to the first node that goes wrong (`verify --all`).
#ifndef TENON_COMPILER_DRIVER_EXPOSENODES_H
#define TENON_COMPILER_DRIVER_EXPOSENODES_H

#include "mlir/IR/BuiltinOps.h"

namespace tenon {

/// Adds outputs to `main` behind the model's own, in the order of the nodes and
/// named as they are; of a node that became several ops, the last one's result.
void exposeNodes(mlir::ModuleOp module);

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_EXPOSENODES_H
