// SPDX-License-Identifier: Apache-2.0
// What kernels are tried on: numbers as networks have them, and the edge cases
// of each type, which they seldom meet and must survive.
#ifndef TENON_COMPILER_DRIVER_VERIFYINPUTS_H
#define TENON_COMPILER_DRIVER_VERIFYINPUTS_H

#include "compiler/ir/graph/Element.h"
#include "compiler/reference/ScalarType.h"
#include "llvm/ADT/ArrayRef.h"
#include <random>
#include <vector>

namespace tenon {

using RandomSource = std::mt19937_64;

/// Normal numbers for floats; 0 to 3 for integers, which are indices or
/// classes more often than not; coins for bools.
void fillRandomly(reference::ScalarType type, llvm::MutableArrayRef<char> bytes,
                  RandomSource &random);

/// NaN, infinities, zeros of both signs, denormals and their border, the
/// greatest numbers; of integers the extremes and their neighbours. None of
/// bools, whose two values are common.
std::vector<Number> edgeCases(reference::ScalarType type);

/// Puts edge cases in the place of the first and the last element and of a
/// share, below 1, of the others.
void scatterEdgeCases(reference::ScalarType type,
                      llvm::MutableArrayRef<char> bytes, double share,
                      RandomSource &random);

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_VERIFYINPUTS_H
