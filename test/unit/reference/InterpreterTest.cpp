// SPDX-License-Identifier: Apache-2.0
// Whole functions: symbols, checks, limits, what goes wrong.
#include "test/unit/reference/ReferenceTest.h"

namespace tenon::reference {
namespace {

class InterpreterTest : public ReferenceTest {
protected:
  Tensor filled(Shape shape, double value) {
    return tensor("f32", shape, Values(*countElements(shape), value));
  }
  void expectFailure(const Failure &failure, InterpretErrorKind kind,
                     const std::string &text) {
    EXPECT_EQ(failure.kind, kind);
    EXPECT_NE(failure.text.find(text), std::string::npos) << failure.text;
  }
};

const char *const kRowSums = R"(
  module attributes {
    tenon.symbols = {N = [1, 8, 4], M = [0, -1, 4]},
    tenon.checks = [["N", "M + 1", "sizes of 'x' and 'y'"]]} {
    func.func @main(
        %x: tensor<?x2xf32, #tenon.dims<"N", "2">> {tenon.name = "x"},
        %y: tensor<?xf32, #tenon.dims<"M">> {tenon.name = "y"},
        %z: tensor<?xf32, #tenon.dims<"2*N">> {tenon.name = "z"})
        -> tensor<?xf32, #tenon.dims<"N">> {
      %r = tenon.reduce <sum> %x [1] :
          (tensor<?x2xf32, #tenon.dims<"N", "2">>)
          -> tensor<?xf32, #tenon.dims<"N">>
      return %r : tensor<?xf32, #tenon.dims<"N">>
    }
  })";

TEST_F(InterpreterTest, BindsSymbolsFromShapes) {
  EXPECT_EQ(run(kRowSums, {tensor("f32", {3, 2}, {1, 2, 3, 4, 5, 6}),
                           filled({2}, 0), filled({6}, 0)}),
            Values({3, 7, 11}));
}

TEST_F(InterpreterTest, ShapesThatContradictAreRefused) {
  auto fail = [&](Shape x, Shape y, Shape z) {
    return runToFailure(kRowSums, {filled(x, 0), filled(y, 0), filled(z, 0)});
  };
  expectFailure(fail({3, 2}, {2}, {5}), InterpretErrorKind::BadSize,
                "dimension 0 of 'z' must be 6 (2*N), found 5");
  expectFailure(fail({3, 4}, {2}, {6}), InterpretErrorKind::BadSize,
                "dimension 1 of 'x' must be 2 (2), found 4");
  expectFailure(fail({3, 2, 1}, {2}, {6}), InterpretErrorKind::BadSize,
                "'x' has 2 dimensions, found 3");
  expectFailure(fail({9, 2}, {8}, {18}), InterpretErrorKind::BadSize,
                "size N is 9, allowed are 1 to 8");
  expectFailure(fail({0, 2}, {0}, {0}), InterpretErrorKind::BadSize,
                "size N is 0, allowed are 1 to 8");
  expectFailure(fail({3, 2}, {3}, {6}), InterpretErrorKind::BadSize,
                "sizes of 'x' and 'y': 3 and 4 must be equal");
}

TEST_F(InterpreterTest, InputsOfTheWrongSortAreRefused) {
  expectFailure(runToFailure(kRowSums, {filled({3, 2}, 0)}),
                InterpretErrorKind::BadInput,
                "the model takes 3 inputs, found 1");
  expectFailure(runToFailure(kRowSums, {tensor("f64", {1, 2}, {1, 2}),
                                        filled({0}, 0), filled({2}, 0)}),
                InterpretErrorKind::BadInput,
                "'x' must have elements of type f32, found f64");
}

TEST_F(InterpreterTest, ASymbolThatNothingDecidesMustBeGiven) {
  const char *text = R"(
    func.func @main(%x: tensor<?xf32, #tenon.dims<"2*N">>)
        -> tensor<1xi64> {
      %r = tenon.sizes <"N"> : tensor<1xi64>
      return %r : tensor<1xi64>
    })";
  expectFailure(
      runToFailure(text, filled({6}, 0)), InterpretErrorKind::BadSize,
      "dimension 0 of input 0 is 2*N, whose symbols no input decides");
  auto results = interpret(parse(text), filled({6}, 0), {{"N", 3}});
  ASSERT_TRUE(bool(results));
  EXPECT_EQ(valuesOf((*results)[0]), Values({3}));
}

TEST_F(InterpreterTest, RunsOpsInOrderAndKernelsInside) {
  const char *text = R"(
    func.func @main(%x: tensor<2x3xf32>) -> (tensor<2xf32>, tensor<2x3xf32>) {
      %s, %e = tenon.kernel (%x) :
          (tensor<2x3xf32>) -> (tensor<2xf32>, tensor<2x3xf32>) {
      ^bb0(%a: tensor<2x3xf32>):
        %two = tenon.constant dense<2.0> : tensor<f32> -> tensor<f32>
        %d = tenon.elementwise <mul> (%a, %two) :
            (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
        %r = tenon.reduce <sum> %d [1] : (tensor<2x3xf32>) -> tensor<2xf32>
        tenon.yield %r, %d : tensor<2xf32>, tensor<2x3xf32>
      }
      return %s, %e : tensor<2xf32>, tensor<2x3xf32>
    })";
  auto results = runAll(text, tensor("f32", {2, 3}, {1, 2, 3, 4, 5, 6}));
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(valuesOf(results[0]), Values({12, 30}));
  EXPECT_EQ(valuesOf(results[1]), Values({2, 4, 6, 8, 10, 12}));
}

TEST_F(InterpreterTest, ShowsEveryResult) {
  std::vector<std::string> seen;
  InterpretOptions options;
  options.onResults = [&](mlir::Operation *op, llvm::ArrayRef<Tensor> results) {
    seen.push_back(op->getName().getStringRef().str() + " " +
                   std::to_string(results[0].numElements()));
  };
  run(R"(func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %c = tenon.constant dense<1.0> : tensor<f32> -> tensor<f32>
      %r = tenon.elementwise <add> (%x, %c) :
          (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
      return %r : tensor<2xf32>
    })",
      filled({2}, 1), options);
  EXPECT_EQ(seen, std::vector<std::string>(
                      {"tenon.constant 1", "tenon.elementwise 2"}));
}

TEST_F(InterpreterTest, HugeResultsAreRefusedNotAllocated) {
  const char *text = R"(
    func.func @main(%x: tensor<f32>) -> tensor<1000000x1000000xf32> {
      %r = tenon.broadcast %x : (tensor<f32>) -> tensor<1000000x1000000xf32>
          loc("huge")
      return %r : tensor<1000000x1000000xf32>
    })";
  InterpretOptions options;
  options.memoryLimitBytes = 1 << 20;
  expectFailure(runToFailure(text, filled({}, 0), options),
                InterpretErrorKind::TooLarge,
                "loc(\"huge\"): a result of 1000000000000 elements does not "
                "fit in the 1048576 bytes left");
  // Without a limit: what cannot be addressed at all.
  expectFailure(runToFailure(R"(
    func.func @main(%x: tensor<f32>)
        -> tensor<4000000000x4000000000xf32> {
      %r = tenon.broadcast %x :
          (tensor<f32>) -> tensor<4000000000x4000000000xf32>
      return %r : tensor<4000000000x4000000000xf32>
    })",
                             filled({}, 0)),
                InterpretErrorKind::TooLarge, "too many elements");
}

