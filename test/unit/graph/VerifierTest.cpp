// SPDX-License-Identifier: Apache-2.0
// Every op refuses what it gives no meaning to, and says why.
#include "test/unit/graph/GraphTest.h"

namespace tenon {
namespace {

class VerifierTest : public GraphTest {
protected:
  void refuses(llvm::StringRef arguments, llvm::StringRef body,
               llvm::StringRef why) {
    std::string said = problemsOf(arguments, body);
    EXPECT_NE(said.find(why), std::string::npos)
        << body.str() << "\nsaid: " << said;
  }
  void accepts(llvm::StringRef arguments, llvm::StringRef body) {
    EXPECT_EQ(problemsOf(arguments, body), "") << body.str();
  }
};

TEST_F(VerifierTest, Types) {
  refuses(R"(%x: tensor<?x2xf32, #tenon.dims<"N">>)", "",
          "the tensor has 2 dimensions but #tenon.dims names 1");
  refuses(R"(%x: tensor<?xf32, #tenon.dims<"N -">>)", "",
          "which is not a size expression");
  accepts(R"(%x: tensor<?x2xf32, #tenon.dims<"N", "2">>)", "");
}

TEST_F(VerifierTest, Elementwise) {
  const char *two = "%a: tensor<2xf32>, %b: tensor<3xf32>, %c: tensor<2xi32>, "
                    "%i: tensor<2xi1>";
  refuses(two,
          "%r = tenon.elementwise <add> (%a) : (tensor<2xf32>) -> "
          "tensor<2xf32>",
          "add takes 2 operands, found 1");
  refuses(two,
          "%r = tenon.elementwise <add> (%a, %b) : (tensor<2xf32>, "
          "tensor<3xf32>) -> tensor<3xf32>",
          "operand sizes do not broadcast");
  refuses(two,
          "%r = tenon.elementwise <add> (%a, %c) : (tensor<2xf32>, "
          "tensor<2xi32>) -> tensor<2xf32>",
          "operands must have one element type");
  refuses(two,
          "%r = tenon.elementwise <less> (%a, %a) : (tensor<2xf32>, "
          "tensor<2xf32>) -> tensor<2xf32>",
          "result type must be 'tensor<2xi1>'");
  refuses(two,
          "%r = tenon.elementwise <select> (%c, %a, %a) : (tensor<2xi32>, "
          "tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>",
          "the condition of a select must be of i1");
  refuses(two,
          "%r = tenon.elementwise <select> (%i, %a, %c) : (tensor<2xi1>, "
          "tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>",
          "operands must have one element type");
  accepts(two, "%r = tenon.elementwise <select> (%i, %a, %a) : (tensor<2xi1>, "
               "tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>");
  accepts(two, "%r = tenon.elementwise <cast> (%a) : (tensor<2xf32>) -> "
               "tensor<2xui8>");
}

TEST_F(VerifierTest, UnknownSizesMustBeProvedEqual) {
  const char *sizes = R"(%a: tensor<?xf32, #tenon.dims<"N">>,
                         %b: tensor<?xf32, #tenon.dims<"M">>)";
  refuses(sizes,
          R"(%r = tenon.elementwise <add> (%a, %b) :
             (tensor<?xf32, #tenon.dims<"N">>, tensor<?xf32, #tenon.dims<"M">>)
             -> tensor<?xf32, #tenon.dims<"N">>)",
          "operand sizes do not broadcast");
}

TEST_F(VerifierTest, Constant) {
  refuses("", "%r = tenon.constant dense<1.0> : tensor<2xf32> -> tensor<3xf32>",
          "the literal has type 'tensor<2xf32>'");
  refuses("", "%r = tenon.constant 4 : i32 -> tensor<i32>",
          "the value must be a dense literal or #tenon.weight");
}

TEST_F(VerifierTest, Broadcast) {
  const char *x = "%x: tensor<2x3xf32>";
  refuses(x, "%r = tenon.broadcast %x : (tensor<2x3xf32>) -> tensor<3xf32>",
          "the result has fewer dimensions");
  refuses(x, "%r = tenon.broadcast %x : (tensor<2x3xf32>) -> tensor<4x3xf32>",
          "size 2 does not broadcast to 4");
  refuses(x, "%r = tenon.broadcast %x : (tensor<2x3xf32>) -> tensor<2x3xf64>",
          "element types differ");
}

TEST_F(VerifierTest, Reshape) {
  const char *x = "%x: tensor<2x3xf32>";
  refuses(x, "%r = tenon.reshape %x : (tensor<2x3xf32>) -> tensor<5xf32>",
          "6 elements cannot become 5");
  refuses(x, "%r = tenon.reshape %x : (tensor<2x3xf32>) -> tensor<6xi32>",
          "element types differ");
}

TEST_F(VerifierTest, Transpose) {
  const char *x = "%x: tensor<2x3xf32>";
  refuses(x,
          "%r = tenon.transpose %x [0, 0] : (tensor<2x3xf32>) -> "
          "tensor<2x2xf32>",
          "not a permutation");
  refuses(x, "%r = tenon.transpose %x [0] : (tensor<2x3xf32>) -> tensor<2xf32>",
          "the permutation must name every dimension");
  refuses(x,
          "%r = tenon.transpose %x [1, 0] : (tensor<2x3xf32>) -> "
          "tensor<2x3xf32>",
          "result type must be 'tensor<3x2xf32>'");
}

TEST_F(VerifierTest, Slice) {
  const char *x = "%x: tensor<4xf32>";
  refuses(x,
          R"(%r = tenon.slice %x <"0"> [0] :
             (tensor<4xf32>) -> tensor<2xf32>)",
          "a step of 0 never ends");
  refuses(x,
          R"(%r = tenon.slice %x <"0", "1"> [1] :
             (tensor<4xf32>) -> tensor<2xf32>)",
          "must have the operand's rank");
  refuses(x,
          R"(%r = tenon.slice %x <"?"> [1] :
             (tensor<4xf32>) -> tensor<2xf32>)",
          "a start is not a size expression");
  refuses(x,
          R"(%r = tenon.slice %x <"0"> [1] :
             (tensor<4xf32>) -> tensor<2xi32>)",
          "element types differ");
}

