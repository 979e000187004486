// SPDX-License-Identifier: Apache-2.0
// Convolutions and poolings, by hand and against plain loops.
#include "test/unit/reference/ReferenceTest.h"
#include <cmath>

namespace tenon::reference {
namespace {

/// A window in two dimensions.
struct Window {
  std::string kind = "convolve";
  Shape input, filter, result;
  Shape kernel = {3, 3}, strides = {1, 1}, dilations = {1, 1},
        inputDilations = {1, 1}, low = {0, 0}, high = {0, 0};
  int64_t groups = 1;
  bool channelsLast = false;
  std::string element = "f32", resultElement = "f32";
};

class WindowTest : public ReferenceTest {
protected:
  static std::string typeText(llvm::ArrayRef<int64_t> shape,
                              const std::string &element) {
    std::string text = "tensor<";
    for (int64_t size : shape)
      text += std::to_string(size) + "x";
    return text + element + ">";
  }
  static std::string list(const Shape &values, const char *quote = "") {
    std::string text;
    for (int64_t value : values)
      text +=
          (text.empty() ? "" : ", ") + (quote + std::to_string(value)) + quote;
    return text;
  }
  Values window(const Window &w, const std::vector<Tensor> &operands) {
    std::string in = typeText(w.input, w.element),
                filter = typeText(w.filter, w.element),
                out = typeText(w.result, w.resultElement);
    bool convolve = w.kind == "convolve";
    return run(
        "func.func @main(%x: " + in + (convolve ? ", %w: " + filter : "") +
            ") -> " + out + " {\n%r = tenon.window <" + w.kind + "> %x" +
            (convolve ? ", %w" : "") + " {kernel = array<i64: " +
            list(w.kernel) + ">, strides = array<i64: " + list(w.strides) +
            ">, dilations = array<i64: " + list(w.dilations) +
            ">, input_dilations = array<i64: " + list(w.inputDilations) +
            ">, low = #tenon.index<" + list(w.low, "\"") +
            ">, high = #tenon.index<" + list(w.high, "\"") +
            ">, groups = " + std::to_string(w.groups) +
            " : i64, channels_last = " + (w.channelsLast ? "true" : "false") +
            "} : (" + in + (convolve ? ", " + filter : "") + ") -> " + out +
            "\nreturn %r : " + out + "\n}",
        operands);
  }
  Tensor numbered(const Shape &shape) {
    Values values;
    for (int64_t i = 0; i < *countElements(shape); ++i)
      values.push_back(double(i * 7 % 23) - 11);
    return tensor("f32", shape, values);
  }

