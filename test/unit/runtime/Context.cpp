// SPDX-License-Identifier: Apache-2.0
//
// Contexts on the CPU: what callers may do in any order, limits, faults,
// threads.
#include "runtime/core/Context.h"

#include "EngineMaker.h"
#include "runtime/abi/Devices.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <limits>
#include <numeric>
#include <thread>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

using namespace tenon::runtime;
using namespace tenon::test;
namespace format = tenon::format;

namespace {

std::shared_ptr<const Engine> load(const std::vector<std::byte> &bytes) {
  auto engine =
      Engine::loadMemory(bytes, false, {*findDevice("cpu"), std::nullopt});
  EXPECT_TRUE(engine.ok()) << engine.status().message();
  return engine.ok() ? *engine : nullptr;
}

std::unique_ptr<Context> makeContext(std::shared_ptr<const Engine> engine,
                                     const ContextOptions &options = {}) {
  auto context = Context::create(std::move(engine), options);
  EXPECT_TRUE(context.ok()) << context.status().message();
  return context.ok() ? std::move(*context) : nullptr;
}

std::unique_ptr<Context> makeContext(const std::vector<std::byte> &bytes,
                                     const ContextOptions &options = {}) {
  return makeContext(load(bytes), options);
}

Status setInput(Context &context, const float *data, int64_t count) {
  int64_t dims[] = {count};
  return context.setInput(0, data, static_cast<uint64_t>(count) * sizeof(float),
                          dims);
}

const float *outputOf(const Context &context) {
  return static_cast<const float *>(context.outputData(0));
}

/// Eight numbers and room to shift them off their alignment.
struct Numbers {
  alignas(64) float memory[16] = {};
  float *shifted(size_t by) { return memory + by; }
};

TEST(Context, needsItsInputs) {
  auto context = makeContext(makeAddEngine());
  Status status = context->run();
  EXPECT_EQ(status.code(), Code::notReady);
  EXPECT_NE(status.message().find("'x'"), std::string::npos);
  EXPECT_EQ(context->boundPlan(), nullptr);
}

TEST(Context, bindsShapesBeforeThereIsData) {
  auto context = makeContext(makeAddEngine());
  ASSERT_TRUE(setInput(*context, nullptr, 3).ok());
  ASSERT_TRUE(context->bind().ok());
  EXPECT_EQ(context->boundPlan()->outputs[0].dims, std::vector<int64_t>{3});
  EXPECT_EQ(context->run().code(), Code::notReady);
  Numbers x;
  ASSERT_TRUE(setInput(*context, x.memory, 3).ok());
  EXPECT_TRUE(context->run().ok());
}

TEST(Context, checksIndexAndBytes) {
  auto context = makeContext(makeAddEngine());
  Numbers x;
  int64_t dims[] = {3};
  EXPECT_EQ(context->setInput(1, x.memory, 12, dims).code(),
            Code::invalidArgument);
  EXPECT_EQ(context->setInput(0, x.memory, 11, dims).code(), Code::badShape);
  EXPECT_EQ(context->setInput(0, x.memory, 13, dims).code(), Code::badShape);
  EXPECT_EQ(context->setOutput(1, x.memory, 12).code(), Code::invalidArgument);
  // The refused shape left no trace.
  EXPECT_EQ(context->run().code(), Code::notReady);
}

TEST(Context, aBadShapeLeavesTheGoodOneBound) {
  auto context = makeContext(makeAddEngine());
  Numbers x;
  x.memory[0] = 41;
  ASSERT_TRUE(setInput(*context, x.memory, 1).ok());
  ASSERT_TRUE(context->run().ok());
  EXPECT_FALSE(setInput(*context, x.memory, -1).ok());
  ASSERT_TRUE(context->run().ok());
  EXPECT_EQ(outputOf(*context)[0], 42);
}

TEST(Context, takesInputsAndOutputsOfAnyAlignment) {
  auto context = makeContext(makeAddEngine());
  for (size_t in = 0; in < 4; ++in) {
    for (size_t out = 0; out < 4; ++out) {
      Numbers x, y;
      for (int i = 0; i < 8; ++i)
        x.shifted(in)[i] = static_cast<float>(i);
      ASSERT_TRUE(setInput(*context, x.shifted(in), 8).ok());
      ASSERT_TRUE(context->setOutput(0, y.shifted(out), 32).ok());
      ASSERT_TRUE(context->run().ok());
      for (int i = 0; i < 8; ++i)
        EXPECT_EQ(y.shifted(out)[i], static_cast<float>(i + 1));
      EXPECT_EQ(y.shifted(out)[8], 0); // nothing behind it was written
    }
  }
}

TEST(Context, stagesOnlyWhatIsMisaligned) {
  Numbers x;
  auto strict = makeContext(makeAddEngine(1, 64));
  ASSERT_TRUE(setInput(*strict, x.shifted(1), 8).ok());
  ASSERT_TRUE(strict->run().ok());
  EXPECT_GE(strict->statistics().stagingBytes, 32u);
  auto lax = makeContext(makeAddEngine(1, 4));
  ASSERT_TRUE(setInput(*lax, x.shifted(1), 8).ok());
  ASSERT_TRUE(lax->run().ok());
  EXPECT_EQ(lax->statistics().stagingBytes, 0u);
}

TEST(Context, movingPointersNeedsNoBind) {
  auto context = makeContext(makeAddEngine());
  Numbers a, b, y, z;
  a.memory[0] = 1;
  b.memory[0] = 2;
  ASSERT_TRUE(setInput(*context, a.memory, 1).ok());
  ASSERT_TRUE(context->setOutput(0, y.memory, 4).ok());
  ASSERT_TRUE(context->run().ok());
  ASSERT_TRUE(setInput(*context, b.memory, 1).ok());
  ASSERT_TRUE(context->setOutput(0, z.memory, 64).ok());
  ASSERT_TRUE(context->run().ok());
  EXPECT_EQ(y.memory[0], 2);
  EXPECT_EQ(z.memory[0], 3);
  EXPECT_EQ(context->statistics().binds, 1u);
  EXPECT_EQ(context->statistics().runs, 2u);
}

TEST(Context, goesBackToItsOwnOutput) {
  auto context = makeContext(makeAddEngine());
  Numbers x, y;
  ASSERT_TRUE(setInput(*context, x.memory, 4).ok());
  ASSERT_TRUE(context->setOutput(0, y.memory, 16).ok());
  ASSERT_TRUE(context->run().ok());
  EXPECT_EQ(context->statistics().outputBytes, 0u);
  ASSERT_TRUE(context->setOutput(0, nullptr, 0).ok());
  ASSERT_TRUE(context->run().ok());
  EXPECT_NE(outputOf(*context), y.memory);
  EXPECT_EQ(outputOf(*context)[3], 1);
}

TEST(Context, refusesOutputsTooSmall) {
  auto context = makeContext(makeAddEngine());
  Numbers x, y;
  ASSERT_TRUE(setInput(*context, x.memory, 4).ok());
  ASSERT_TRUE(context->setOutput(0, y.memory, 15).ok());
  Status status = context->run();
  EXPECT_EQ(status.code(), Code::badShape);
  EXPECT_NE(status.message().find("needs 16 bytes"), std::string::npos);
  // Also when it was bound before.
  ASSERT_TRUE(context->setOutput(0, y.memory, 16).ok());
  ASSERT_TRUE(context->run().ok());
  ASSERT_TRUE(context->setOutput(0, y.memory, 15).ok());
  EXPECT_EQ(context->run().code(), Code::badShape);
}

TEST(Context, runsOnNoElements) {
  auto context = makeContext(makeAddEngine());
  ASSERT_TRUE(setInput(*context, nullptr, 0).ok());
  Status status = context->run();
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(context->boundPlan()->outputs[0].bytes, 0);
}

TEST(Context, remembersPlans) {
  auto context = makeContext(makeChainEngine(4, 0));
  std::vector<float> x(2000, 0);
  for (int64_t count : {10, 20, 10, 20, 10})
    ASSERT_TRUE(setInput(*context, x.data(), count).ok() &&
                context->run().ok());
  EXPECT_EQ(context->statistics().plansCached, 2u);
  for (int64_t count = 1; count < 100; ++count)
    ASSERT_TRUE(setInput(*context, x.data(), count).ok() &&
                context->run().ok());
  EXPECT_EQ(context->statistics().plansCached, 32u);
}

TEST(Context, limitIsExactAndComesBeforeAllocation) {
  // Two tensors of n floats alternate in the arena, one is the output.
  std::vector<std::byte> engine = makeChainEngine(5, 0);
  alignas(64) static float x[1024] = {};
  ContextOptions options;
  options.memoryLimitBytes = 3 * 4096;
  auto context = makeContext(engine, options);
  ASSERT_TRUE(setInput(*context, x, 1024).ok());
  ASSERT_TRUE(context->run().ok());
  EXPECT_EQ(context->statistics().plannedPeakBytes, 3u * 4096);

  options.memoryLimitBytes = 3 * 4096 - 1;
  context = makeContext(engine, options);
  ASSERT_TRUE(setInput(*context, x, 1024).ok());
  Status status = context->run();
  EXPECT_EQ(status.code(), Code::memoryLimit);
  EXPECT_NE(status.message().find("12288"), std::string::npos);
  EXPECT_EQ(context->statistics().arenaBytes, 0u);
  EXPECT_EQ(context->statistics().outputBytes, 0u);
  // A caller's buffer for the output is not the context's memory.
  alignas(64) static float y[1024];
  ASSERT_TRUE(context->setOutput(0, y, sizeof y).ok());
  EXPECT_TRUE(context->run().ok());
}

TEST(Context, keepsTheLimitWhileShapesChange) {
  // The shapes of [a, b] need a*4 for the arena and b*4 for the output.
  EngineMaker maker;
  auto a = maker.symbol("a", 0, 1 << 20, 1);
  auto b = maker.symbol("b", 0, 1 << 20, 1);
  auto bytes = maker.apply(format::ValueOp::mul, a, maker.constant(4));
  maker.input("x", format::ElementType::u8, {a, b});
  auto y = maker.output("y", format::ElementType::f32, {b});
  auto arena = maker.arena(bytes, 0, 0);
  maker.step(kAddConstant, {arena, maker.weights({1}), y}, {},
             maker.constant(0));
  ContextOptions options;
  options.memoryLimitBytes = 100000 + 8192;
  auto context = makeContext(maker.build(), options);
  for (auto [rows, columns] : {std::pair<int64_t, int64_t>{25000, 1},
                               {1, 25000},
                               {25000, 1},
                               {12000, 12000}}) {
    int64_t dims[] = {rows, columns};
    ASSERT_TRUE(context->setInput(0, nullptr, 0, dims).ok());
    ASSERT_TRUE(context->bind().ok());
    ContextStatistics numbers = context->statistics();
    EXPECT_LE(numbers.arenaBytes + numbers.outputBytes,
              options.memoryLimitBytes);
  }
}

TEST(Context, survivesAfterARefusal) {
  ContextOptions options;
  options.memoryLimitBytes = 1000;
  auto context = makeContext(makeChainEngine(3, 0), options);
  std::vector<float> x(4096, 1);
  ASSERT_TRUE(setInput(*context, x.data(), 4096).ok());
  EXPECT_EQ(context->run().code(), Code::memoryLimit);
  ASSERT_TRUE(setInput(*context, x.data(), 16).ok());
  ASSERT_TRUE(context->run().ok());
  EXPECT_EQ(outputOf(*context)[15], 4);
}

std::vector<std::byte> makeGatherEngine() {
  EngineMaker maker;
  auto n = maker.symbol("n", 1, 1000, 4);
  auto m = maker.symbol("m", 1, 1000, 4);
  auto x = maker.input("x", format::ElementType::f32, {n}, 4);
  auto index = maker.input("index", format::ElementType::i64, {m}, 8);
  auto y = maker.output("y", format::ElementType::f32, {m}, 4);
  maker.step(kGather, {x, index, y}, {n}, m).nodes = {"embed/Gather"};
  return maker.build();
}

TEST(Context, faultsNameStepNodeAndIndex) {
  auto context = makeContext(makeGatherEngine());
  float x[] = {10, 11, 12};
  int64_t index[] = {2, 0, 3};
  int64_t three[] = {3};
  ASSERT_TRUE(context->setInput(0, x, sizeof x, three).ok());
  ASSERT_TRUE(context->setInput(1, index, sizeof index, three).ok());
  Status status = context->run();
  EXPECT_EQ(status.code(), Code::badData);
  for (const char *part : {"node 'embed/Gather'", "step 0", "'gather'", "(3)"})
    EXPECT_NE(status.message().find(part), std::string::npos)
        << status.message();
  // The next run is judged by itself.
  index[2] = 1;
  ASSERT_TRUE(context->run().ok());
  EXPECT_EQ(outputOf(*context)[0], 12);
  EXPECT_EQ(outputOf(*context)[2], 11);
}

std::vector<std::byte> makeMarkEngine(int64_t grain) {
  EngineMaker maker;
  auto n = maker.symbol("n", 0, 1 << 20, 4);
  maker.input("x", format::ElementType::i64, {n});
  auto y = maker.output("y", format::ElementType::i64, {n});
  maker.step(kMarkParts, {y}, {}, n).grain = maker.constant(grain);
  return maker.build();
}

TEST(Context, partsAreTheSameAtEveryRun) {
  ContextOptions options;
  options.threads = 3;
  auto context = makeContext(makeMarkEngine(10), options);
  std::vector<int64_t> x(100, 0);
  int64_t dims[] = {100};
  ASSERT_TRUE(context->setInput(0, x.data(), 800, dims).ok());
  for (int run = 0; run < 200; ++run) {
    ASSERT_TRUE(context->run().ok());
    auto *y = static_cast<const int64_t *>(context->outputData(0));
    for (int64_t i = 0; i < 100; ++i) {
      int64_t expected = i < 34 ? 34 : i < 67 ? 34067 : 67100;
      ASSERT_EQ(y[i], expected) << i;
    }
  }
}

TEST(Context, anyNumberOfThreadsGivesTheSameBits) {
  std::vector<float> x(10007);
  std::iota(x.begin(), x.end(), 0.0f);
  std::vector<float> first;
  for (uint32_t threads : {1u, 2u, 3u, 7u, 16u}) {
    ContextOptions options;
    options.threads = threads;
    auto context = makeContext(makeChainEngine(30, 16), options);
    ASSERT_TRUE(setInput(*context, x.data(), 10007).ok());
    for (int run = 0; run < 20; ++run)
      ASSERT_TRUE(context->run().ok());
    std::vector<float> y(outputOf(*context), outputOf(*context) + 10007);
    if (first.empty())
      first = y;
    EXPECT_EQ(y, first);
    EXPECT_EQ(y[10006], 10006 + 30);
  }
}

TEST(Context, refusesTooManyThreads) {
  ContextOptions options;
  options.threads = 1025;
  auto context = Context::create(load(makeAddEngine()), options);
  ASSERT_FALSE(context.ok());
  EXPECT_EQ(context.status().code(), Code::invalidArgument);
}

TEST(Context, manyThreadsShareOneEngine) {
  auto engine = load(makeChainEngine(10, 64));
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int64_t t = 1; t <= 8; ++t) {
    threads.emplace_back([&wrong, engine, t] {
      ContextOptions options;
      options.threads = 2;
      auto context = makeContext(engine, options);
      std::vector<float> x(static_cast<size_t>(100 * t), static_cast<float>(t));
      for (int run = 0; run < 100; ++run) {
        int64_t count = 100 * t - run % 3;
        if (!setInput(*context, x.data(), count).ok() || !context->run().ok() ||
            outputOf(*context)[count - 1] != static_cast<float>(t + 10))
          ++wrong;
      }
    });
  }
  engine.reset(); // contexts keep it
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
}