TEST_F(InterpreterTest, WorkWithoutEndIsRefused) {
  // Few elements, small operands, 10^18 taps.
  expectFailure(runToFailure(R"(
    func.func @main(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x1x1xf32> {
      %r = tenon.window <max> %x {kernel = array<i64: 1000000000, 1000000000>,
          strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>,
          input_dilations = array<i64: 1, 1>, low = #tenon.index<"0", "0">,
          high = #tenon.index<"999999996", "999999996">, groups = 1 : i64,
          channels_last = false} :
          (tensor<1x1x4x4xf32>) -> tensor<1x1x1x1xf32>
      return %r : tensor<1x1x1x1xf32>
    })",
                             filled({1, 1, 4, 4}, 1)),
                InterpretErrorKind::TooLarge, "scalar operations, allowed are");
}

TEST_F(InterpreterTest, MemoryOfDeadTensorsIsUsedAgain) {
  // Ten tensors of 8 KiB in a chain: two at a time.
  std::string text = "func.func @main(%v0: tensor<1024xf32>) -> "
                     "tensor<1024xf32> {\n";
  for (int i = 0; i < 10; ++i)
    text += "%v" + std::to_string(i + 1) + " = tenon.elementwise <neg> (%v" +
            std::to_string(i) + ") : (tensor<1024xf32>) -> tensor<1024xf32>\n";
  text += "return %v10 : tensor<1024xf32>\n}";
  InterpretOptions options;
  options.memoryLimitBytes = 2 * 8192;
  EXPECT_EQ(run(text, filled({1024}, 3), options), Values(1024, 3));
  options.memoryLimitBytes = 2 * 8192 - 1;
  expectFailure(runToFailure(text, filled({1024}, 3), options),
                InterpretErrorKind::TooLarge, "does not fit");
}

