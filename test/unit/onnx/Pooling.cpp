// SPDX-License-Identifier: Apache-2.0
// Poolings: padding by name, rounding up, what an average divides by, where
// the greatest element stands.
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

OneNodeModel pool(const char *op, int64_t opset, int64_t kernel,
                  int64_t stride) {
  OneNodeModel model(op, opset);
  model.input(line({1, 2, 3, 4, 5})).dynamic(2, "W");
  model.attribute("kernel_shape", Dims{kernel});
  model.attribute("strides", Dims{stride});
  return model;
}

TEST(Pooling, SamePaddingOfAnyLength) {
  // 5 by 2: three windows, one element of padding in all.
  EXPECT_EQ(
      (Values{2, 4, 5}),
      pool("MaxPool", 11, 2, 2).attribute("auto_pad", "SAME_UPPER").values());
  EXPECT_EQ(
      (Values{1, 3, 5}),
      pool("MaxPool", 11, 2, 2).attribute("auto_pad", "SAME_LOWER").values());
  EXPECT_EQ((Values{2, 4}),
            pool("MaxPool", 11, 2, 2).attribute("auto_pad", "VALID").values());
}

TEST(Pooling, RoundsUpButStartsNoWindowInPadding) {
  EXPECT_EQ(
      (Values{2, 4, 5}),
      pool("MaxPool", 11, 2, 2).attribute("ceil_mode", int64_t(1)).values());
  // A fourth window, of ceil((5 + 2 - 1) / 2) + 1 = 4, would start at 5 of
  // the operand, in the padding.
  EXPECT_EQ((Values{1, 3, 5}), pool("MaxPool", 11, 1, 2)
                                   .attribute("ceil_mode", int64_t(1))
                                   .attribute("pads", Dims{0, 2})
                                   .values());
}

TEST(AveragePool, CountsPaddingOnRequest) {
  auto averages = [](int64_t counted) {
    return pool("AveragePool", 11, 3, 2)
        .attribute("pads", Dims{1, 1})
        .attribute("count_include_pad", counted)
        .values();
  };
  EXPECT_EQ((Values{1.5, 3, 4.5}), averages(0));
  EXPECT_EQ((Values{1, 3, 3}), averages(1));
}

TEST(AveragePool, DividesAWindowBeyondThePaddingByWhatItCovers) {
  // Windows at 0, 2, 4 of kernel 2 without padding: the last has one element.
  EXPECT_EQ((Values{1.5, 3.5, 5}),
            pool("AveragePool", 19, 2, 2)
                .attribute("ceil_mode", int64_t(1))
                .attribute("count_include_pad", int64_t(1))
                .values());
}

TEST(AveragePool, DilationsCameWithOpset19) {
  OneNodeModel model = pool("AveragePool", 19, 2, 1);
  EXPECT_EQ((Values{2, 3, 4}), model.attribute("dilations", Dims{2}).values());
  OneNodeModel early = pool("AveragePool", 11, 2, 1);
  EXPECT_NE("", early.attribute("dilations", Dims{2}).run().problem);
}

TEST(MaxPool, IndicesCountOverTheWholeOperandInEitherOrder) {
  auto indices = [](int64_t order) {
    OneNodeModel model("MaxPool", 11);
    // Two channels; the greatest at (0, 1) and (1, 2) of 2 x 3.
    model.input(floats({1, 2, 2, 3}, {0, 9, 1, 2, 3, 4, 0, 1, 2, 3, 4, 9}));
    model.attribute("kernel_shape", Dims{2, 3});
    model.attribute("storage_order", order).outputs(2);
    return model.run().outputs.at(1).values;
  };
  EXPECT_EQ((Values{1, 11}), indices(0));
  EXPECT_EQ((Values{2, 11}), indices(1)); // column-major: 0 + 1 * 2
}

TEST(GlobalPooling, FoldsThePlane) {
  TestTensor x = floats({1, 2, 2}, {3, 4, 1, -1});
  OneNodeModel average("GlobalAveragePool", 7), most("GlobalMaxPool", 7),
      norm("GlobalLpPool", 7);
  EXPECT_EQ((Values{3.5, 0}), average.input(x).dynamic(2, "W").values());
  EXPECT_EQ((Values{4, 1}), most.input(x).values());
  OneNodeModel::Result result = norm.input(x).run();
  EXPECT_EQ((Dims{1, 2, 1}), result.outputs.at(0).dims);
  EXPECT_EQ(5, result.outputs.at(0).values.at(0));
}

TEST(LpPool, SumsPowersOfEachWindow) {
  EXPECT_EQ((Values{3, 5, 7, 9}),
            pool("LpPool", 11, 2, 1).attribute("p", int64_t(1)).values());
}

TEST(Pooling, RefusesAttributesThatDoNotFit) {
  EXPECT_NE("", pool("MaxPool", 11, 0, 1).run().problem);
  EXPECT_NE("", pool("MaxPool", 11, 2, -1).run().problem);
  EXPECT_NE("",
            pool("MaxPool", 11, 2, 1).attribute("pads", Dims{1}).run().problem);
  EXPECT_NE(
      "",
      pool("MaxPool", 11, 2, 1).attribute("pads", Dims{-1, 0}).run().problem);
  EXPECT_NE(
      "",
      pool("MaxPool", 11, 2, 1).attribute("auto_pad", "SAME").run().problem);
  OneNodeModel flat("MaxPool", 11);
  flat.input(floats({1, 2}, {1, 2})).attribute("kernel_shape", Dims{1});
  EXPECT_NE("", flat.run().problem);
}

} // namespace
} // namespace tenon
