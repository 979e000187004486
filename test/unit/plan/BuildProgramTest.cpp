// SPDX-License-Identifier: Apache-2.0
// The launch list: which memory each tensor is, how long it lives, what is
// only another view, what is copied.
#include "compiler/plan/BuildProgram.h"
#include "test/unit/graph/GraphTextTest.h"

namespace tenon {
namespace {

using format::BufferKind;
using format::StepKind;

class BuildProgramTest : public GraphTextTest {
protected:
  mlir::FailureOr<format::Program> tryBuild(mlir::func::FuncOp function,
                                            size_t numLaunches) {
    std::vector<KernelLaunch> launches(numLaunches);
    std::vector<uint32_t> kernels;
    for (size_t i = 0; i < numLaunches; ++i) {
      launches[i].name = "kernel" + std::to_string(i);
      kernels.push_back(i);
    }
    return buildProgram(function, launches, kernels, {pool, owned});
  }

  format::Program build(llvm::StringRef text) {
    mlir::func::FuncOp function = parse(text);
    auto program = tryBuild(function, launchedKernels(function).size());
    if (mlir::succeeded(program))
      return *program;
    ADD_FAILURE() << "no program";
    return {};
  }

  static const format::Buffer &bufferOf(const format::Program &program,
                                        size_t step, size_t argument) {
    return program.buffers[program.steps[step].buffers[argument]];
  }

