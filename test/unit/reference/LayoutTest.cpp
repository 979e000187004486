// SPDX-License-Identifier: Apache-2.0
// Ops that move elements, and the leaves.
#include "test/unit/reference/ReferenceTest.h"

namespace tenon::reference {
namespace {

class LayoutTest : public ReferenceTest {
protected:
  /// One op on %x (and %y) given by its text after "%r = tenon.".
  Values op(const std::string &text, const std::string &result,
            std::vector<std::pair<std::string, Tensor>> operands) {
    std::string arguments;
    std::vector<Tensor> tensors;
    for (auto [i, operand] : llvm::enumerate(operands)) {
      arguments += (i ? ", %y: " : "%x: ") + operand.first;
      tensors.push_back(operand.second);
    }
    return run("func.func @main(" + arguments + ") -> " + result +
                   " {\n%r = tenon." + text + " -> " + result +
                   "\nreturn %r : " + result + "\n}",
               tensors);
  }
  Tensor counted(Shape shape) {
    Values values;
    for (int64_t i = 0; i < *countElements(shape); ++i)
      values.push_back(double(i));
    return tensor("f32", shape, values);
  }
};

TEST_F(LayoutTest, Broadcast) {
  EXPECT_EQ(op("broadcast %x : (tensor<2x1xf32>)", "tensor<2x2x3xf32>",
               {{"tensor<2x1xf32>", counted({2, 1})}}),
            Values({0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(op("broadcast %x : (tensor<f32>)", "tensor<2xf32>",
               {{"tensor<f32>", counted({})}}),
            Values({0, 0}));
}

TEST_F(LayoutTest, ReshapeKeepsTheOrder) {
  EXPECT_EQ(op("reshape %x : (tensor<4x6xf32>)", "tensor<3x2x4xf32>",
               {{"tensor<4x6xf32>", counted({4, 6})}}),
            valuesOf(counted({24})));
  EXPECT_EQ(op("reshape %x : (tensor<1x1xf32>)", "tensor<f32>",
               {{"tensor<1x1xf32>", counted({1, 1})}}),
            Values({0}));
  EXPECT_EQ(op("reshape %x : (tensor<0x3xf32>)", "tensor<5x0xf32>",
               {{"tensor<0x3xf32>", counted({0, 3})}}),
            Values());
}

TEST_F(LayoutTest, Transpose) {
  EXPECT_EQ(op("transpose %x [2, 0, 1] : (tensor<2x1x3xf32>)",
               "tensor<3x2x1xf32>",
               {{"tensor<2x1x3xf32>", counted({2, 1, 3})}}),
            Values({0, 3, 1, 4, 2, 5}));
}

TEST_F(LayoutTest, Slice) {
  EXPECT_EQ(op(R"(slice %x <"1", "5"> [1, -2] : (tensor<3x6xf32>))",
               "tensor<2x3xf32>", {{"tensor<3x6xf32>", counted({3, 6})}}),
            Values({11, 9, 7, 17, 15, 13}));
}

TEST_F(LayoutTest, SliceOutsideIsAFault) {
  Failure failure = runToFailure(R"(
    func.func @main(%x: tensor<4xf32>) -> tensor<3xf32> {
      %r = tenon.slice %x <"2"> [1] : (tensor<4xf32>) -> tensor<3xf32>
        loc("part")
      return %r : tensor<3xf32>
    })",
                                 counted({4}));
  EXPECT_EQ(failure.kind, InterpretErrorKind::IndexOutOfRange);
  EXPECT_EQ(failure.text, "loc(\"part\"): index 4 is outside [0, 4) in "
                          "dimension 0 of the operand that is read");
}

TEST_F(LayoutTest, PadModes) {
  auto pad = [&](const char *mode, const char *result, int64_t low) {
    return op("pad %x, %y <\"" + std::to_string(low) + "\"> <" + mode +
                  "> : (tensor<3xf32>, tensor<f32>)",
              result,
              {{"tensor<3xf32>", tensor("f32", {3}, {1, 2, 3})},
               {"tensor<f32>", tensor("f32", {}, {9})}});
  };
  EXPECT_EQ(pad("constant", "tensor<7xf32>", 2), Values({9, 9, 1, 2, 3, 9, 9}));
  EXPECT_EQ(pad("edge", "tensor<7xf32>", 2), Values({1, 1, 1, 2, 3, 3, 3}));
  EXPECT_EQ(pad("reflect", "tensor<7xf32>", 2), Values({3, 2, 1, 2, 3, 2, 1}));
  EXPECT_EQ(pad("wrap", "tensor<8xf32>", 2), Values({2, 3, 1, 2, 3, 1, 2, 3}));
  EXPECT_EQ(pad("reflect", "tensor<9xf32>", 5), // more than once around
            Values({2, 1, 2, 3, 2, 1, 2, 3, 2}));
  EXPECT_EQ(pad("constant", "tensor<1xf32>", -1), Values({2}));
}

TEST_F(LayoutTest, PadOfNothingIsTheValue) {
  EXPECT_EQ(op(R"(pad %x, %y <"1"> <constant> : (tensor<0xf32>, tensor<f32>))",
               "tensor<3xf32>",
               {{"tensor<0xf32>", counted({0})},
                {"tensor<f32>", tensor("f32", {}, {9})}}),
            Values({9, 9, 9}));
}

TEST_F(LayoutTest, Concat) {
  EXPECT_EQ(run(R"(
    func.func @main(%a: tensor<2x1xf32>, %b: tensor<2x0xf32>,
                    %c: tensor<2x2xf32>) -> tensor<2x3xf32> {
      %r = tenon.concat (%a, %b, %c) 1 :
          (tensor<2x1xf32>, tensor<2x0xf32>, tensor<2x2xf32>)
          -> tensor<2x3xf32>
      return %r : tensor<2x3xf32>
    })",
                {tensor("f32", {2, 1}, {1, 2}), tensor("f32", {2, 0}, {}),
                 tensor("f32", {2, 2}, {3, 4, 5, 6})}),
            Values({1, 3, 4, 2, 5, 6}));
}

TEST_F(LayoutTest, GatherCountsFromBothEnds) {
  EXPECT_EQ(op("gather %x[%y] 1 : (tensor<2x3xf32>, tensor<2x2xi32>)",
               "tensor<2x2x2xf32>",
               {{"tensor<2x3xf32>", counted({2, 3})},
                {"tensor<2x2xi32>", tensor("i32", {2, 2}, {0, -1, 2, -3})}}),
            Values({0, 2, 2, 0, 3, 5, 5, 3}));
}

TEST_F(LayoutTest, GatherOutsideIsAFault) {
  for (double index : {3.0, -4.0}) {
    Failure failure =
        runToFailure(R"(
      func.func @main(%x: tensor<3xf32>, %i: tensor<2xi64>) -> tensor<2xf32> {
        %r = tenon.gather %x[%i] 0 : (tensor<3xf32>, tensor<2xi64>)
            -> tensor<2xf32> loc("look up")
        return %r : tensor<2xf32>
      })",
                     {counted({3}), tensor("i64", {2}, {0, index})});
    EXPECT_EQ(failure.kind, InterpretErrorKind::IndexOutOfRange);
    EXPECT_NE(failure.text.find("loc(\"look up\"): index"), std::string::npos);
    EXPECT_NE(failure.text.find("is outside [0, 3)"), std::string::npos)
        << failure.text;
  }
}

TEST_F(LayoutTest, GatherFromNothingIsAFaultOnlyWhenRead) {
  const char *text = R"(
    func.func @main(%x: tensor<0xf32>, %i: tensor<NxIDX>) -> tensor<Nxf32> {
      %r = tenon.gather %x[%i] 0 : (tensor<0xf32>, tensor<NxIDX>)
          -> tensor<Nxf32>
      return %r : tensor<Nxf32>
    })";
  auto sized = [&](const char *count) {
    std::string result = text;
    for (size_t at; (at = result.find("NxIDX")) != std::string::npos;)
      result.replace(at, 5, std::string(count) + "xi64");
    for (size_t at; (at = result.find("Nxf32")) != std::string::npos;)
      result.replace(at, 5, std::string(count) + "xf32");
    return result;
  };
  EXPECT_EQ(run(sized("0"), {counted({0}), tensor("i64", {0}, {})}), Values());
  Failure failure =
      runToFailure(sized("1"), {counted({0}), tensor("i64", {1}, {0})});
  EXPECT_EQ(failure.kind, InterpretErrorKind::IndexOutOfRange);
}

TEST_F(LayoutTest, Iota) {
  EXPECT_EQ(run(R"(func.func @main() -> tensor<2x3xi32> {
      %r = tenon.iota 1 from 2.0 step -1.0 : tensor<2x3xi32>
      return %r : tensor<2x3xi32>
    })",
                {}),
            Values({2, 1, 0, 2, 1, 0}));
  EXPECT_EQ(run(R"(func.func @main() -> tensor<3xf32> {
      %r = tenon.iota 0 from 1.0 step 0.25 : tensor<3xf32>
      return %r : tensor<3xf32>
    })",
                {}),
            Values({1, 1.25, 1.5}));
  EXPECT_EQ(run(R"(func.func @main() -> tensor<3xui8> {
      %r = tenon.iota 0 from 254.0 step 1.0 : tensor<3xui8>
      return %r : tensor<3xui8>
    })",
                {}),
            Values({254, 255, 0}));
}

