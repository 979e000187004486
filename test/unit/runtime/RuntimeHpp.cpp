// SPDX-License-Identifier: Apache-2.0
//
// The C++ wrapper reaches every call and carries failures in its results.
#include "EngineMaker.h"

#include <tenon/runtime.hpp>

#include <gtest/gtest.h>

#include <array>

using namespace tenon::test;

namespace {

TEST(RuntimeHpp, runsAnEngine) {
  auto engine = tenon::Engine::loadMemory(makeAddEngine(0.25f));
  ASSERT_TRUE(engine) << engine.error().message;
  auto options = tenon::contextOptions();
  options.threads = 1;
  options.profile = 1;
  auto context = tenon::Context::create(*engine, options);
  ASSERT_TRUE(context) << context.error().message;

  std::array<float, 3> x = {1, 2, 3};
  std::array<int64_t, 1> dims = {3};
  ASSERT_TRUE(context->setInput(0, std::span<const float>(x), dims));
  ASSERT_TRUE(context->bind());
  EXPECT_EQ(*context->outputShape(0), std::vector<int64_t>{3});
  ASSERT_TRUE(context->run());
  auto output = context->output(0);
  ASSERT_TRUE(output);
  ASSERT_EQ(output->size(), sizeof x);
  auto *y = reinterpret_cast<const float *>(output->data());
  EXPECT_EQ(y[2], 3.25f);

  std::array<float, 3> mine = {};
  ASSERT_TRUE(context->setOutput(0, std::as_writable_bytes(std::span(mine))));
  ASSERT_TRUE(context->run());
  EXPECT_EQ(mine[0], 1.25f);
  EXPECT_EQ(context->stepTimings()->size(), 1u);
  EXPECT_EQ(context->statistics()->runs, 2u);
}

TEST(RuntimeHpp, describesAnEngine) {
  auto engine = tenon::Engine::loadMemory(makeAddEngine());
  ASSERT_TRUE(engine);
  tenon::Engine copy = *engine;
  EXPECT_EQ(copy.get(), engine->get());
  EXPECT_EQ(engine->numInputs(), 1u);
  EXPECT_EQ(engine->numOutputs(), 1u);
  EXPECT_STREQ(engine->inputInfo(0)->name, "x");
  EXPECT_STREQ(engine->outputInfo(0)->name, "y");
  EXPECT_EQ(*engine->findInput("x"), 0u);
  EXPECT_EQ(*engine->findOutput("y"), 0u);
  EXPECT_EQ(engine->info()->variant_count, 1u);
  EXPECT_STREQ(engine->section(0)->kind, "metadata");
  EXPECT_EQ(*engine->property("author"), "us");
  EXPECT_EQ(engine->property("licence").error().status, TENON_NOT_FOUND);
  EXPECT_STREQ(engine->variant(0)->device, "cpu");
  EXPECT_TRUE(engine->explainJson());
  EXPECT_TRUE(engine->verdictJson());
  EXPECT_TRUE(engine->programJson(0));
  std::vector<std::vector<int64_t>> shapes = {{100}};
  EXPECT_EQ(engine->planMemory(shapes)->output_bytes, 448u);
  EXPECT_EQ(engine->planMemory()->output_bytes, 64u);
  EXPECT_TRUE(tenon::deviceJson());
}

TEST(RuntimeHpp, carriesFailures) {
  auto none = tenon::Engine::loadFile("/does/not/exist");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().status, TENON_NOT_FOUND);
  EXPECT_NE(none.error().message.find("/does/not/exist"), std::string::npos);
  auto engine = tenon::Engine::loadMemory(makeAddEngine());
  ASSERT_TRUE(engine);
  auto context = tenon::Context::create(*engine);
  ASSERT_TRUE(context);
  tenon::Result<void> run = context->run();
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().status, TENON_NOT_READY);
  EXPECT_EQ(engine->findInput("z").error().status, TENON_NOT_FOUND);
  EXPECT_FALSE(context->output(0));
  EXPECT_FALSE(context->outputShape(0));
  EXPECT_FALSE(context->stepTimings());
}

} // namespace
