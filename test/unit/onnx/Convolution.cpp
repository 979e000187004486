// SPDX-License-Identifier: Apache-2.0
// Convolutions in both directions, matrix products with a bias: groups,
// padding, dilation, one rounding of half types, sizes not known.
#include "compiler/onnx/Convolution.h"
#include "test/unit/onnx/OneNodeModel.h"
#include <gtest/gtest.h>

namespace tenon {
namespace {

using Values = std::vector<double>;
using Dims = std::vector<int64_t>;

TestTensor line(Values values) {
  auto size = static_cast<int64_t>(values.size());
  return floats({1, 1, size}, std::move(values));
}

OneNodeModel convolve(const char *op, Values filter) {
  OneNodeModel model(op, 11);
  model.input(line({1, 2, 3, 4})).dynamic(2, "W").constant(line(filter));
  return model;
}

TEST(Conv, SlidesTheFilterAsItIs) {
  EXPECT_EQ((Values{12, 23, 34}), convolve("Conv", {10, 1}).values());
  EXPECT_EQ((Values{13, 24}),
            convolve("Conv", {10, 1}).attribute("dilations", Dims{2}).values());
  EXPECT_EQ((Values{1, 23, 40}), convolve("Conv", {10, 1})
                                     .attribute("pads", Dims{1, 1})
                                     .attribute("strides", Dims{2})
                                     .values());
}

TEST(Conv, SamePaddingPutsTheOddElementWhereItSays) {
  EXPECT_EQ(
      (Values{12, 23, 34, 40}),
      convolve("Conv", {10, 1}).attribute("auto_pad", "SAME_UPPER").values());
  EXPECT_EQ(
      (Values{1, 12, 23, 34}),
      convolve("Conv", {10, 1}).attribute("auto_pad", "SAME_LOWER").values());
}

TEST(Conv, GroupsAndBias) {
  OneNodeModel model("Conv", 11);
  model.input(floats({1, 2, 2}, {1, 2, 3, 4}));
  model.constant(floats({2, 1, 1}, {10, 100}));
  model.constant(floats({2}, {1, 2})).attribute("group", int64_t(2));
  EXPECT_EQ((Values{11, 21, 302, 402}), model.values());
}

TEST(Conv, RefusesWhatDoesNotFit) {
  EXPECT_NE(
      "",
      convolve("Conv", {1, 2}).attribute("group", int64_t(2)).run().problem);
  EXPECT_NE("", convolve("Conv", {1, 2})
                    .attribute("kernel_shape", Dims{3})
                    .run()
                    .problem);
  OneNodeModel channels("Conv", 11);
  channels.input(line({1, 2})).constant(floats({1, 2, 1}, {1, 2}));
  EXPECT_NE("", channels.run().problem);
}

TEST(Conv, RefusesOperandsOfOtherRanks) {
  OneNodeModel scalar("Conv", 11);
  scalar.input(floats({}, {1})).constant(floats({1, 1, 1}, {1}));
  EXPECT_NE("", scalar.run().problem);
  for (const TestTensor &bias :
       {floats({}, {1}), floats({1, 1}, {1}), floats({2}, {1, 2})}) {
    OneNodeModel model("Conv", 11);
    model.input(line({1, 2})).constant(line({1})).input(bias);
    EXPECT_NE("", model.run().problem);
  }
}

TEST(Conv, RoundsHalfTypesOnceWithTheBias) {
  // 2048 + 1 is halfway in fp16 and would round to 2048; the bias adds 1.
  TestTensor x = line({2048, 1}), w = line({1, 1}), b = floats({1}, {1});
  x.type = w.type = b.type = OnnxElementType::Float16;
  OneNodeModel model("Conv", 11);
  EXPECT_EQ((Values{2050}), model.input(x).constant(w).constant(b).values());
}

TEST(ConvTranspose, SpreadsTheInput) {
  EXPECT_EQ((Values{10, 21, 32, 43, 4}),
            convolve("ConvTranspose", {10, 1}).values());
  EXPECT_EQ((Values{10, 1, 20, 2, 30, 3, 40, 4}),
            convolve("ConvTranspose", {10, 1})
                .attribute("strides", Dims{2})
                .values());
  EXPECT_EQ((Values{1, 20, 2, 30, 3, 40}), convolve("ConvTranspose", {10, 1})
                                               .attribute("strides", Dims{2})
                                               .attribute("pads", Dims{1, 1})
                                               .values());
}

TEST(ConvTranspose, OutputPaddingAndShape) {
  EXPECT_EQ((Values{10, 1, 20, 2, 30, 3, 40, 4, 0}),
            convolve("ConvTranspose", {10, 1})
                .attribute("strides", Dims{2})
                .attribute("output_padding", Dims{1})
                .values());
  // 8 reached, 7 wanted: the one element too many goes at the beginning
  // unless SAME_UPPER.
  EXPECT_EQ((Values{1, 20, 2, 30, 3, 40, 4}),
            convolve("ConvTranspose", {10, 1})
                .attribute("strides", Dims{2})
                .attribute("output_shape", Dims{7})
                .values());
  EXPECT_EQ((Values{10, 1, 20, 2, 30, 3, 40}),
            convolve("ConvTranspose", {10, 1})
                .attribute("strides", Dims{2})
                .attribute("output_shape", Dims{7})
                .attribute("auto_pad", "SAME_UPPER")
                .values());
}

TEST(ConvTranspose, ExchangesChannelsWithinGroups) {
  // Group 0: channel 0 to outputs 0, 1; group 1: channel 1 to outputs 2, 3.
  OneNodeModel model("ConvTranspose", 11);
  model.input(floats({1, 2, 1}, {1, 2}));
  model.constant(floats({2, 2, 1}, {3, 4, 5, 6}));
  EXPECT_EQ((Values{3, 4, 10, 12}),
            model.attribute("group", int64_t(2)).values());
}

OneNodeModel gemm(int64_t opset) {
  OneNodeModel model("Gemm", opset);
  model.input(floats({2, 2}, {1, 2, 3, 4})).input(floats({2, 1}, {1, 10}));
  return model;
}

TEST(Gemm, ScalesTransposesAndBroadcasts) {
  EXPECT_EQ((Values{21, 43}), gemm(11).values());
  EXPECT_EQ((Values{31, 42}),
            gemm(11).attribute("transA", int64_t(1)).values());
  EXPECT_EQ((Values{44, 88}), gemm(13)
                                  .input(floats({1}, {1}))
                                  .attribute("alpha", 2.0F)
                                  .attribute("beta", 2.0F)
                                  .values());
}

TEST(Gemm, RefusesABiasThatWouldWidenTheProduct) {
  EXPECT_NE("", gemm(13).input(floats({2, 3}, Values(6, 1))).run().problem);
  EXPECT_NE("", gemm(9).run().problem); // C became optional with opset 11
}

} // namespace
} // namespace tenon
