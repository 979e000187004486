// SPDX-License-Identifier: Apache-2.0
//
// What every device must do. A new device adds one line to kDevices below;
// one that computes must give the values, one that does not gives zeros.
#include "EngineMaker.h"
#include "TestKernels.h"
#include "runtime/abi/Devices.h"
#include "runtime/core/Context.h"

#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

using namespace tenon::runtime;
using namespace tenon::test;
namespace format = tenon::format;

namespace {

struct DeviceUnderTest {
  const char *name;
  bool computes;
  bool checksFeatures;
};

constexpr DeviceUnderTest kDevices[] = {
    {"cpu", true, true},
    {"null", false, false},
};

std::vector<float> counting(size_t count) {
  std::vector<float> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 1.0f);
  return numbers;
}

class DeviceSuite : public testing::TestWithParam<DeviceUnderTest> {
protected:
  void SetUp() override {
    Result<Device *> found = findDevice(GetParam().name);
    ASSERT_TRUE(found.ok()) << found.status().message();
    device = *found;
  }

  std::shared_ptr<const Engine> load(const std::vector<std::byte> &bytes) {
    Result<std::shared_ptr<const Engine>> engine =
        Engine::loadMemory(bytes, false, {device, std::nullopt});
    EXPECT_TRUE(engine.ok()) << engine.status().message();
    return engine.ok() ? *engine : nullptr;
  }

  std::unique_ptr<Context> makeContext(const std::vector<std::byte> &bytes,
                                       const ContextOptions &options = {}) {
    Result<std::unique_ptr<Context>> context =
        Context::create(load(bytes), options);
    EXPECT_TRUE(context.ok()) << context.status().message();
    return context.ok() ? std::move(*context) : nullptr;
  }

  /// What an output of `expected` must be on this device.
  std::vector<float> orZeros(std::vector<float> expected) const {
    if (!GetParam().computes)
      std::fill(expected.begin(), expected.end(), 0.0f);
    return expected;
  }

  std::vector<float> outputOf(const Context &context, uint32_t index = 0) {
    auto *data = static_cast<const float *>(context.outputData(index));
    int64_t bytes = context.boundPlan()->outputs[index].bytes;
    return {data, data + bytes / sizeof(float)};
  }

  Device *device = nullptr;
};

Status setInput(Context &context, uint32_t index,
                const std::vector<float> &data) {
  int64_t dims[] = {static_cast<int64_t>(data.size())};
  return context.setInput(index, data.data(), data.size() * sizeof(float),
                          dims);
}

TEST_P(DeviceSuite, namesItselfAndItsFacts) {
  EXPECT_STREQ(device->name(), GetParam().name);
  std::string start = std::string("{\"device\":\"") + GetParam().name + "\"";
  EXPECT_EQ(device->factsJson().substr(0, start.size()), start);
  EXPECT_GE(device->defaultThreads(), 1u);
  EXPECT_GT(device->memoryBytes(), 0u);
}

TEST_P(DeviceSuite, memoryIsZeroedAndAligned) {
  for (Place place : {Place::device, Place::host}) {
    for (uint64_t bytes : {1u, 64u, 4097u, 5u << 20}) {
      Result<Memory> memory = Memory::allocate(*device, bytes, place);
      ASSERT_TRUE(memory.ok());
      auto address = reinterpret_cast<uintptr_t>(memory->data());
      EXPECT_EQ(address % format::kBufferAlignment, 0u);
      std::vector<std::byte> host(bytes, std::byte{1});
      ASSERT_TRUE(
          device->copy(host.data(), memory->data(), bytes, CopyKind::fromDevice)
              .ok());
      EXPECT_EQ(host, std::vector<std::byte>(bytes, std::byte{0}));
    }
  }
}

TEST_P(DeviceSuite, noMemoryIsNoError) {
  Result<Memory> memory = Memory::allocate(*device, 0);
  EXPECT_TRUE(memory.ok());
  EXPECT_EQ(memory->size(), 0u);
}

TEST_P(DeviceSuite, impossibleMemoryIsRefused) {
  Result<Memory> memory = Memory::allocate(*device, ~uint64_t{0} - 100);
  ASSERT_FALSE(memory.ok());
  EXPECT_EQ(memory.status().code(), Code::outOfMemory);
}

TEST_P(DeviceSuite, copiesThereAndBack) {
  std::vector<float> there = counting(1000), back(1000);
  uint64_t bytes = there.size() * sizeof(float);
  Result<Memory> memory = Memory::allocate(*device, bytes);
  ASSERT_TRUE(memory.ok());
  ASSERT_TRUE(
      device->copy(memory->data(), there.data(), bytes, CopyKind::toDevice)
          .ok());
  ASSERT_TRUE(
      device->copy(back.data(), memory->data(), bytes, CopyKind::fromDevice)
          .ok());
  EXPECT_EQ(there, back);
}

TEST_P(DeviceSuite, findsWhatAVariantLacks) {
  format::Variant variant = testVariant();
  EXPECT_TRUE(device->findMissing(variant).empty());
  variant.features = {"no-such-feature"};
  if (GetParam().checksFeatures)
    EXPECT_EQ(device->findMissing(variant), variant.features);
  variant.features = {};
  variant.device = "no-such-device";
  if (GetParam().checksFeatures)
    EXPECT_EQ(device->findMissing(variant).size(), 1u);
}

