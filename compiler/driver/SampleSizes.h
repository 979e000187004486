// SPDX-License-Identifier: Apache-2.0
// Sizes for a model whose dimensions are open: the optimum where the user
// named one, else numbers that satisfy every check of the model.
#ifndef TENON_COMPILER_DRIVER_SAMPLESIZES_H
#define TENON_COMPILER_DRIVER_SAMPLESIZES_H

#include "compiler/reference/SymbolBindings.h"
#include "mlir/IR/BuiltinOps.h"

namespace tenon {

/// Small sizes, to try the model with: one value per size symbol, or nothing
/// when none of those tried fits.
std::optional<reference::SymbolBindings> sampleSizes(mlir::ModuleOp module);

/// Sizes that a user may mean who named none: one sample of 224 by 224 pixels.
/// They are what an engine is run at that is asked for no shape.
std::optional<reference::SymbolBindings> usualSizes(mlir::ModuleOp module);

/// The same for trying kernels: sizes that nobody chose are made odd and as
/// large as keeps the work small, so that vectors are filled and end early.
std::optional<reference::SymbolBindings> tellingSizes(mlir::ModuleOp module);

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_SAMPLESIZES_H
