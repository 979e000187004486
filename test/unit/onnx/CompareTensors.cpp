// SPDX-License-Identifier: Apache-2.0
// The judge of the conformance program: what agrees and what does not.
#include "test/onnx/CompareTensors.h"
#include "mlir/IR/Builders.h"
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

using namespace mlir;

namespace tenon {
namespace {

class CompareTensorsTest : public ::testing::Test {
protected:
  template <typename T>
  HostTensor tensor(Type type, std::initializer_list<T> values) {
    HostTensor result{type, {static_cast<int64_t>(values.size())}, {}};
    result.bytes.resize(values.size() * sizeof(T));
    std::memcpy(result.bytes.data(), values.begin(), result.bytes.size());
    return result;
  }
  HostTensor reals(std::initializer_list<float> values) {
    return tensor(Float32Type::get(&context), values);
  }
  bool agree(const HostTensor &a, const HostTensor &b) {
    return !describeDifference(a, b, {});
  }
  MLIRContext context;
};

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST_F(CompareTensorsTest, FloatsMayDifferALittle) {
  EXPECT_TRUE(agree(reals({1000.9F}), reals({1000})));
  EXPECT_FALSE(agree(reals({1001.1F}), reals({1000})));
  EXPECT_TRUE(agree(reals({9e-8F}), reals({0})));
  EXPECT_FALSE(agree(reals({2e-7F}), reals({0})));
}

TEST_F(CompareTensorsTest, NanAndInfinityEqualThemselves) {
  EXPECT_TRUE(agree(reals({kNan, kInfinity}), reals({kNan, kInfinity})));
  EXPECT_FALSE(agree(reals({kNan}), reals({0})));
  EXPECT_FALSE(agree(reals({0}), reals({kNan})));
  EXPECT_FALSE(agree(reals({-kInfinity}), reals({kInfinity})));
  EXPECT_FALSE(agree(reals({1e38F}), reals({kInfinity})));
}

TEST_F(CompareTensorsTest, IntegersAreExact) {
  Type i32 = IntegerType::get(&context, 32);
  HostTensor a = tensor<int32_t>(i32, {1000000});
  EXPECT_TRUE(agree(a, a));
  EXPECT_FALSE(agree(tensor<int32_t>(i32, {1000001}), a));
}

TEST_F(CompareTensorsTest, TypeAndShapeMustBeTheSame) {
  HostTensor row = reals({1, 2}), column = row;
  column.shape = {2, 1};
  EXPECT_EQ("is [2,1] of f32, expected [2] of f32",
            describeDifference(column, row, {}));
  Type i32 = IntegerType::get(&context, 32);
  EXPECT_FALSE(agree(tensor<int32_t>(i32, {0}), reals({0})));
}

TEST_F(CompareTensorsTest, SaysWhatDiffersFirst) {
  EXPECT_EQ("element [1] is 5.000000000e+00, expected 2.000000000e+00 (2 of 3 "
            "elements differ)",
            describeDifference(reals({1, 5, 6}), reals({1, 2, 3}), {}));
}

} // namespace
} // namespace tenon
