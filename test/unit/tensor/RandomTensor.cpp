// SPDX-License-Identifier: Apache-2.0
// The stream is pinned by its first numbers; the rest is statistics.
#include "tools/tensor/RandomTensor.h"

#include "tools/tensor/ElementValue.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tenon {
namespace {

using Type = OnnxElementType;

TEST(RandomTensor, StreamIsThePublishedOne) {
  // splitmix64 from state 0 (reference implementation by S. Vigna).
  RandomStream stream(0, "");
  EXPECT_EQ(stream.next(), 0xe220a8397b1dcdafU);
  EXPECT_EQ(stream.next(), 0x6e789e6aa1b965f4U);
  EXPECT_EQ(stream.next(), 0x06c45d188009454fU);
}

HostTensor randomTensor(const char *name, Type type, RandomOptions options) {
  auto tensor = makeHostTensor(name, type, {100, 100});
  fillRandom(*tensor, options);
  return *std::move(tensor);
}

TEST(RandomTensor, DependsOnSeedAndNameAlone) {
  HostTensor first = randomTensor("x", Type::Float32, {.seed = 1});
  HostTensor again = randomTensor("x", Type::Float32, {.seed = 1});
  HostTensor seed = randomTensor("x", Type::Float32, {.seed = 2});
  HostTensor name = randomTensor("y", Type::Float32, {.seed = 1});
  EXPECT_EQ(first.bytes.view(), again.bytes.view());
  EXPECT_NE(first.bytes.view(), seed.bytes.view());
  EXPECT_NE(first.bytes.view(), name.bytes.view());
}

TEST(RandomTensor, NormalHasItsMoments) {
  HostTensor tensor = randomTensor("x", Type::Float64, {.seed = 3});
  double sum = 0, squares = 0, largest = 0;
  for (int64_t i = 0; i < 10000; ++i) {
    double value = elementAsDouble(Type::Float64, tensor.bytes.view(), i);
    sum += value;
    squares += value * value;
    largest = std::max(largest, std::fabs(value));
  }
  EXPECT_NEAR(sum / 10000, 0, 0.05);
  EXPECT_NEAR(squares / 10000, 1, 0.05);
  EXPECT_GT(largest, 3);
  EXPECT_LE(largest, 6);
}

TEST(RandomTensor, KindsKeepTheirRange) {
  HostTensor uniform =
      randomTensor("x", Type::Float32, {.kind = RandomKind::Uniform});
  HostTensor grid =
      randomTensor("x", Type::Float16, {.kind = RandomKind::Grid});
  HostTensor integers = randomTensor("x", Type::Int64, {});
  HostTensor negative = randomTensor("x", Type::Int8, {.low = -3, .high = 2});
  HostTensor booleans = randomTensor("x", Type::Bool, {});
  int64_t trues = 0;
  double least = 0, most = 0;
  for (int64_t i = 0; i < 10000; ++i) {
    double value = elementAsDouble(Type::Float32, uniform.bytes.view(), i);
    EXPECT_TRUE(value >= -1 && value <= 1);
    value = elementAsDouble(Type::Float16, grid.bytes.view(), i);
    EXPECT_TRUE(value >= -2 && value <= 2 &&
                value * 8 == std::round(value * 8));
    value = elementAsDouble(Type::Int64, integers.bytes.view(), i);
    EXPECT_TRUE(value >= 0 && value <= 9);
    value = elementAsDouble(Type::Int8, negative.bytes.view(), i);
    least = std::min(least, value);
    most = std::max(most, value);
    trues += booleans.bytes.view()[static_cast<size_t>(i)];
  }
  EXPECT_EQ(least, -3);
  EXPECT_EQ(most, 2);
  EXPECT_NEAR(static_cast<double>(trues), 5000, 300);
}

} // namespace
} // namespace tenon