TEST_F(LayoutTest, SizesAreTheirValues) {
  EXPECT_EQ(run(R"(
    func.func @main(%x: tensor<?x3xf32, #tenon.dims<"N", "3">>)
        -> tensor<3xi64> {
      %r = tenon.sizes <"N", "3", "2*N + -1"> : tensor<3xi64>
      return %r : tensor<3xi64>
    })",
                counted({5, 3})),
            Values({5, 3, 9}));
}

TEST_F(LayoutTest, Constants) {
  EXPECT_EQ(run(R"(func.func @main() -> tensor<2x2xf16> {
      %r = tenon.constant dense<[[1.0, -2.5], [0.1, 65504.0]]> :
          tensor<2x2xf16> -> tensor<2x2xf16>
      return %r : tensor<2x2xf16>
    })",
                {}),
            Values({1, -2.5, 0x1.998p-4, 65504}));
  EXPECT_EQ(run(R"(func.func @main() -> tensor<9xi1> {
      %r = tenon.constant
          dense<[true, false, true, true, false, false, false, false, true]> :
          tensor<9xi1> -> tensor<9xi1>
      return %r : tensor<9xi1>
    })",
                {}),
            Values({1, 0, 1, 1, 0, 0, 0, 0, 1}));
  EXPECT_EQ(run(R"(func.func @main() -> tensor<3xi8> {
      %r = tenon.constant dense<-7> : tensor<3xi8> -> tensor<3xi8>
      return %r : tensor<3xi8>
    })",
                {}),
            Values({-7, -7, -7}));
}

TEST_F(LayoutTest, WeightsAreReadFromTheTable) {
  auto *dialect = context.getLoadedDialect<TenonDialect>();
  std::vector<char> bytes = tensor("f32", {2}, {1.5, -3}).toBytes();
  unsigned id = dialect->getWeights().add(bytes);
  std::string text = R"(func.func @main() -> tensor<2xf32> {
      %r = tenon.constant #tenon.weight<ID> -> tensor<2xf32>
      return %r : tensor<2xf32>
    })";
  text.replace(text.find("ID"), 2, std::to_string(id));
  EXPECT_EQ(run(text, {}), Values({1.5, -3}));
  text.replace(text.find('<', text.find("weight")), 3, "<99>");
  Failure failure = runToFailure(text, {});
  EXPECT_EQ(failure.kind, InterpretErrorKind::BadInput);
  EXPECT_NE(failure.text.find("names weight 99 of 1"), std::string::npos)
      << failure.text;
}

} // namespace
} // namespace tenon::reference
