// SPDX-License-Identifier: Apache-2.0
// What is in a tensor, in a few numbers.
#ifndef TENON_TOOLS_TENSOR_VALUESUMMARY_H
#define TENON_TOOLS_TENSOR_VALUESUMMARY_H

#include "tools/tensor/HostTensor.h"

namespace tenon {

/// Of the finite elements; all zero when there is none.
struct ValueSummary {
  double least = 0;
  double greatest = 0;
  double mean = 0;
  int64_t numFinite = 0;
  int64_t numNotFinite = 0;

  /// The span of the values, or the magnitude of the only one.
  double span() const;
};

/// Strings count as not finite.
ValueSummary summarizeValues(const HostTensor &tensor);

} // namespace tenon

#endif // TENON_TOOLS_TENSOR_VALUESUMMARY_H