TEST_F(VerifierTest, Pad) {
  const char *x =
      "%x: tensor<4xf32>, %v: tensor<f32>, %i: tensor<i32>, %l: tensor<1xf32>";
  refuses(x,
          R"(%r = tenon.pad %x, %v <> <constant> :
             (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>)",
          "low and result must have the operand's rank");
  refuses(x,
          R"(%r = tenon.pad %x, %l <"1"> <edge> :
             (tensor<4xf32>, tensor<1xf32>) -> tensor<6xf32>)",
          "the padding value must have rank 0");
  refuses(x,
          R"(%r = tenon.pad %x, %i <"1"> <edge> :
             (tensor<4xf32>, tensor<i32>) -> tensor<6xf32>)",
          "element types differ");
}

TEST_F(VerifierTest, Concat) {
  const char *x = "%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, "
                  "%c: tensor<2x4xf16>";
  refuses(x,
          "%r = tenon.concat (%a, %b) 0 : (tensor<2x3xf32>, tensor<2x4xf32>) "
          "-> tensor<4x3xf32>",
          "operand and result sizes do not fit together");
  refuses(x,
          "%r = tenon.concat (%a, %b) 2 : (tensor<2x3xf32>, tensor<2x4xf32>) "
          "-> tensor<2x7xf32>",
          "the axis is not a dimension");
  refuses(x,
          "%r = tenon.concat (%a, %a) -1 : (tensor<2x3xf32>, tensor<2x3xf32>) "
          "-> tensor<2x3xf32>",
          "the axis is not a dimension");
  refuses(x,
          "%r = tenon.concat (%a, %c) 1 : (tensor<2x3xf32>, tensor<2x4xf16>) "
          "-> tensor<2x7xf32>",
          "element types differ");
  refuses(x, "%r = tenon.concat () 0 : () -> tensor<2x7xf32>",
          "needs an operand");
}

