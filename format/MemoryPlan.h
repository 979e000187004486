// SPDX-License-Identifier: Apache-2.0
//
// MemoryPlan: one offset in one arena for each intermediate tensor.
//
// The compiler plans to predict and to explain, the runtime when shapes are
// bound; both call this function, so the prediction holds. In place and views
// are not its business: they are aliases of one planned tensor.
//
// Method: best fit, largest first. Tensors are placed in order of falling
// size, each into the smallest gap between those already placed whose
// lifetimes touch its own (Pisarchyk & Lee, "Efficient Memory Management for
// Deep Neural Net Inference", 2020: greedy by size).
//
// Large tensors are staggered: two streams at the same offset modulo 4096
// make loads wait for stores that only look like their own (measured: 1.5
// times slower). Neighbours in time sit half a page and one line apart.
#ifndef TENON_FORMAT_MEMORYPLAN_H
#define TENON_FORMAT_MEMORYPLAN_H

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tenon::format {

/// A tensor to place: its size in bytes, and the steps from the first that
/// writes it to the last that reads it, inclusive.
struct Lifetime {
  int64_t sizeBytes = 0;
  uint32_t firstStep = 0;
  uint32_t lastStep = 0;
};

struct MemoryPlan {
  /// One for each tensor, bytes from the arena's start, multiples of 64.
  std::vector<int64_t> offsets;
  /// Size of the arena, bytes.
  int64_t peakBytes = 0;
  /// The most bytes alive at one step: no plan can be smaller.
  int64_t liveBytes = 0;
};

/// Plans an arena; nothing when the sizes add up beyond int64. Sizes are not
/// negative; an empty tensor gets offset 0. Time is quadratic in the number
/// of tensors at worst; the result depends on nothing but the argument.
std::optional<MemoryPlan> planMemory(std::span<const Lifetime> tensors);

} // namespace tenon::format

#endif // TENON_FORMAT_MEMORYPLAN_H
