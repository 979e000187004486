// SPDX-License-Identifier: Apache-2.0
// Resize and Upsample: every way of placing and reading positions.
#include "compiler/onnx/Resizing.h"
#include "test/unit/onnx/OneNodeModel.h"
#include <gtest/gtest.h>

namespace tenon {
namespace {

using Values = std::vector<double>;
using Dims = std::vector<int64_t>;

void expectNear(const Values &expected, const Values &found) {
  ASSERT_EQ(expected.size(), found.size());
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(expected[i], found[i], 1e-5) << "element " << i;
}

/// x of any length, scaled.
OneNodeModel scaled(Values x, double scale, int64_t opset = 19) {
  OneNodeModel model("Resize", opset);
  auto size = static_cast<int64_t>(x.size());
  model.input(floats({size}, std::move(x))).dynamic(0, "W").noInput();
  model.constant(floats({1}, {scale}));
  return model;
}

Values nearest(const char *rounding, const char *coordinates) {
  return scaled({0, 1, 2, 3}, 1.5)
      .attribute("nearest_mode", rounding)
      .attribute("coordinate_transformation_mode", coordinates)
      .values();
}

TEST(Resize, NearestByEveryRounding) {
  // Positions 0, 2/3, 4/3, 2, 8/3, 10/3.
  EXPECT_EQ((Values{0, 0, 1, 2, 2, 3}), nearest("floor", "asymmetric"));
  EXPECT_EQ((Values{0, 1, 2, 2, 3, 3}), nearest("ceil", "asymmetric"));
  // Positions -1/6, 1/2, 7/6, 11/6, 5/2, 19/6: halves down or up.
  EXPECT_EQ((Values{0, 0, 1, 2, 2, 3}),
            nearest("round_prefer_floor", "half_pixel"));
  EXPECT_EQ((Values{0, 1, 1, 2, 3, 3}),
            nearest("round_prefer_ceil", "half_pixel"));
}

TEST(Resize, LinearByEveryCoordinate) {
  auto linear = [](const char *mode) {
    return scaled({0, 6}, 2)
        .attribute("mode", "linear")
        .attribute("coordinate_transformation_mode", mode)
        .values();
  };
  expectNear({0, 1.5, 4.5, 6}, linear("half_pixel"));
  expectNear({0, 1.5, 4.5, 6}, linear("pytorch_half_pixel"));
  expectNear({0, 2, 4, 6}, linear("align_corners"));
  expectNear({0, 3, 6, 6}, linear("asymmetric"));
}

TEST(Resize, PytorchHalfPixelReadsTheFirstForOneElement) {
  auto half = [](const char *mode) {
    return scaled({2, 4}, .5)
        .attribute("mode", "linear")
        .attribute("coordinate_transformation_mode", mode)
        .values();
  };
  expectNear({3}, half("half_pixel"));
  expectNear({2}, half("pytorch_half_pixel"));
}

TEST(Resize, CubicReadsFourElements) {
  // At 1/2 with a = -3/4: (-3, 19, 19, -3) / 32.
  expectNear({(-3 * 1 + 19 * 2 + 19 * 4 - 3 * 9) / 32.0},
             scaled({1, 2, 4, 9}, .25).attribute("mode", "cubic").values());
}

TEST(Resize, AntialiasWidensTheKernel) {
  // Half: triangles of radius 2 about 1/2 and 5/2, weights 1 3 3 1 of 8; at
  // the ends the nearest element stands in for those outside.
  expectNear({(0 + 0 + 3 * 8 + 16) / 8.0, (8 + 3 * 16 + 3 * 24 + 24) / 8.0},
             scaled({0, 8, 16, 24}, .5)
                 .attribute("mode", "linear")
                 .attribute("antialias", int64_t(1))
                 .values());
}

TEST(Resize, SizesKeepTheAspectRatioOnRequest) {
  auto dims = [](const char *policy) {
    OneNodeModel model("Resize", 18);
    model.input(floats({2, 4}, Values(8, 1))).noInput().noInput();
    model.constant(ints({2}, {7, 8}));
    return model.attribute("keep_aspect_ratio_policy", policy)
        .run()
        .outputs.at(0)
        .dims;
  };
  EXPECT_EQ((Dims{7, 8}), dims("stretch"));
  EXPECT_EQ((Dims{4, 8}), dims("not_larger"));
  EXPECT_EQ((Dims{7, 14}), dims("not_smaller"));
}

TEST(Resize, CropsAndExtrapolates) {
  OneNodeModel model("Resize", 13);
  model.input(floats({3}, {1, 2, 3})).constant(floats({2}, {.5, 1.5}));
  model.constant(floats({0}, {})).constant(ints({1}, {3}));
  model.attribute("mode", "linear").attribute("extrapolation_value", 9.0F);
  model.attribute("coordinate_transformation_mode", "tf_crop_and_resize");
  expectNear({2, 3, 9}, model.values());
}

TEST(Resize, TruncatesIntegers) {
  TestTensor x = ints({2}, {0, 5});
  x.type = OnnxElementType::Int8;
  OneNodeModel model("Resize", 13);
  model.input(x).noInput().constant(floats({1}, {2}));
  EXPECT_EQ((Values{0, 1, 3, 5}), model.attribute("mode", "linear").values());
}

TEST(Resize, BeforeOpset11PositionsAreQuotients) {
  OneNodeModel up("Resize", 10), down("Resize", 10);
  up.input(floats({2}, {1, 2})).constant(floats({1}, {2}));
  EXPECT_EQ((Values{1, 1, 2, 2}), up.values());
  // ONNX's test of that opset: 4 by 0.6 reads elements 0 and ceil(1 / 0.6).
  down.input(floats({4}, {1, 2, 3, 4})).constant(floats({1}, {0.6}));
  EXPECT_EQ((Values{1, 3}), down.values());
  OneNodeModel old("Upsample", 9);
  old.input(floats({2}, {0, 4})).constant(floats({1}, {2}));
  EXPECT_EQ((Values{0, 2, 4, 4}), old.attribute("mode", "linear").values());
}

TEST(Resize, RefusesWhatHasNoMeaning) {
  EXPECT_NE("", scaled({1, 2}, 0).run().problem);
  EXPECT_NE("", scaled({1, 2}, -1).run().problem);
  EXPECT_NE("", scaled({1, 2}, 2).attribute("mode", "best").run().problem);
  EXPECT_NE("", scaled({1, 2}, 2, 13)
                    .attribute("coordinate_transformation_mode",
                               "half_pixel_symmetric")
                    .run()
                    .problem);
  OneNodeModel none("Resize", 13);
  EXPECT_NE("", none.input(floats({2}, {1, 2})).run().problem);
}

TEST(SimplestRatio, IsWhatTheFloatWasWrittenFor) {
  auto text = [](double value) {
    std::optional<Ratio> ratio = simplestRatio(value);
    return ratio ? ratio->numerator.str() + "/" + ratio->denominator.str()
                 : "none";
  };
  EXPECT_EQ("3/5", text(0.6F));
  EXPECT_EQ("4/3", text(4.0F / 3.0F));
  EXPECT_EQ("2/1", text(2.0));
  EXPECT_EQ("-1/7", text(-1.0F / 7.0F));
  EXPECT_EQ("0/1", text(0.0));
  EXPECT_EQ("none", text(1e20));
  EXPECT_EQ("none", text(std::numeric_limits<double>::quiet_NaN()));
  EXPECT_EQ("none", text(std::numeric_limits<double>::infinity()));
}

} // namespace
} // namespace tenon
