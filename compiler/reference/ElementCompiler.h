// SPDX-License-Identifier: Apache-2.0
// From what an op says of one element (Element.h) to a program over lanes
// (Program.h), for one set of sizes.
#ifndef TENON_COMPILER_REFERENCE_ELEMENTCOMPILER_H
#define TENON_COMPILER_REFERENCE_ELEMENTCOMPILER_H

#include "compiler/ir/graph/Graph.h"
#include "compiler/reference/InterpretError.h"
#include "compiler/reference/Program.h"
#include "compiler/reference/SymbolBindings.h"

namespace tenon::reference {

/// The program of result `result` of `op`, which has at least one element
/// under `bindings`.
llvm::Expected<Program> compileElement(TensorBody op, unsigned result,
                                       const SymbolBindings &bindings);

} // namespace tenon::reference

#endif // TENON_COMPILER_REFERENCE_ELEMENTCOMPILER_H