  format::ConstantPool pool;
  std::deque<std::vector<char>> owned;
};

/// Three kernels in a row, each the double of the one before.
constexpr const char *kChain = R"(
  func.func @main(%x: tensor<8x16xf32> {tenon.name = "x"})
      -> (tensor<8x16xf32> {tenon.name = "y"}) {
    %a = tenon.kernel(%x) : (tensor<8x16xf32>) -> tensor<8x16xf32> {
    ^bb0(%i: tensor<8x16xf32>):
      %r = tenon.elementwise <add> (%i, %i) :
          (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
      tenon.yield %r : tensor<8x16xf32>
    } loc("first")
    %b = tenon.kernel(%a) : (tensor<8x16xf32>) -> tensor<8x16xf32> {
    ^bb0(%i: tensor<8x16xf32>):
      %r = tenon.elementwise <add> (%i, %i) :
          (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
      tenon.yield %r : tensor<8x16xf32>
    }
    %c = tenon.kernel(%b, %a) :
        (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32> {
    ^bb0(%i: tensor<8x16xf32>, %j: tensor<8x16xf32>):
      %r = tenon.elementwise <add> (%i, %j) :
          (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
      tenon.yield %r : tensor<8x16xf32>
    }
    return %c : tensor<8x16xf32>
  })";

TEST_F(BuildProgramTest, TensorsLiveFromTheirWriterToTheirLastReader) {
  format::Program program = build(kChain);
  ASSERT_EQ(program.steps.size(), 3u);
  EXPECT_EQ(bufferOf(program, 0, 0).kind, BufferKind::input);
  const format::Buffer &a = bufferOf(program, 0, 1);
  EXPECT_EQ(a.kind, BufferKind::arena);
  EXPECT_EQ(a.firstStep, 0u);
  EXPECT_EQ(a.lastStep, 2u); // read by the third
  const format::Buffer &b = bufferOf(program, 1, 1);
  EXPECT_EQ(b.kind, BufferKind::arena);
  EXPECT_EQ(b.firstStep, 1u);
  EXPECT_EQ(b.lastStep, 2u);
  EXPECT_EQ(bufferOf(program, 2, 2).kind, BufferKind::output);
}

TEST_F(BuildProgramTest, NamesOfPortsAndNodesAreKept) {
  format::Program program = build(kChain);
  ASSERT_EQ(program.inputs.size(), 1u);
  EXPECT_EQ(program.inputs[0].name, "x");
  EXPECT_EQ(program.inputs[0].type, format::ElementType::f32);
  EXPECT_EQ(program.outputs[0].name, "y");
  EXPECT_EQ(program.steps[0].nodes, std::vector<std::string>{"first"});
  EXPECT_EQ(program.steps[1].name, "kernel1");
}

TEST_F(BuildProgramTest, ALaunchForEveryKernelIsNeeded) {
  mlir::func::FuncOp function = parse(kChain);
  std::string said;
  mlir::ScopedDiagnosticHandler handler(&context,
                                        [&](mlir::Diagnostic &diagnostic) {
                                          said += diagnostic.str();
                                          return mlir::success();
                                        });
  EXPECT_TRUE(mlir::failed(tryBuild(function, 2)));
  EXPECT_NE(said.find("without a launch"), std::string::npos) << said;
}

TEST_F(BuildProgramTest, AnOpOutsideOfKernelsIsRefused) {
  mlir::func::FuncOp function = parse(R"(
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = tenon.elementwise <neg> (%x) : (tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    })");
  mlir::ScopedDiagnosticHandler handler(
      &context, [](mlir::Diagnostic &) { return mlir::success(); });
  EXPECT_TRUE(mlir::failed(tryBuild(function, 0)));
}

/// Rows `first` and the next of eight rows of 16, which another kernel reads.
std::string rowsFrom(int first, const std::string &type) {
  std::string text = R"(
    func.func @main(%x: tensor<8x16xT>) -> tensor<2x16xT> {
      %s = tenon.kernel(%x) : (tensor<8x16xT>) -> tensor<2x16xT> {
      ^bb0(%i: tensor<8x16xT>):
        %r = tenon.slice %i <"FIRST", "0"> [1, 1] :
            (tensor<8x16xT>) -> tensor<2x16xT>
        tenon.yield %r : tensor<2x16xT>
      }
      %y = tenon.kernel(%s) : (tensor<2x16xT>) -> tensor<2x16xT> {
      ^bb0(%i: tensor<2x16xT>):
        %r = tenon.elementwise <neg> (%i) :
            (tensor<2x16xT>) -> tensor<2x16xT>
        tenon.yield %r : tensor<2x16xT>
      }
      return %y : tensor<2x16xT>
    })";
  auto replace = [&](const std::string &what, const std::string &by) {
    for (size_t at = 0; (at = text.find(what, at)) != std::string::npos;)
      text.replace(at, what.size(), by);
  };
  replace("xT>", "x" + type + ">");
  replace("FIRST", std::to_string(first));
  return text;
}

TEST_F(BuildProgramTest, OuterSlicesAreViews) {
  format::Program program = build(rowsFrom(3, "f32"));
  ASSERT_EQ(program.steps.size(), 1u);
  const format::Buffer &view = bufferOf(program, 0, 0);
  ASSERT_EQ(view.kind, BufferKind::alias);
  EXPECT_EQ(program.buffers[view.index].kind, BufferKind::input);
  EXPECT_EQ(program.values[view.byteOffset].constant, 3 * 16 * 4);
  EXPECT_EQ(program.values[view.size].constant, 2 * 16 * 4);
}

TEST_F(BuildProgramTest, ViewsThatKernelsCouldNotReadAreCopied) {
  // A row of halves is 32 bytes; kernels want 64-byte alignment.
  EXPECT_EQ(build(rowsFrom(3, "f16")).steps.size(), 2u);
  EXPECT_EQ(build(rowsFrom(2, "f16")).steps.size(), 1u);
}

TEST_F(BuildProgramTest, OutputsThatAreInputsOrGivenTwiceAreCopied) {
  format::Program program = build(R"(
    func.func @main(%x: tensor<4xf32>)
        -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
      %y = tenon.kernel(%x) : (tensor<4xf32>) -> tensor<4xf32> {
      ^bb0(%i: tensor<4xf32>):
        %r = tenon.elementwise <neg> (%i) : (tensor<4xf32>) -> tensor<4xf32>
        tenon.yield %r : tensor<4xf32>
      }
      return %y, %y, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
    })");
  ASSERT_EQ(program.steps.size(), 3u);
  EXPECT_EQ(program.steps[0].kind, StepKind::kernel);
  for (size_t copy : {1, 2}) {
    EXPECT_EQ(program.steps[copy].kind, StepKind::builtin);
    EXPECT_EQ(bufferOf(program, copy, 1).kind, BufferKind::output);
    EXPECT_EQ(bufferOf(program, copy, 1).index, copy);
    EXPECT_EQ(program.values[program.steps[copy].extent].constant, 16);
  }
}

TEST_F(BuildProgramTest, EqualConstantsAreStoredOnce) {
  format::Program program = build(R"(
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %a = tenon.constant dense<[1.0, 2.0, 3.0, 4.0]> :
          tensor<4xf32> -> tensor<4xf32>
      %b = tenon.constant dense<[1.0, 2.0, 3.0, 4.0]> :
          tensor<4xf32> -> tensor<4xf32>
      %y = tenon.kernel(%x, %a, %b) :
          (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
      ^bb0(%i: tensor<4xf32>, %j: tensor<4xf32>, %k: tensor<4xf32>):
        %s = tenon.elementwise <add> (%i, %j) :
            (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
        %r = tenon.elementwise <mul> (%s, %k) :
            (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
        tenon.yield %r : tensor<4xf32>
      }
      return %y : tensor<4xf32>
    })");
  ASSERT_EQ(bufferOf(program, 0, 1).kind, BufferKind::constant);
  EXPECT_EQ(bufferOf(program, 0, 1).offset, bufferOf(program, 0, 2).offset);
  EXPECT_EQ(pool.sizeBytes(), uint64_t(format::kBufferAlignment));
}

TEST_F(BuildProgramTest, SymbolsRangesAndChecksReachTheProgram) {
  mlir::func::FuncOp function = parse(R"(
    module attributes {
      tenon.symbols = {h = array<i64: 2, 64, 0>, n = array<i64: 1, -1, 8>},
      tenon.checks = [["h", "2*n", "dimension 1 of 'x'"]]} {
      func.func @main(%x: tensor<?x?xf32, #tenon.dims<"n", "h">>)
          -> tensor<?x?xf32, #tenon.dims<"n", "h">> {
        return %x : tensor<?x?xf32, #tenon.dims<"n", "h">>
      }
    })");
  auto program = tryBuild(function, 0);
  ASSERT_TRUE(mlir::succeeded(program));
  ASSERT_EQ(program->symbols.size(), 2u);
  EXPECT_EQ(program->symbols[0].name, "h");
  EXPECT_EQ(program->symbols[0].max, 64);
  EXPECT_EQ(program->symbols[1].max, format::kUnbounded);
  EXPECT_EQ(program->symbols[1].optimum, 8);
  ASSERT_EQ(program->checks.size(), 1u);
  EXPECT_EQ(program->checks[0].subject, "dimension 1 of 'x'");
}

} // namespace
} // namespace tenon
