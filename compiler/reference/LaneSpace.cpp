// SPDX-License-Identifier: Apache-2.0
// Dealing a result's elements into runs.
#include "compiler/reference/LaneSpace.h"
#include "llvm/Support/MathExtras.h"

namespace tenon::reference {

LaneSpace::LaneSpace(llvm::ArrayRef<int64_t> shape,
                     std::optional<unsigned> sequentialAxis) {
  // Fewer lanes than this do not pay for the walk over instructions.
  constexpr int64_t kEnoughLanes = 32;
  for (unsigned i = shape.size(); i-- > 0;) {
    if (i == sequentialAxis)
      continue;
    bool filled = innerCount >= kEnoughLanes;
    (filled ? outer : inner).push_back({i, shape[i]});
    (filled ? outerCount : innerCount) *= shape[i];
  }
  std::reverse(outer.begin(), outer.end());
  std::reverse(inner.begin(), inner.end());
  runsPerOuter = llvm::divideCeil(innerCount, kLanes);
}

int LaneSpace::setIndices(Machine &machine, int64_t number) const {
  int64_t rest = number / runsPerOuter;
  for (const Dimension &dimension : llvm::reverse(outer)) {
    machine.setIndex(dimension.number, rest % dimension.size);
    rest /= dimension.size;
  }
  int64_t first = number % runsPerOuter * kLanes;
  int lanes = std::min<int64_t>(kLanes, innerCount - first);
  setLaneIndices(machine, first, lanes);
  return lanes;
}

void LaneSpace::setLaneIndices(Machine &machine, int64_t first,
                               int lanes) const {
  // From the last dimension, which changes fastest, outwards.
  int64_t repeat = 1; // lanes that share an index of this dimension
  for (const Dimension &dimension : llvm::reverse(inner)) {
    int64_t *to = machine.indexLanes(dimension.number);
    int64_t at = first / repeat % dimension.size,
            left = repeat - first % repeat;
    for (int l = 0; l < lanes; ++l) {
      to[l] = at;
      if (--left > 0)
        continue;
      left = repeat;
      at = at + 1 == dimension.size ? 0 : at + 1;
    }
    machine.indexLanesWritten(dimension.number, lanes);
    repeat *= dimension.size;
  }
}

} // namespace tenon::reference