  /// The definition, channels first, as plain loops.
  static Values convolveByLoops(const Window &w, const Tensor &x,
                                const Tensor &f) {
    auto at = [](const Tensor &t, Shape i) {
      int64_t position = 0;
      for (size_t d = 0; d < i.size(); ++d)
        position = position * t.shape()[d] + i[d];
      return t.reals()[position];
    };
    Values result;
    int64_t perGroup = w.filter[0] / w.groups;
    for (int64_t n = 0; n < w.result[0]; ++n)
      for (int64_t o = 0; o < w.result[1]; ++o)
        for (int64_t y = 0; y < w.result[2]; ++y)
          for (int64_t z = 0; z < w.result[3]; ++z) {
            double sum = 0;
            for (int64_t c = 0; c < w.filter[1]; ++c)
              for (int64_t ky = 0; ky < w.kernel[0]; ++ky)
                for (int64_t kz = 0; kz < w.kernel[1]; ++kz) {
                  int64_t py =
                      y * w.strides[0] + ky * w.dilations[0] - w.low[0];
                  int64_t pz =
                      z * w.strides[1] + kz * w.dilations[1] - w.low[1];
                  if (py % w.inputDilations[0] || pz % w.inputDilations[1])
                    continue;
                  py /= w.inputDilations[0];
                  pz /= w.inputDilations[1];
                  if (py < 0 || pz < 0 || py >= w.input[2] || pz >= w.input[3])
                    continue;
                  sum += at(x, {n, o / perGroup * w.filter[1] + c, py, pz}) *
                         at(f, {o, c, ky, kz});
                }
            result.push_back(sum);
          }
    return result;
  }
  void expectLikeLoops(const Window &w) {
    Tensor x = numbered(w.input), f = numbered(w.filter);
    EXPECT_EQ(window(w, {x, f}), convolveByLoops(w, x, f));
  }
};

TEST_F(WindowTest, ConvolutionByHand) {
  Window w;
  w.input = {1, 1, 3, 3};
  w.filter = {1, 1, 2, 2};
  w.result = {1, 1, 2, 2};
  w.kernel = {2, 2};
  EXPECT_EQ(window(w, {tensor("f32", w.input, {1, 2, 3, 4, 5, 6, 7, 8, 9}),
                       tensor("f32", w.filter, {1, 10, 100, 1000})}),
            Values({5421, 6532, 8754, 9865}));
}

TEST_F(WindowTest, ConvolutionsLikeLoops) {
  Window same;
  same.input = {2, 3, 7, 6};
  same.filter = {4, 3, 3, 3};
  same.result = {2, 4, 7, 6};
  same.low = same.high = {1, 1};
  expectLikeLoops(same);

  Window strided = same;
  strided.strides = {2, 3};
  strided.result = {2, 4, 4, 2};
  expectLikeLoops(strided);

  Window dilated = same;
  dilated.dilations = {2, 1};
  dilated.result = {2, 4, 5, 6};
  expectLikeLoops(dilated);

  Window grouped = same;
  grouped.input = {1, 4, 5, 5};
  grouped.filter = {6, 2, 3, 3};
  grouped.result = {1, 6, 5, 5};
  grouped.groups = 2;
  expectLikeLoops(grouped);

  Window wide = same; // runs that cover several rows, the last one partly
  wide.input = {1, 2, 33, 31};
  wide.filter = {3, 2, 3, 3};
  wide.result = {1, 3, 33, 31};
  expectLikeLoops(wide);

  Window transposed = same; // the shape of a transposed convolution
  transposed.inputDilations = {2, 3};
  transposed.low = transposed.high = {2, 2};
  transposed.result = {2, 4, 15, 18};
  expectLikeLoops(transposed);

  Window outside = same; // whole rows of results that see padding only
  outside.low = {5, 1};
  outside.result = {2, 4, 12, 6};
  expectLikeLoops(outside);
}

TEST_F(WindowTest, ChannelsLast) {
  Window first;
  first.input = {1, 2, 4, 4};
  first.filter = {3, 2, 3, 3};
  first.result = {1, 3, 4, 4};
  first.low = first.high = {1, 1};
  Tensor x = numbered(first.input), f = numbered(first.filter);
  Window last = first;
  last.input = {1, 4, 4, 2};
  last.result = {1, 4, 4, 3};
  last.channelsLast = true;
  Values moved;
  for (int64_t p = 0; p < 16; ++p)
    for (int64_t c = 0; c < 2; ++c)
      moved.push_back(x.reals()[c * 16 + p]);
  Values expected = window(first, {x, f});
  Values found = window(last, {tensor("f32", last.input, moved), f});
  for (int64_t p = 0; p < 16; ++p)
    for (int64_t c = 0; c < 3; ++c)
      EXPECT_EQ(found[p * 3 + c], expected[c * 16 + p]);
}

TEST_F(WindowTest, MaxPoolIgnoresPaddingAndSpreadsNan) {
  Window w;
  w.kind = "max";
  w.input = {1, 1, 2, 3};
  w.result = {1, 1, 2, 2};
  w.kernel = {2, 2};
  w.strides = {2, 2};
  w.low = {1, 1};
  w.high = {1, 0};
  EXPECT_EQ(window(w, {tensor("f32", w.input, {-1, -2, -3, -4, -5, -6})}),
            Values({-1, -2, -4, -5}));
  Values found = window(w, {tensor("f32", w.input, {NAN, -2, -3, -4, -5, -6})});
  EXPECT_TRUE(std::isnan(found[0]));
  EXPECT_EQ(found[1], -2);
}

TEST_F(WindowTest, MaxPoolOfIntegers) {
  Window w;
  w.kind = "max";
  w.element = w.resultElement = "i8";
  w.input = {1, 1, 1, 2};
  w.result = {1, 1, 1, 2};
  w.kernel = {1, 2};
  w.high = {0, 1};
  EXPECT_EQ(window(w, {tensor("i8", w.input, {-128, -100})}),
            Values({-100, -100}));
}

TEST_F(WindowTest, ArgMaxGivesThePositionInThePlane) {
  Window w;
  w.kind = "arg_max";
  w.resultElement = "i64";
  w.input = {1, 2, 3, 3};
  w.result = {1, 2, 2, 2};
  w.kernel = {2, 2};
  EXPECT_EQ(window(w, {tensor("f32", w.input,
                              {1, 9, 2, 9, 3, 4, 5, 6, 8, //
                               0, 0, 0, 0, 0, 0, 0, 0, 0})}),
            Values({1, 1, 3, 8, 0, 1, 3, 4}));
}

TEST_F(WindowTest, AverageCountsWhatIsInside) {
  Window w;
  w.kind = "average";
  w.input = {1, 1, 1, 3};
  w.result = {1, 1, 1, 4};
  w.kernel = {1, 2};
  w.low = {0, 1};
  w.high = {0, 1};
  Tensor x = tensor("f32", w.input, {2, 4, 8});
  EXPECT_EQ(window(w, {x}), Values({2, 3, 6, 8}));
  w.kind = "average_padded";
  EXPECT_EQ(window(w, {x}), Values({1, 3, 6, 4}));
  w.kind = "sum";
  EXPECT_EQ(window(w, {x}), Values({2, 6, 12, 8}));
  // A last window that reaches beyond the padding counts what it covers.
  w.kind = "average_padded";
  w.low = {0, 0};
  w.strides = {1, 2};
  w.kernel = {1, 3};
  w.result = {1, 1, 1, 2};
  EXPECT_EQ(window(w, {x}), Values({double(float(14.0 / 3)), 4}));
}

TEST_F(WindowTest, HalfSumsAreWide) {
  Window w;
  w.kind = "average";
  w.element = w.resultElement = "f16";
  w.input = {1, 1, 1, 4};
  w.result = {1, 1, 1, 1};
  w.kernel = {1, 4};
  EXPECT_EQ(window(w, {tensor("f16", w.input, {65504, 65504, 65504, 65504})}),
            Values({65504}));
}

} // namespace
} // namespace tenon::reference
