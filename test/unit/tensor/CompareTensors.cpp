// SPDX-License-Identifier: Apache-2.0
// Each measure on numbers worked out by hand.
#include "tools/tensor/CompareTensors.h"

#include "tools/tensor/ElementValue.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace tenon {
namespace {

using Type = OnnxElementType;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

HostTensor tensorOf(Type type, const std::vector<double> &values) {
  auto tensor =
      makeHostTensor("t", type, {static_cast<int64_t>(values.size())});
  for (size_t i = 0; i < values.size(); ++i)
    storeElement(type, tensor->bytes.data(), static_cast<int64_t>(i),
                 values[i]);
  return *std::move(tensor);
}

TensorDifference compare(Type type, const std::vector<double> &actual,
                         const std::vector<double> &expected,
                         CompareTolerance tolerance = {}) {
  return compareTensors(tensorOf(type, actual), tensorOf(type, expected),
                        tolerance);
}

TEST(CompareTensors, MeasuresErrors) {
  // Range of expected 8; errors 0, 0.5, 1.
  TensorDifference difference = compare(Type::Float32, {0, 4.5, 9}, {0, 4, 8},
                                        {.absolute = 0.5, .relative = 0});
  EXPECT_FALSE(difference.matches());
  EXPECT_EQ(difference.numMismatches, 1);
  EXPECT_EQ(difference.firstMismatch, 2);
  EXPECT_EQ(difference.worstElement, 2);
  EXPECT_EQ(difference.maxAbsoluteError, 1);
  EXPECT_EQ(difference.maxErrorOfRange, 0.125);
  EXPECT_EQ(difference.maxRelativeError, 0.125);
  // (4.5 * 4 + 9 * 8) / (|(4.5, 9)| |(4, 8)|) = 1: the same direction.
  EXPECT_NEAR(difference.cosine, 1, 1e-12);
  EXPECT_TRUE(compare(Type::Float32, {0, 4.5, 9}, {0, 4, 8},
                      {.absolute = 0, .relative = 0.125})
                  .matches());
}

TEST(CompareTensors, CountsUlps) {
  float next = std::nextafter(1.0F, 2.0F);
  EXPECT_EQ(compare(Type::Float32, {next}, {1}).maxUlp, 1);
  EXPECT_EQ(compare(Type::Float32, {-0.0}, {0}).maxUlp, 0);
  double tiny = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(compare(Type::Float32, {-tiny}, {tiny}).maxUlp, 2);
  EXPECT_EQ(compare(Type::Float16, {1 + std::ldexp(1, -10)}, {1}).maxUlp, 1);
  EXPECT_EQ(compare(Type::Float64, {-kInfinity}, {-kInfinity}).maxUlp, 0);
  EXPECT_EQ(compare(Type::Float64, {1e308}, {-1e308}).maxUlp,
            std::numeric_limits<int64_t>::max());
  EXPECT_EQ(compare(Type::Int32, {1}, {1}).maxUlp, -1);
}

TEST(CompareTensors, KnowsNanAndInfinity) {
  EXPECT_TRUE(compare(Type::Float32, {kNan, kInfinity, -kInfinity},
                      {kNan, kInfinity, -kInfinity})
                  .matches());
  CompareTolerance wide = {.absolute = kInfinity, .relative = 0};
  EXPECT_EQ(compare(Type::Float32, {kNan, 1, kInfinity, 1, -kInfinity},
                    {1, kNan, 1, kInfinity, kInfinity}, wide)
                .numMismatches,
            5);
}

TEST(CompareTensors, SeesTheLastBitOfWideIntegers) {
  HostTensor a = tensorOf(Type::Int64, {0});
  HostTensor b = tensorOf(Type::Int64, {0});
  int64_t large = (int64_t{1} << 62) + 1;
  std::memcpy(a.bytes.data(), &large, sizeof(large));
  --large;
  std::memcpy(b.bytes.data(), &large, sizeof(large));
  TensorDifference difference =
      compareTensors(a, b, {.absolute = 0, .relative = 0});
  EXPECT_EQ(difference.maxAbsoluteError, 1);
  EXPECT_EQ(difference.numMismatches, 1);
  large = INT64_MIN;
  std::memcpy(a.bytes.data(), &large, sizeof(large));
  EXPECT_GT(compareTensors(a, b).maxAbsoluteError, 1.3e19);
}

TEST(CompareTensors, ComparesDirections) {
  EXPECT_NEAR(compare(Type::Float32, {1, 0}, {0, 1}).cosine, 0, 1e-12);
  EXPECT_NEAR(compare(Type::Float32, {1, 1}, {-1, -1}).cosine, -1, 1e-12);
  EXPECT_EQ(compare(Type::Float32, {0, 0}, {0, 0}).cosine, 1);
  EXPECT_EQ(compare(Type::Float32, {0, 0}, {0, 1}).cosine, 0);
}

TEST(CompareTensors, NamesDifferentShapesAndTypes) {
  EXPECT_FALSE(compare(Type::Float32, {1}, {1, 1}).sameShape);
  TensorDifference mixed = compareTensors(tensorOf(Type::Float32, {1, 2}),
                                          tensorOf(Type::Float64, {1, 2}));
  EXPECT_FALSE(mixed.sameType);
  EXPECT_EQ(mixed.numMismatches, 0);
  EXPECT_EQ(mixed.maxUlp, -1);
  EXPECT_TRUE(compare(Type::Float32, {}, {}).matches());
}

TEST(CompareTensors, ComparesStringsAndComplex) {
  auto words = makeHostTensor("t", Type::String, {2});
  auto others = makeHostTensor("t", Type::String, {2});
  words->strings = {"a", "b"};
  others->strings = {"a", "c"};
  TensorDifference difference = compareTensors(*words, *others);
  EXPECT_EQ(difference.numMismatches, 1);
  EXPECT_EQ(difference.firstMismatch, 1);
  auto z = makeHostTensor("t", Type::Complex64, {2});
  auto w = makeHostTensor("t", Type::Complex64, {2});
  storeElement(Type::Complex64, z->bytes.data(), 2, 1); // real part of [1]
  storeElement(Type::Complex64, z->bytes.data(), 3, 1); // imaginary part
  difference = compareTensors(*z, *w);
  EXPECT_EQ(difference.numMismatches, 1) << "one element, not two parts";
  EXPECT_EQ(difference.firstMismatch, 1);
}

TEST(CompareTensors, WritesPositionsAndValues) {
  auto tensor = makeHostTensor("t", Type::Float32, {2, 3, 4});
  EXPECT_EQ(elementPosition(*tensor, 23), "[1,2,3]");
  EXPECT_EQ(elementPosition(*tensor, 5), "[0,1,1]");
  storeElement(Type::Float32, tensor->bytes.data(), 0, 0.1F);
  EXPECT_EQ(elementText(*tensor, 0), "0.1");
  auto scalar = makeHostTensor("t", Type::Uint64, {});
  EXPECT_EQ(elementPosition(*scalar, 0), "[]");
  std::memset(scalar->bytes.data(), 0xff, 8);
  EXPECT_EQ(elementText(*scalar, 0), "18446744073709551615");
}

} // namespace
} // namespace tenon
