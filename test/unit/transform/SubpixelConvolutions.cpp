// SPDX-License-Identifier: Apache-2.0
// Convolutions over spread inputs become ordinary ones; others stay. The
// harness compares what the graphs compute.
#include "compiler/transform/SubpixelConvolutions.h"
#include "test/unit/transform/TransformTest.h"

namespace tenon {
namespace {

class SubpixelConvolutionsTest : public TransformTest {
protected:
  /// A convolution of x[1, 2, 5] with a filter of `kernel` taps, spread out
  /// and padded, to `size` positions.
  mlir::func::FuncOp convolve(int64_t kernel, int64_t spread, int64_t low,
                              int64_t high, int64_t size,
                              const std::string &dilation = "1") {
    auto number = [](int64_t value) { return std::to_string(value); };
    std::string types = "(tensor<1x2x5xf32>, tensor<3x2x" + number(kernel) +
                        "xf32>) -> tensor<1x3x" + number(size) + "xf32>";
    return run(
        "func.func @main(%x: tensor<1x2x5xf32>, %w: tensor<3x2x" +
            number(kernel) + "xf32>) -> tensor<1x3x" + number(size) +
            "xf32> {\n%r = tenon.window <convolve> %x, %w {kernel = "
            "array<i64: " +
            number(kernel) +
            ">, strides = array<i64: 1>, dilations = array<i64: " + dilation +
            ">, input_dilations = array<i64: " + number(spread) +
            ">, low = #tenon.index<\"" + number(low) +
            "\">, high = #tenon.index<\"" + number(high) +
            "\">, groups = 1 : i64, channels_last = false} : " + types +
            "\nreturn %r : tensor<1x3x" + number(size) + "xf32>\n}",
        {subpixelConvolutions}, 1);
  }
  std::vector<int64_t> kernelOf(mlir::func::FuncOp function) {
    WindowOp window = first<WindowOp>(function);
    EXPECT_EQ(window.getInputDilations()[0], 1);
    return window.getKernel().vec();
  }
};

using Kernel = std::vector<int64_t>;

TEST_F(SubpixelConvolutionsTest, KernelAsLongAsTheStrideIsOneTap) {
  // 5 positions of 3 each.
  EXPECT_EQ(kernelOf(convolve(3, 3, 2, 2, 15)), Kernel{1});
}

TEST_F(SubpixelConvolutionsTest, PhasesShareTheirWindow) {
  // Phase 0 reads positions -1 and 0, phase 1 reads 0 and 1.
  EXPECT_EQ(kernelOf(convolve(4, 2, 2, 2, 10)), Kernel{3});
}

TEST_F(SubpixelConvolutionsTest, SizesThatTheStrideDoesNotDivide) {
  EXPECT_EQ(kernelOf(convolve(3, 2, 2, 2, 11)), Kernel{2});
  EXPECT_EQ(kernelOf(convolve(5, 3, 0, 1, 10)), Kernel{3});
}

TEST_F(SubpixelConvolutionsTest, PhasesWithoutTaps) {
  EXPECT_EQ(kernelOf(convolve(1, 3, 0, 2, 15)), Kernel{1});
}

TEST_F(SubpixelConvolutionsTest, LeavesOthers) {
  WindowOp plain = first<WindowOp>(convolve(3, 1, 1, 1, 5));
  EXPECT_EQ(plain.getKernel()[0], 3);
  WindowOp dilated = first<WindowOp>(convolve(2, 2, 2, 2, 11, "2"));
  EXPECT_EQ(dilated.getInputDilations()[0], 2);
}

} // namespace
} // namespace tenon