TEST_F(VerifierTest, Gather) {
  const char *x = "%a: tensor<2x3xf32>, %i: tensor<4xi64>, %f: tensor<4xf32>";
  refuses(x,
          "%r = tenon.gather %a[%i] 2 : (tensor<2x3xf32>, tensor<4xi64>) -> "
          "tensor<2x4xf32>",
          "the axis is not a dimension of the data");
  refuses(x,
          "%r = tenon.gather %a[%i] -1 : (tensor<2x3xf32>, tensor<4xi64>) -> "
          "tensor<2x4xf32>",
          "the axis is not a dimension of the data");
  refuses(x,
          "%r = tenon.gather %a[%f] 1 : (tensor<2x3xf32>, tensor<4xf32>) -> "
          "tensor<2x4xf32>",
          "indices must be integers");
  refuses(x,
          "%r = tenon.gather %a[%i] 1 : (tensor<2x3xf32>, tensor<4xi64>) -> "
          "tensor<4x3xf32>",
          "operand and result sizes do not fit together");
}

TEST_F(VerifierTest, Reduce) {
  const char *x = "%x: tensor<2x3xf32>";
  refuses(x,
          "%r = tenon.reduce <sum> %x [2] : (tensor<2x3xf32>) -> "
          "tensor<2xf32>",
          "axis 2 is not a dimension");
  refuses(x,
          "%r = tenon.reduce <arg_max> %x [0, 1] : (tensor<2x3xf32>) -> "
          "tensor<i64>",
          "an arg reduction has one axis");
  refuses(x,
          "%r = tenon.reduce <arg_max> %x [0] : (tensor<2x3xf32>) -> "
          "tensor<3xf32>",
          "result type must be 'tensor<3xi64>'");
}

TEST_F(VerifierTest, Contract) {
  const char *x = "%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, "
                  "%h: tensor<3x4xf16>";
  refuses(x,
          "%r = tenon.contract %a [0, 1], %b [2, 1] : (tensor<2x3xf32>, "
          "tensor<3x4xf32>) -> tensor<2x3xf32>",
          "operand and result sizes do not fit together");
  refuses(x,
          "%r = tenon.contract %a [0, 1000000000000], %b [1000000000000, 1] : "
          "(tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>",
          "loop 1000000000000 of 4 operand dimensions");
  refuses(x,
          "%r = tenon.contract %a [0, -1], %b [-1, 1] : (tensor<2x3xf32>, "
          "tensor<3x4xf32>) -> tensor<2x4xf32>",
          "loop -1 of");
  refuses(x,
          "%r = tenon.contract %a [0, 2], %h [2, 1] : (tensor<2x3xf32>, "
          "tensor<3x4xf16>) -> tensor<2x4xf32>",
          "element types differ");
  accepts(x, "%r = tenon.contract %a [0, 2], %b [2, 1] : (tensor<2x3xf32>, "
             "tensor<3x4xf32>) -> tensor<2x4xf32>");
  // Half types may give their accumulator's type, and no other.
  accepts(x, "%r = tenon.contract %h [0, 2], %h [1, 2] : (tensor<3x4xf16>, "
             "tensor<3x4xf16>) -> tensor<3x3xf32>");
  refuses(x,
          "%r = tenon.contract %h [0, 2], %h [1, 2] : (tensor<3x4xf16>, "
          "tensor<3x4xf16>) -> tensor<3x3xf64>",
          "operand and result sizes do not fit together");
}

TEST_F(VerifierTest, LeavesOfNumbers) {
  refuses("", "%r = tenon.iota 1 from 0.0 step 1.0 : tensor<3xf32>",
          "axis 1 is not a dimension");
  refuses("", "%r = tenon.iota 0 from 0.5 step 1.0 : tensor<3xi64>",
          "must be whole");
  refuses("", "%r = tenon.iota 0 from 0.0 step 1.0e300 : tensor<3xi64>",
          "within 2^53");
  refuses("", R"(%r = tenon.sizes <"N", "2"> : tensor<3xi64>)",
          "2 values need a tensor of 2 elements");
  refuses("", R"(%r = tenon.sizes <"N"> : tensor<1xf32>)",
          "sizes are integers");
  refuses("", R"(%r = tenon.sizes <"N N"> : tensor<1xi64>)",
          "a value is not a size expression");
}

