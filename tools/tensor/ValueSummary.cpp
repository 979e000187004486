// SPDX-License-Identifier: Apache-2.0
// One pass over a tensor.
#include "tools/tensor/ValueSummary.h"

#include "tools/tensor/ElementValue.h"

#include <algorithm>
#include <cmath>

namespace tenon {

double ValueSummary::span() const {
  return greatest > least ? greatest - least : std::fabs(greatest);
}

ValueSummary summarizeValues(const HostTensor &tensor) {
  ValueSummary summary;
  int64_t count = tensor.numElements();
  if (tensor.elementType == OnnxElementType::String) {
    summary.numNotFinite = count;
    return summary;
  }
  int64_t parts = isComplexType(tensor.elementType) ? 2 : 1;
  for (int64_t i = 0; i < count * parts; ++i) {
    double value = elementAsDouble(tensor.elementType, tensor.bytes.view(), i);
    if (!std::isfinite(value)) {
      ++summary.numNotFinite;
      continue;
    }
    bool isFirst = summary.numFinite++ == 0;
    summary.least = isFirst ? value : std::min(summary.least, value);
    summary.greatest = isFirst ? value : std::max(summary.greatest, value);
    // As a running mean, which does not overflow.
    summary.mean +=
        (value - summary.mean) / static_cast<double>(summary.numFinite);
  }
  return summary;
}

} // namespace tenon
