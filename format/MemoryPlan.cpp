// SPDX-License-Identifier: Apache-2.0
//
// Greedy by size with staggered starts.
#include "format/MemoryPlan.h"

#include "format/CheckedMath.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tenon::format {

namespace {

constexpr int64_t kLineBytes = 64;
constexpr int64_t kPageBytes = 4096;
/// Step from one large tensor's place in the page to the next one's: half a
/// page and one line, an odd number of lines, so that all 64 places come up.
constexpr int64_t kStaggerBytes = kPageBytes / 2 + kLineBytes;
/// Only tensors of at least this size are staggered: the gap before one
/// averages half a page, which must stay small beside the tensor.
constexpr int64_t kStaggerFrom = 4 * kPageBytes;

struct Item {
  int64_t size;   // rounded up to whole lines
  int64_t colour; // wanted offset modulo the page; -1 for any line
  Lifetime life;
  uint32_t index;
};

struct Placed {
  int64_t begin;
  int64_t end;
  uint32_t firstStep;
  uint32_t lastStep;
};

/// Rounds sizes and colours the large tensors in order of their first step.
std::optional<std::vector<Item>> makeItems(std::span<const Lifetime> tensors) {
  std::vector<Item> items;
  int64_t total = 0;
  for (uint32_t i = 0; i < tensors.size(); ++i) {
    std::optional<int64_t> size =
        checkedAlign(tensors[i].sizeBytes, kLineBytes);
    // Room for a whole page of staggering in front of each.
    std::optional<int64_t> sum = size ? checkedAdd(total, *size) : std::nullopt;
    sum = sum ? checkedAdd(*sum, kPageBytes) : std::nullopt;
    if (!sum)
      return std::nullopt;
    total = *sum;
    items.push_back({*size, -1, tensors[i], i});
  }
  std::vector<uint32_t> order(items.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return std::pair(items[a].life.firstStep, a) <
           std::pair(items[b].life.firstStep, b);
  });
  int64_t colour = 0;
  for (uint32_t i : order) {
    if (items[i].size < kStaggerFrom)
      continue;
    items[i].colour = colour;
    colour = (colour + kStaggerBytes) % kPageBytes;
  }
  return items;
}

/// The first offset at or after `begin` where the item may start.
int64_t firstStart(const Item &item, int64_t begin) {
  if (item.colour < 0)
    return begin;
  int64_t ahead = (item.colour - begin) % kPageBytes;
  return begin + (ahead < 0 ? ahead + kPageBytes : ahead);
}

/// The start that wastes least among the gaps between `placed`, which is
/// sorted by begin; behind all of them when no gap is large enough.
int64_t findStart(const Item &item, const std::vector<Placed> &placed) {
  int64_t best = -1;
  int64_t bestGap = 0;
  int64_t covered = 0;
  for (const Placed &other : placed) {
    if (other.lastStep < item.life.firstStep ||
        other.firstStep > item.life.lastStep)
      continue;
    int64_t start = firstStart(item, covered);
    int64_t gap = other.begin - covered;
    if (start + item.size <= other.begin && (best < 0 || gap < bestGap)) {
      best = start;
      bestGap = gap;
    }
    covered = std::max(covered, other.end);
  }
  return best >= 0 ? best : firstStart(item, covered);
}

/// The most bytes alive at one step, as the tensors were given.
int64_t findLiveBytes(std::span<const Lifetime> tensors) {
  // +size at the first step, -size after the last, summed in order of time;
  // ends sort before beginnings of the same step.
  std::vector<std::pair<uint64_t, int64_t>> changes;
  for (const Lifetime &life : tensors) {
    changes.push_back({life.firstStep, life.sizeBytes});
    changes.push_back({uint64_t{life.lastStep} + 1, -life.sizeBytes});
  }
  std::sort(changes.begin(), changes.end());
  int64_t live = 0;
  int64_t most = 0;
  for (auto [step, change] : changes) {
    live += change;
    most = std::max(most, live);
  }
  return most;
}

} // namespace

std::optional<MemoryPlan> planMemory(std::span<const Lifetime> tensors) {
  std::optional<std::vector<Item>> items = makeItems(tensors);
  if (!items)
    return std::nullopt;
  std::sort(items->begin(), items->end(), [](const Item &a, const Item &b) {
    return a.size != b.size ? a.size > b.size : a.index < b.index;
  });

  MemoryPlan plan;
  plan.offsets.assign(tensors.size(), 0);
  plan.liveBytes = findLiveBytes(tensors);
  std::vector<Placed> placed; // sorted by begin
  for (const Item &item : *items) {
    if (item.size == 0)
      continue;
    int64_t begin = findStart(item, placed);
    Placed entry = {begin, begin + item.size, item.life.firstStep,
                    item.life.lastStep};
    auto after = [](const Placed &a, const Placed &b) {
      return a.begin < b.begin;
    };
    placed.insert(std::upper_bound(placed.begin(), placed.end(), entry, after),
                  entry);
    plan.offsets[item.index] = begin;
    plan.peakBytes = std::max(plan.peakBytes, entry.end);
  }
  return plan;
}

} // namespace tenon::format