#if defined(__x86_64__)
/// A caller that flushes denormals to zero gets the same bits, and its mode
/// back.
TEST(Context, theCallersFloatModeDoesNotMatter) {
  EngineMaker maker;
  auto n = maker.symbol("n", 0, 1000, 4);
  auto x = maker.input("x", format::ElementType::f32, {n});
  auto y = maker.output("y", format::ElementType::f32, {n});
  maker.step(kHalve, {x, y}, {maker.constant(1), maker.constant(2)}, n);
  auto context = makeContext(maker.build());
  Numbers numbers;
  numbers.memory[0] = std::numeric_limits<float>::min();
  ASSERT_TRUE(setInput(*context, numbers.memory, 1).ok());
  constexpr unsigned kFlush = 0x8040;
  unsigned before = _mm_getcsr();
  _mm_setcsr(before | kFlush);
  Status status = context->run();
  unsigned after = _mm_getcsr();
  _mm_setcsr(before);
  ASSERT_TRUE(status.ok());
  EXPECT_EQ(after & kFlush, kFlush);
  uint32_t bits = 0;
  std::memcpy(&bits, outputOf(*context), sizeof bits);
  EXPECT_EQ(bits, 0x00400000u); // the denormal 2^-127
}
#endif

TEST(Context, profileTimesWhatTakesTime) {
  EngineMaker maker;
  auto n = maker.symbol("n", 0, 1000, 4);
  maker.input("x", format::ElementType::i64, {n});
  auto y = maker.output("y", format::ElementType::i64, {n});
  maker.step(kBusy, {y}, {maker.constant(1)}, n);
  maker.step(kBusy, {y}, {maker.constant(1000000)}, n);
  ContextOptions options;
  options.profile = true;
  options.threads = 1;
  auto context = makeContext(maker.build(), options);
  int64_t dims[] = {1};
  alignas(64) int64_t x = 0;
  ASSERT_TRUE(context->setInput(0, &x, 8, dims).ok());
  ASSERT_TRUE(context->run().ok());
  ASSERT_EQ(context->timesNs().size(), 2u);
  // A million dependent stores take at least 50 microseconds on any CPU.
  EXPECT_GT(context->timesNs()[1], 50000u);
  EXPECT_LT(context->timesNs()[0], context->timesNs()[1]);
}

} // namespace
