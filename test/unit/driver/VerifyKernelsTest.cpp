// SPDX-License-Identifier: Apache-2.0
// A build in which something went wrong between the graph and the code: the
// fault is put in by hand, and verification must find it.
#include "compiler/driver/VerifyKernels.h"
#include "test/unit/driver/DriverTest.h"

namespace tenon {
namespace {

class VerifyKernelsTest : public DriverTest {
protected:
  /// (x - 1, transposed x), each a kernel, with the sizes n and 20.
  void compile() {
    parse(R"(
      module attributes {tenon.symbols = {n = array<i64: 1, 512, 0>}} {
        func.func @main(%x: tensor<?x20xf32, #tenon.dims<"n", "20">>)
            -> (tensor<?x20xf32, #tenon.dims<"n", "20">>,
                tensor<20x?xf32, #tenon.dims<"20", "n">>) {
          %one = tenon.constant dense<1.0> : tensor<f32> -> tensor<f32>
          %y = tenon.elementwise <sub> (%x, %one) :
              (tensor<?x20xf32, #tenon.dims<"n", "20">>, tensor<f32>)
              -> tensor<?x20xf32, #tenon.dims<"n", "20">> loc("less")
          %t = tenon.transpose %x [1, 0] :
              (tensor<?x20xf32, #tenon.dims<"n", "20">>)
              -> tensor<20x?xf32, #tenon.dims<"20", "n">> loc("turned")
          return %y, %t : tensor<?x20xf32, #tenon.dims<"n", "20">>,
              tensor<20x?xf32, #tenon.dims<"20", "n">>
        }
      })");
    compiled.emplace(
        compileTarget(*module, "host", CompileOptions(), pool, owned));
    ASSERT_FALSE(compiled->failure) << compiled->failure.messages[0].text();
    ASSERT_EQ(compiled->kernels.entries.size(), 2u);
  }

  format::ConstantPool pool;
  std::deque<std::vector<char>> owned;
  std::optional<CompiledTarget> compiled;
};

TEST_F(VerifyKernelsTest, ARightBuildPasses) {
  compile();
  VerifyCounts counts;
  EXPECT_FALSE(verifyKernels(*compiled, counts));
  EXPECT_TRUE(counts.ran);
  EXPECT_EQ(counts.mismatches, 0);
  EXPECT_EQ(counts.unjudged, 0);
  EXPECT_GT(counts.checked, 80); // two kernels, twice
}

TEST_F(VerifyKernelsTest, TheWrongCodeIsFound) {
  compile();
  std::swap(compiled->kernels.entries[0], compiled->kernels.entries[1]);
  VerifyCounts counts;
  Failure failure = verifyKernels(*compiled, counts);
  ASSERT_EQ(failure.kind, FailureKind::Mismatch);
  EXPECT_EQ(counts.mismatches, 1);
  EXPECT_EQ(failure.messages[0].node, "less");
}

TEST_F(VerifyKernelsTest, ElementsThatAreNotWrittenAreFound) {
  compile();
  KernelLaunch &launch = compiled->plans[1].launch;
  launch.extent = launch.extent - 1;
  VerifyCounts counts;
  Failure failure = verifyKernels(*compiled, counts);
  ASSERT_EQ(failure.kind, FailureKind::Mismatch);
  EXPECT_EQ(failure.messages[0].node, "turned");
  EXPECT_NE(failure.messages[0].what.find("is nan"), std::string::npos)
      << failure.messages[0].what;
}

TEST_F(VerifyKernelsTest, ASmallConstantErrorIsFound) {
  compile();
  // The graph is changed after its code was made: 1 + 2^-12 instead of 1.
  compiled->module->walk([&](ConstantOp constant) {
    auto type =
        mlir::RankedTensorType::get({}, mlir::Float32Type::get(&context));
    constant.setValueAttr(mlir::DenseElementsAttr::get(type, 1.000244140625f));
  });
  VerifyCounts counts;
  EXPECT_TRUE(verifyKernels(*compiled, counts));
}

TEST_F(VerifyKernelsTest, CodeForAnotherMachineIsNotJudged) {
  compile();
  compiled.emplace(
      compileTarget(*module, "null", CompileOptions(), pool, owned));
  ASSERT_FALSE(compiled->failure);
  VerifyCounts counts;
  EXPECT_FALSE(verifyKernels(*compiled, counts));
  EXPECT_FALSE(counts.ran);
}

} // namespace
} // namespace tenon
