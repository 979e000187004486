// SPDX-License-Identifier: Apache-2.0
//
// Every part runs exactly once, whoever runs it; idle workers sleep.
#include "runtime/device/cpu/ThreadPool.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <ctime>
#include <thread>

using namespace tenon::runtime;

namespace {

constexpr uint32_t kMaxParts = 16;

struct Counts {
  std::array<std::atomic<int>, kMaxParts> ofPart = {};
};

void countPart(const void *argument, uint32_t part) {
  auto *counts = static_cast<Counts *>(const_cast<void *>(argument));
  ++counts->ofPart[part];
}

class ThreadPoolSpin : public testing::TestWithParam<uint64_t> {};

TEST_P(ThreadPoolSpin, runsEachPartOnce) {
  auto pool = ThreadPool::create(4, GetParam());
  ASSERT_TRUE(pool.ok()) << pool.status().message();
  for (int job = 0; job < 3000; ++job) {
    Counts counts;
    uint32_t numParts = 1 + static_cast<uint32_t>(job) % 4;
    (*pool)->run(numParts, countPart, &counts);
    for (uint32_t part = 0; part < kMaxParts; ++part)
      ASSERT_EQ(counts.ofPart[part], part < numParts ? 1 : 0);
  }
}

TEST_P(ThreadPoolSpin, wakesSleepers) {
  auto pool = ThreadPool::create(3, GetParam());
  ASSERT_TRUE(pool.ok());
  for (int job = 0; job < 20; ++job) {
    Counts counts;
    (*pool)->run(3, countPart, &counts);
    EXPECT_EQ(counts.ofPart[2], 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

// Never spinning, and for longer than the breaks of wakesSleepers.
INSTANTIATE_TEST_SUITE_P(all, ThreadPoolSpin,
                         testing::Values(0u, 100000u, 10000000u));

/// A part is long enough for a sleeping worker to come and take its own.
void sleepPart(const void *argument, uint32_t part) {
  countPart(argument, part);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

TEST(ThreadPool, partsRunSideBySide) {
  auto pool = ThreadPool::create(4, 0);
  ASSERT_TRUE(pool.ok());
  Counts counts;
  auto start = std::chrono::steady_clock::now();
  (*pool)->run(4, sleepPart, &counts);
  auto took = std::chrono::steady_clock::now() - start;
  EXPECT_LT(took, std::chrono::milliseconds(150)); // 200 in a row
}

TEST(ThreadPool, idleWorkersTakeNoTime) {
  auto pool = ThreadPool::create(4, 100000);
  ASSERT_TRUE(pool.ok());
  Counts counts;
  (*pool)->run(4, countPart, &counts);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  std::clock_t before = std::clock(); // of all threads
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  double usedMs = 1000.0 * static_cast<double>(std::clock() - before) /
                  static_cast<double>(CLOCKS_PER_SEC);
  EXPECT_LT(usedMs, 2.0);
}

TEST(ThreadPool, ofOneNeedsNoWorker) {
  auto pool = ThreadPool::create(1, 0);
  ASSERT_TRUE(pool.ok());
  Counts counts;
  (*pool)->run(1, countPart, &counts);
  EXPECT_EQ(counts.ofPart[0], 1);
}

TEST(ThreadPool, poolsComeAndGo) {
  for (int round = 0; round < 50; ++round) {
    auto pool = ThreadPool::create(8, round % 2 ? 0 : 100000);
    ASSERT_TRUE(pool.ok());
    if (round % 3 == 0)
      continue;
    Counts counts;
    (*pool)->run(8, countPart, &counts);
    EXPECT_EQ(counts.ofPart[7], 1);
  }
}

} // namespace
