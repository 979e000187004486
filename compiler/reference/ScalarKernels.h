// SPDX-License-Identifier: Apache-2.0
// Scalar functions applied to lanes: many elements computed side by side.
#ifndef TENON_COMPILER_REFERENCE_SCALARKERNELS_H
#define TENON_COMPILER_REFERENCE_SCALARKERNELS_H

#include "compiler/ir/graph/ScalarFn.h"
#include "compiler/reference/ScalarType.h"
#include "llvm/ADT/ArrayRef.h"

namespace tenon::reference {

/// What a kernel reads: one value per lane, or one for all.
struct LaneValues {
  union {
    const double *reals;
    const int64_t *integers;
  };
  bool uniform = true;
};

/// The types a function is applied at.
struct KernelTypes {
  ScalarType operand; // of the last operand
  ScalarType result;
};

/// Writes `lanes` results, int64 or double as the result type says.
using ScalarKernel = void (*)(llvm::ArrayRef<LaneValues> operands, void *to,
                              int lanes, const KernelTypes &types);

/// Null when `fn` is not defined on that type.
ScalarKernel findKernel(ScalarFn fn, const KernelTypes &types);

} // namespace tenon::reference

#endif // TENON_COMPILER_REFERENCE_SCALARKERNELS_H