TEST_P(DeviceSuite, runsAnEngine) {
  std::unique_ptr<Context> context = makeContext(makeAddEngine(0.5f));
  std::vector<float> x = {1, 2, 3, 4, 5};
  ASSERT_TRUE(setInput(*context, 0, x).ok());
  Status status = context->run();
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(outputOf(*context), orZeros({1.5f, 2.5f, 3.5f, 4.5f, 5.5f}));
}

TEST_P(DeviceSuite, runsStepsInOrderOverTheArena) {
  std::unique_ptr<Context> context = makeContext(makeChainEngine(20, 0));
  std::vector<float> x = counting(5000), expected = counting(5000);
  for (float &number : expected)
    number += 20;
  ASSERT_TRUE(setInput(*context, 0, x).ok());
  for (int i = 0; i < 3; ++i)
    ASSERT_TRUE(context->run().ok());
  EXPECT_EQ(outputOf(*context), orZeros(expected));
}

TEST_P(DeviceSuite, readsTheInputAtEachRun) {
  std::unique_ptr<Context> context = makeContext(makeAddEngine(1));
  std::vector<float> x = {1, 2};
  ASSERT_TRUE(setInput(*context, 0, x).ok());
  ASSERT_TRUE(context->run().ok());
  x = {10, 20};
  ASSERT_TRUE(setInput(*context, 0, x).ok());
  ASSERT_TRUE(context->run().ok());
  EXPECT_EQ(outputOf(*context), orZeros({11, 21}));
}

TEST_P(DeviceSuite, writesToTheCallersBuffer) {
  std::unique_ptr<Context> context = makeContext(makeAddEngine(1));
  std::vector<float> x = {1, 2, 3};
  alignas(64) float y[4] = {7, 7, 7, 7};
  ASSERT_TRUE(setInput(*context, 0, x).ok());
  ASSERT_TRUE(context->setOutput(0, y, sizeof y).ok());
  ASSERT_TRUE(context->run().ok());
  EXPECT_EQ(context->outputData(0), y);
  EXPECT_EQ(outputOf(*context), orZeros({2, 3, 4}));
  EXPECT_EQ(y[3], 7); // beyond the tensor
}

TEST_P(DeviceSuite, servesShapesInTurn) {
  std::unique_ptr<Context> context = makeContext(makeChainEngine(3, 0));
  for (int round = 0; round < 3; ++round) {
    for (size_t count : {1u, 1000u, 7u, 100000u, 0u, 64u}) {
      std::vector<float> x = counting(count), expected = counting(count);
      for (float &number : expected)
        number += 3;
      ASSERT_TRUE(setInput(*context, 0, x).ok());
      ASSERT_TRUE(context->run().ok());
      EXPECT_EQ(outputOf(*context), orZeros(expected));
    }
  }
  EXPECT_EQ(context->statistics().plansCached, 6u);
}

TEST_P(DeviceSuite, copiesAsABuiltinStep) {
  EngineMaker maker;
  format::ValueId n = maker.symbol("n", 0, 1000, 4);
  format::ValueId bytes =
      maker.apply(format::ValueOp::mul, n, maker.constant(4));
  format::BufferId x = maker.input("x", format::ElementType::f32, {n});
  format::BufferId y = maker.output("y", format::ElementType::f32, {n});
  maker.copy(x, y, bytes).grain = maker.constant(16);
  std::unique_ptr<Context> context = makeContext(maker.build());
  std::vector<float> data = counting(333);
  ASSERT_TRUE(setInput(*context, 0, data).ok());
  ASSERT_TRUE(context->run().ok());
  EXPECT_EQ(outputOf(*context), orZeros(data));
}

TEST_P(DeviceSuite, timesEveryStep) {
  ContextOptions options;
  options.profile = true;
  std::unique_ptr<Context> context =
      makeContext(makeChainEngine(5, 0), options);
  EXPECT_TRUE(context->timesNs().empty());
  std::vector<float> x = counting(10);
  ASSERT_TRUE(setInput(*context, 0, x).ok());
  ASSERT_TRUE(context->run().ok());
  EXPECT_EQ(context->timesNs().size(), 5u);
}

TEST_P(DeviceSuite, refusesPlansBeyondItsMemory) {
  EngineMaker maker;
  format::ValueId n = maker.symbol("n", 0, format::kUnbounded, 4);
  format::BufferId x = maker.input("x", format::ElementType::f32, {n});
  format::BufferId y = maker.output("y", format::ElementType::f32, {n});
  format::ValueId huge =
      maker.apply(format::ValueOp::mul, n, maker.constant(int64_t{1} << 50));
  format::BufferId large = maker.arena(huge, 0, 0);
  maker.step(kAddConstant, {x, large, y}, {}, n);
  std::unique_ptr<Context> context = makeContext(maker.build());
  std::vector<float> data = counting(3);
  ASSERT_TRUE(setInput(*context, 0, data).ok());
  Status status = context->run();
  EXPECT_EQ(status.code(), Code::outOfMemory) << status.message();
}

INSTANTIATE_TEST_SUITE_P(all, DeviceSuite, testing::ValuesIn(kDevices),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });

} // namespace