class WindowVerifierTest : public VerifierTest {
protected:
  /// A convolution of [1, 4, 6] by a filter of this type.
  std::string convolve(const char *filter, const char *attributes,
                       const char *result = "tensor<1x8x4xf32>") {
    return std::string("%r = tenon.window <convolve> %x, %w {") + attributes +
           ", dilations = array<i64: 1>, input_dilations = array<i64: 1>, "
           "low = #tenon.index<\"0\">, high = #tenon.index<\"0\">, "
           "channels_last = false} : (tensor<1x4x6xf32>, " +
           filter + ") -> " + result;
  }
  void refusesFilter(const char *filter, const char *attributes,
                     const char *why,
                     const char *result = "tensor<1x8x4xf32>") {
    refuses("%x: tensor<1x4x6xf32>, %w: " + std::string(filter),
            convolve(filter, attributes, result), why);
  }
};

TEST_F(WindowVerifierTest, Convolution) {
  const char *plain =
      "kernel = array<i64: 3>, strides = array<i64: 1>, groups = 1 : i64";
  accepts("%x: tensor<1x4x6xf32>, %w: tensor<8x4x3xf32>",
          convolve("tensor<8x4x3xf32>", plain));
  refusesFilter("tensor<8x4x5xf32>", plain,
                "the filter has 5 taps where the kernel has 3");
  refusesFilter("tensor<8x2x3xf32>", plain,
                "1 groups of 2 channels, the input has 4");
  refusesFilter("tensor<9x4x3xf32>", plain,
                "the result's channels must be the filter's 9");
  refusesFilter("tensor<8x4x3xf16>", plain, "element types differ");
  refusesFilter("tensor<8x4xf32>", plain, "the filter must have rank 3");
  refusesFilter("tensor<8x4x3xf32>", plain, "the same batch",
                "tensor<2x8x4xf32>");
  refusesFilter("tensor<9x2x3xf32>",
                "kernel = array<i64: 3>, strides = array<i64: 1>, "
                "groups = 2 : i64",
                "a multiple of 2 groups", "tensor<1x9x4xf32>");
  refusesFilter("tensor<8x4x3xf32>",
                "kernel = array<i64: 3>, strides = array<i64: 0>, "
                "groups = 1 : i64",
                "must be positive");
  refusesFilter("tensor<8x4x3xf32>",
                "kernel = array<i64: 3>, strides = array<i64: 1>, "
                "groups = -1 : i64",
                "must be positive");
  refusesFilter("tensor<8x4x3xf32>",
                "kernel = array<i64: 3>, strides = array<i64: 1, 1>, "
                "groups = 1 : i64",
                "one stride, dilation and padding per dimension");
}

TEST_F(WindowVerifierTest, Pooling) {
  const char *attributes =
      "{kernel = array<i64: 2>, strides = array<i64: 2>, "
      "dilations = array<i64: 1>, input_dilations = array<i64: 1>, "
      "low = #tenon.index<\"0\">, high = #tenon.index<\"0\">, "
      "groups = 1 : i64, channels_last = false} : ";
  auto pool = [&](const char *kind, const char *types) {
    return std::string("%r = tenon.window <") + kind + "> %x " + attributes +
           types;
  };
  const char *x = "%x: tensor<1x4x6xf32>";
  accepts(x, pool("max", "(tensor<1x4x6xf32>) -> tensor<1x4x3xf32>"));
  refuses(x, pool("max", "(tensor<1x4x6xf32>) -> tensor<1x5x3xf32>"),
          "the same channels");
  refuses(x, pool("arg_max", "(tensor<1x4x6xf32>) -> tensor<1x4x3xf32>"),
          "the result's elements must be of 'i64'");
  refuses(x, pool("convolve", "(tensor<1x4x6xf32>) -> tensor<1x4x3xf32>"),
          "a filter belongs to convolve");
}

} // namespace
} // namespace tenon
