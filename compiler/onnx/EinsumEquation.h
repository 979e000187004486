// SPDX-License-Identifier: Apache-2.0
// The equation of an Einsum node as labels of dimensions.
#ifndef TENON_COMPILER_ONNX_EINSUMEQUATION_H
#define TENON_COMPILER_ONNX_EINSUMEQUATION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace tenon {

/// A dimension's name: a letter, or kEllipsis + k for the k-th dimension from
/// the right that an ellipsis stands for.
using EinsumLabel = int64_t;
inline constexpr EinsumLabel kEllipsis = 256;
using EinsumTerm = llvm::SmallVector<EinsumLabel>;

struct EinsumEquation {
  llvm::SmallVector<EinsumTerm> operands; // one label per dimension
  EinsumTerm result;
};

/// Reads `text` for operands of `ranks`. False, with a reason in `error`, when
/// it is malformed or does not fit them. Without "->" the result has the
/// ellipsis, then the letters that appear once, in alphabetical order.
bool parseEinsum(llvm::StringRef text, llvm::ArrayRef<int64_t> ranks,
                 EinsumEquation &equation, std::string &error);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_EINSUMEQUATION_H
