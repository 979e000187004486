// SPDX-License-Identifier: Apache-2.0
// Reading the elements of tenon.constant, literal or weight.
#ifndef TENON_COMPILER_IR_GRAPH_CONSTANTELEMENTS_H
#define TENON_COMPILER_IR_GRAPH_CONSTANTELEMENTS_H

#include "compiler/ir/graph/Graph.h"

namespace tenon {

/// One element; absent when the index is outside or the type has no number.
std::optional<Number> constantElement(ConstantOp op,
                                      llvm::ArrayRef<int64_t> index);

/// The one value of all elements when `tensor` is a constant literal that
/// repeats one (broadcasts of it included).
std::optional<Number> splatValue(mlir::Value tensor);

/// All elements as row-major little-endian bytes (bool: one byte). A view
/// where the constant is a weight, else a copy in `storage`.
llvm::ArrayRef<char> constantBytes(ConstantOp op, std::vector<char> &storage);

/// The number in `bytes` (little-endian, `type`'s width).
Number decodeNumber(const char *bytes, mlir::Type type);

} // namespace tenon

#endif // TENON_COMPILER_IR_GRAPH_CONSTANTELEMENTS_H