TEST_F(InterpreterTest, EmptyBatchesGiveEmptyResults) {
  EXPECT_EQ(run(R"(
    func.func @main(%x: tensor<?x4xf32, #tenon.dims<"N", "4">>)
        -> tensor<?x2x2xf32, #tenon.dims<"N", "2", "2">> {
      %e = tenon.elementwise <exp> (%x) :
          (tensor<?x4xf32, #tenon.dims<"N", "4">>)
          -> tensor<?x4xf32, #tenon.dims<"N", "4">>
      %r = tenon.reshape %e : (tensor<?x4xf32, #tenon.dims<"N", "4">>)
          -> tensor<?x2x2xf32, #tenon.dims<"N", "2", "2">>
      return %r : tensor<?x2x2xf32, #tenon.dims<"N", "2", "2">>
    })",
                filled({0, 4}, 0)),
            Values());
}

TEST_F(InterpreterTest, SizesThatTurnNegativeAreRefused) {
  expectFailure(runToFailure(R"(
    func.func @main(%x: tensor<?xf32, #tenon.dims<"N">>)
        -> tensor<?xf32, #tenon.dims<"N + -5">> {
      %r = tenon.slice %x <"5"> [1] : (tensor<?xf32, #tenon.dims<"N">>)
          -> tensor<?xf32, #tenon.dims<"N + -5">>
      return %r : tensor<?xf32, #tenon.dims<"N + -5">>
    })",
                             filled({3}, 0)),
                InterpretErrorKind::BadSize, "comes to -2");
}

TEST_F(InterpreterTest, OpsWithoutElementsAreRefused) {
  mlir::func::FuncOp function = parse(R"(
    func.func @callee(%x: tensor<1xf32>) -> tensor<1xf32> {
      %r = func.call @callee(%x) : (tensor<1xf32>) -> tensor<1xf32>
      return %r : tensor<1xf32>
    })");
  auto results = interpret(function, filled({1}, 0));
  ASSERT_FALSE(bool(results));
  expectFailure(failureOf(results.takeError()), InterpretErrorKind::Unsupported,
                "'func.call' does not describe its elements");
}

TEST_F(InterpreterTest, TensorsFromBytesCheckTheirLength) {
  std::vector<char> bytes(7);
  auto made = Tensor::fromBytes(type("f32"), {2}, bytes);
  ASSERT_FALSE(bool(made));
  expectFailure(failureOf(made.takeError()), InterpretErrorKind::BadInput,
                "a tensor [2] of f32 takes 8 bytes, found 7");
  auto negative = Tensor::make(type("f32"), {2, -1});
  ASSERT_FALSE(bool(negative));
  expectFailure(failureOf(negative.takeError()), InterpretErrorKind::TooLarge,
                "more elements than memory can address");
  auto strange = Tensor::make(type("complex<f32>"), {2});
  ASSERT_FALSE(bool(strange));
  expectFailure(failureOf(strange.takeError()), InterpretErrorKind::Unsupported,
                "element type without a reference meaning");
}

TEST_F(InterpreterTest, BytesRoundTrip) {
  for (const char *name : {"f16", "bf16", "f32", "f64", "i8", "ui8", "i16",
                           "ui16", "i32", "ui32", "i64", "ui64", "i1"}) {
    Tensor from = tensor(name, {4},
                         {0, 1, name == std::string("i1") ? 1. : 100.,
                          name[0] == 'u' || name[1] == '1' ? 1. : -7.});
    auto back = Tensor::fromBytes(type(name), {4}, from.toBytes());
    ASSERT_TRUE(bool(back)) << name;
    EXPECT_EQ(valuesOf(*back), valuesOf(from)) << name;
  }
}

} // namespace
} // namespace tenon::reference
