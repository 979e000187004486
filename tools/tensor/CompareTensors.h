// SPDX-License-Identifier: Apache-2.0
// How far two tensors are apart, in the measures that verification and
// conformance speak of.
#ifndef TENON_TOOLS_TENSOR_COMPARETENSORS_H
#define TENON_TOOLS_TENSOR_COMPARETENSORS_H

#include "tools/tensor/HostTensor.h"

#include <cstdint>
#include <string>

namespace tenon {

/// An element matches when |actual - expected| <= absolute + relative *
/// |expected|. NaN matches NaN; infinities match those of their sign only;
/// strings and booleans match when equal.
struct CompareTolerance {
  double absolute = 1e-5;
  double relative = 1e-4;
};

struct TensorDifference {
  bool sameType = false;
  bool sameShape = false; ///< if not, nothing below is meaningful
  int64_t numElements = 0;
  int64_t numMismatches = 0; ///< beyond the tolerance, NaN against number
  int64_t firstMismatch = -1;
  int64_t worstElement = -1; ///< of the largest absolute error; -1: all equal
  /// Largest |actual - expected| where both are finite.
  double maxAbsoluteError = 0;
  /// The same by the span of expected (largest less smallest finite value,
  /// or, where they are equal, its magnitude); infinite for 0 by 0's error.
  double maxErrorOfRange = 0;
  /// Largest error by |expected|, where that is not 0.
  double maxRelativeError = 0;
  /// Steps between neighbouring floats; -1 for what is no float, or where
  /// the types differ.
  int64_t maxUlp = -1;
  /// 1 for the same direction; 1 when both are all 0, 0 when only one is.
  double cosine = 1;

  bool matches() const { return sameType && sameShape && numMismatches == 0; }
};

/// Compares element by element. Types may differ (a double reference against
/// floats): values are compared, and `sameType` says so.
TensorDifference compareTensors(const HostTensor &actual,
                                const HostTensor &expected,
                                CompareTolerance tolerance = {});

/// Position of an element: "[0,3,1]".
std::string elementPosition(const HostTensor &tensor, int64_t index);

/// An element in text, so that equal text means equal value.
std::string elementText(const HostTensor &tensor, int64_t index);

} // namespace tenon

#endif // TENON_TOOLS_TENSOR_COMPARETENSORS_H
