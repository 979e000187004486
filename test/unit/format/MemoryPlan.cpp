// SPDX-License-Identifier: Apache-2.0
//
// Plans never overlap live tensors, come close to the lower bound, and
// stagger large tensors.
#include "format/MemoryPlan.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

using namespace tenon::format;

namespace {

constexpr int64_t kMiB = 1 << 20;

bool livesWith(const Lifetime &a, const Lifetime &b) {
  return a.firstStep <= b.lastStep && b.firstStep <= a.lastStep;
}

void expectNoOverlap(const std::vector<Lifetime> &tensors,
                     const MemoryPlan &plan) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    EXPECT_EQ(plan.offsets[i] % 64, 0);
    EXPECT_GE(plan.offsets[i], 0);
    EXPECT_LE(plan.offsets[i] + tensors[i].sizeBytes, plan.peakBytes);
    for (size_t j = 0; j < i; ++j) {
      bool isApart =
          plan.offsets[i] + tensors[i].sizeBytes <= plan.offsets[j] ||
          plan.offsets[j] + tensors[j].sizeBytes <= plan.offsets[i];
      EXPECT_TRUE(isApart || !livesWith(tensors[i], tensors[j]) ||
                  tensors[i].sizeBytes == 0 || tensors[j].sizeBytes == 0)
          << i << " and " << j;
    }
  }
}

/// The most bytes alive at a step, step by step.
int64_t countLiveBytes(const std::vector<Lifetime> &tensors,
                       uint32_t numSteps) {
  int64_t most = 0;
  for (uint32_t step = 0; step < numSteps; ++step) {
    int64_t live = 0;
    for (const Lifetime &tensor : tensors)
      if (tensor.firstStep <= step && step <= tensor.lastStep)
        live += tensor.sizeBytes;
    most = std::max(most, live);
  }
  return most;
}

TEST(MemoryPlan, nothingToPlan) {
  std::optional<MemoryPlan> plan = planMemory({});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->peakBytes, 0);
  EXPECT_EQ(plan->liveBytes, 0);
}

TEST(MemoryPlan, randomPlansHold) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    uint32_t numSteps = 1 + random() % 40;
    std::vector<Lifetime> tensors(random() % 60);
    for (Lifetime &tensor : tensors) {
      tensor.sizeBytes = random() % (round % 2 ? 300 : 300000);
      tensor.firstStep = random() % numSteps;
      tensor.lastStep =
          std::min(numSteps - 1, tensor.firstStep + uint32_t(random() % 6));
    }
    std::optional<MemoryPlan> plan = planMemory(tensors);
    ASSERT_TRUE(plan);
    expectNoOverlap(tensors, *plan);
    EXPECT_EQ(plan->liveBytes, countLiveBytes(tensors, numSteps));
    EXPECT_GE(plan->peakBytes, plan->liveBytes);
  }
}

TEST(MemoryPlan, chainNeedsTwoTensors) {
  // Each step reads one tensor and writes the next.
  std::vector<Lifetime> tensors;
  for (uint32_t i = 0; i < 20; ++i)
    tensors.push_back({1024, i, i + 1});
  EXPECT_EQ(planMemory(tensors)->peakBytes, 2048);
}

TEST(MemoryPlan, smallTensorsFillTheGapsOfLargeOnes) {
  // The large one is gone at step 2; the four small ones fit in its place
  // beside the one that stays.
  std::vector<Lifetime> tensors = {{4096, 0, 1}, {1024, 0, 3}, {1024, 2, 3},
                                   {1024, 2, 3}, {1024, 2, 3}, {1024, 2, 3}};
  EXPECT_EQ(planMemory(tensors)->peakBytes, 4096 + 1024);
}

/// An encoder and decoder with skip connections: what is live is known, and
/// the plan comes within 5% of it.
TEST(MemoryPlan, nearTheLowerBoundOnSkips) {
  std::vector<Lifetime> tensors;
  constexpr uint32_t kLevels = 5;
  for (uint32_t level = 0; level < kLevels; ++level) {
    int64_t size = (4 * kMiB) >> level;
    uint32_t back = 4 * kLevels - 2 * level;
    tensors.push_back({size, 2 * level, back});          // skip
    tensors.push_back({size, 2 * level, 2 * level + 1}); // on the way down
    tensors.push_back({size, back, back + 1});           // on the way up
  }
  std::optional<MemoryPlan> plan = planMemory(tensors);
  ASSERT_TRUE(plan);
  expectNoOverlap(tensors, *plan);
  EXPECT_LE(plan->peakBytes, plan->liveBytes + plan->liveBytes / 20);
}

TEST(MemoryPlan, neighboursOfLargeSizeAreStaggered) {
  std::vector<Lifetime> tensors;
  for (uint32_t i = 0; i < 30; ++i)
    tensors.push_back({256 * 1024, i, i + 1});
  std::optional<MemoryPlan> plan = planMemory(tensors);
  ASSERT_TRUE(plan);
  for (uint32_t i = 1; i < 30; ++i) {
    int64_t apart = (plan->offsets[i] - plan->offsets[i - 1]) % 4096;
    if (apart < 0)
      apart += 4096;
    EXPECT_GE(std::min(apart, 4096 - apart), 1024) << i;
  }
  EXPECT_LE(plan->peakBytes, 2 * 256 * 1024 + 3 * 4096);
}

TEST(MemoryPlan, sameTensorsSamePlan) {
  std::vector<Lifetime> tensors(50, {777, 0, 3});
  EXPECT_EQ(planMemory(tensors)->offsets, planMemory(tensors)->offsets);
}

TEST(MemoryPlan, emptyTensorsTakeNothing) {
  std::vector<Lifetime> tensors = {{0, 0, 5}, {64, 0, 5}, {0, 1, 1}};
  std::optional<MemoryPlan> plan = planMemory(tensors);
  EXPECT_EQ(plan->peakBytes, 64);
  EXPECT_EQ(plan->offsets[0], 0);
}

TEST(MemoryPlan, sizesThatDoNotAddUpAreRefused) {
  int64_t huge = std::numeric_limits<int64_t>::max() / 2;
  EXPECT_FALSE(planMemory(
      std::vector<Lifetime>{{huge, 0, 1}, {huge, 0, 1}, {huge, 2, 3}}));
  EXPECT_FALSE(planMemory(
      std::vector<Lifetime>{{std::numeric_limits<int64_t>::max(), 0, 0}}));
}

} // namespace
