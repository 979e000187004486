// SPDX-License-Identifier: Apache-2.0
// Loads: a pointer into the tensor where lanes lie side by side, a gather
// where they do not or elements are stored in their own type, a call where the
// tensor is not in memory.
#include "compiler/reference/Machine.h"
#include "llvm/ADT/bit.h"

namespace tenon::reference {

void Machine::checkInside(const Load &step, unsigned dimension) {
  int64_t scratch[kLanes];
  int64_t size = sources[step.tensor].shape[dimension];
  Sum at = sumOf(step.index[dimension], scratch);
  if (at.least >= 0 && at.greatest < size)
    return;
  for (int l = 0; l < lanes; ++l) {
    if (!isActive(l) || (at.at(l) >= 0 && at.at(l) < size))
      continue;
    fault_ = {at.at(l), size, step.tensor, dimension};
    stopped = true;
    return;
  }
}

/// int64, double and errors alike: a word each.
template <typename T>
void Machine::gather(const T *from, const Sum &at, T *to) {
  from += at.shift;
  if (active)
    for (int l = 0; l < lanes; ++l)
      to[l] = active[l] ? from[at.lanes[l]] : 0;
  else
    for (int l = 0; l < lanes; ++l)
      to[l] = from[at.lanes[l]];
}

void Machine::loadErrors(const Load &step, const Sum &at) {
  const double *errors = sources[step.tensor].errors;
  Register &to = registers[step.result];
  to.errors = nullptr;
  if (!errors)
    return;
  if (!at.lanes) {
    to.errors = errors + at.shift;
  } else if (at.consecutive) {
    to.errors = errors + at.lanes[0] + at.shift;
  } else {
    gather(errors, at, ownErrors(step.result));
    to.errors = ownErrors(step.result);
  }
}

void Machine::readStored(const Load &step, const Sum &at) {
  const StoredTensor &from = *sources[step.tensor].stored;
  auto *out = own<int64_t>(step.result);
  for (int l = 0; l < (at.lanes ? lanes : 1); ++l) {
    if (at.lanes && !isActive(l)) {
      out[l] = 0;
      continue;
    }
    Number number = from.at(at.at(l));
    out[l] =
        number.isFloat ? llvm::bit_cast<int64_t>(number.real) : number.integer;
  }
}

void Machine::run(const Load &step) {
  const Source &source = sources[step.tensor];
  if (!source.words && !source.stored)
    return runLazily(step);
  for (unsigned dimension : step.unproved)
    checkInside(step, dimension);
  if (stopped)
    return;
  int64_t scratch[kLanes];
  Sum at = sumOf(step.offset, scratch);
  Register &to = registers[step.result];
  to.uniform = !at.lanes;
  loadErrors(step, at);
  auto *words = static_cast<const int64_t *>(source.words);
  if (source.stored) {
    readStored(step, at);
    to.integers = own<int64_t>(step.result);
  } else if (!at.lanes) {
    to.integers = words + at.shift;
  } else if (at.consecutive) {
    // Idle lanes read beside the tensor at most: its slack is as wide as a run.
    static_assert(Tensor::kSlack >= kLanes);
    to.integers = words + at.lanes[0] + at.shift;
  } else {
    gather(words, at, own<int64_t>(step.result));
    to.integers = own<int64_t>(step.result);
  }
}

void Machine::runLazily(const Load &step) {
  // The index in full: a value per lane, or one for all.
  llvm::SmallVector<LaneValues> index(step.index.size());
  llvm::SmallVector<int64_t, 256> values;
  values.resize_for_overwrite(step.index.size() * lanes);
  bool uniform = true;
  for (auto [dimension, sum] : llvm::enumerate(step.index)) {
    int64_t scratch[kLanes];
    Sum at = sumOf(sum, scratch);
    int64_t *to = values.data() + dimension * lanes;
    for (int l = 0; l < (at.lanes ? lanes : 1); ++l)
      to[l] = at.at(l);
    index[dimension].integers = to;
    index[dimension].uniform = !at.lanes;
    uniform &= !at.lanes;
  }
  Register &to = registers[step.result];
  to.integers = own<int64_t>(step.result);
  to.uniform = uniform;
  if (!lazyLoad(step.tensor, index, uniform ? nullptr : active,
                uniform ? 1 : lanes, own<char>(step.result),
                tracksErrors() ? ownErrors(step.result) : nullptr))
    stopped = true;
  else if (tracksErrors())
    adoptErrors(step.result, uniform ? 1 : lanes);
}

} // namespace tenon::reference
