// SPDX-License-Identifier: Apache-2.0
// Sizes to try a model with: the optimum where the user named one, else small
// numbers that satisfy every check of the model.
#ifndef TENON_COMPILER_DRIVER_SAMPLESIZES_H
#define TENON_COMPILER_DRIVER_SAMPLESIZES_H

#include "compiler/reference/SymbolBindings.h"
#include "mlir/IR/BuiltinOps.h"

namespace tenon {

/// One value per size symbol, or nothing when none of those tried fits.
std::optional<reference::SymbolBindings> sampleSizes(mlir::ModuleOp module);

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_SAMPLESIZES_H
