// SPDX-License-Identifier: Apache-2.0
// How the elements of a result are dealt into runs of a Machine.
//
// Lanes cover the last dimensions, as many as it takes to fill a run (a 7 x 7
// plane fills 49 lanes, a row of 1000 fills 256 of them at a time); dimensions
// before have one value per run. The sequential axis of a recurrence is never
// among the lanes: its steps are runs of their own, in order.
#ifndef TENON_COMPILER_REFERENCE_LANESPACE_H
#define TENON_COMPILER_REFERENCE_LANESPACE_H

#include "compiler/reference/Machine.h"

namespace tenon::reference {

class LaneSpace {
public:
  LaneSpace(llvm::ArrayRef<int64_t> shape,
            std::optional<unsigned> sequentialAxis);

  int64_t numRuns() const { return outerCount * runsPerOuter; }
  /// Sets all indices of run `number` but the sequential one's; returns the
  /// number of lanes.
  int setIndices(Machine &machine, int64_t number) const;

private:
  struct Dimension {
    unsigned number;
    int64_t size;
  };
  void setLaneIndices(Machine &machine, int64_t first, int lanes) const;

  llvm::SmallVector<Dimension> outer, inner; // outermost first
  int64_t outerCount = 1, innerCount = 1, runsPerOuter = 1;
};

} // namespace tenon::reference

#endif // TENON_COMPILER_REFERENCE_LANESPACE_H
