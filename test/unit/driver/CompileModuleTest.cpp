// SPDX-License-Identifier: Apache-2.0
// From a graph to an engine: what is reported, that it is repeatable, and how
// it fails.
#include "compiler/driver/CompileTarget.h"
#include "test/unit/driver/DriverTest.h"

namespace tenon {
namespace {

class CompileModuleTest : public DriverTest {
protected:
  /// exp(x + 1) of 100 numbers.
  CompiledModel compile(const CompileOptions &options = {}) {
    return compileModule(parse(R"(
      module attributes {tenon.symbols = {}} {
        func.func @main(%x: tensor<100xf32> {tenon.name = "x"})
            -> (tensor<100xf32> {tenon.name = "y"}) {
          %one = tenon.constant dense<1.0> : tensor<f32> -> tensor<f32>
          %s = tenon.elementwise <add> (%x, %one) :
              (tensor<100xf32>, tensor<f32>) -> tensor<100xf32>
          %e = tenon.elementwise <exp> (%s) :
              (tensor<100xf32>) -> tensor<100xf32>
          return %e : tensor<100xf32>
        }
      })"),
                         options);
  }
};

TEST_F(CompileModuleTest, ReportsWhatItMade) {
  CompiledModel compiled = compile();
  ASSERT_FALSE(compiled.failure) << compiled.failure.messages[0].text();
  ASSERT_EQ(compiled.targets.size(), 1u);
  EXPECT_EQ(compiled.targets[0].kernels, 1); // fused
  EXPECT_EQ(compiled.targets[0].distinctKernels, 1);
  EXPECT_GT(compiled.targets[0].codeBytes, 0);
  EXPECT_TRUE(compiled.targets[0].verify.ran);
  EXPECT_GT(compiled.targets[0].verify.checked, 0);
  // The output alone: 400 bytes in lines of 64.
  EXPECT_EQ(compiled.memory.peakBytes, 448);
}

TEST_F(CompileModuleTest, GivesTheSameBytesEachTimeAndForAnyThreads) {
  CompileOptions one;
  one.threads = 1;
  std::vector<std::byte> first = compile().engine;
  EXPECT_FALSE(first.empty());
  EXPECT_EQ(first, compile().engine);
  EXPECT_EQ(first, compile(one).engine);
}

TEST_F(CompileModuleTest, ThroughputSharesNoStepOut) {
  for (Goal goal : {Goal::Latency, Goal::Throughput}) {
    CompileOptions options;
    options.goal = goal;
    format::ConstantPool pool;
    std::deque<std::vector<char>> owned;
    compile(); // leaves the graph in `module`
    CompiledTarget planned =
        planTarget(*module, "x86-64-v4", options, pool, owned);
    ASSERT_EQ(planned.plans.size(), 1u);
    EXPECT_EQ(planned.plans[0].launch.grain.isConstant(0),
              goal == Goal::Throughput);
  }
}

TEST_F(CompileModuleTest, SeveralTargetsAreOneEngine) {
  CompileOptions options;
  options.targets = {"x86-64-v3", "x86-64-v4", "null"};
  CompiledModel compiled = compile(options);
  ASSERT_FALSE(compiled.failure) << compiled.failure.messages[0].text();
  ASSERT_EQ(compiled.targets.size(), 3u);
  EXPECT_EQ(compiled.targets[0].target, "x86-64-v3");
  EXPECT_FALSE(compiled.targets[2].verify.ran);
}

TEST_F(CompileModuleTest, VerificationCanBeLeftOut) {
  CompileOptions options;
  options.verify = false;
  CompiledModel compiled = compile(options);
  EXPECT_FALSE(compiled.failure);
  EXPECT_FALSE(compiled.targets[0].verify.ran);
}

TEST_F(CompileModuleTest, AnUnknownTargetIsAWrongOption) {
  CompileOptions options;
  options.targets = {"z80"};
  CompiledModel compiled = compile(options);
  EXPECT_EQ(compiled.failure.kind, FailureKind::BadInput);
  EXPECT_NE(compiled.failure.messages[0].text().find("z80"), std::string::npos);
  EXPECT_TRUE(compiled.engine.empty());
}

TEST(Outcome, MessagesSayWhereWhatAndWhatToDo) {
  EXPECT_EQ((Message{"relu_3", "Relu", "is odd", "make it even"}.text()),
            "node 'relu_3' (Relu): is odd; make it even");
  EXPECT_EQ((Message{"", "", "no file", ""}.text()), "no file");
}

} // namespace
} // namespace tenon
