// SPDX-License-Identifier: Apache-2.0
//
// Plans have the sizes, offsets and parts that were worked out by hand.
#include "runtime/core/BoundPlan.h"

#include "EngineMaker.h"
#include "format/CheckProgram.h"
#include "format/ValueProgram.h"
#include "runtime/core/Device.h"

#include <gtest/gtest.h>

using namespace tenon::runtime;
using namespace tenon::test;
namespace format = tenon::format;

namespace {

format::Result<BoundPlan> makePlan(const format::Program &program, int64_t n,
                                   uint32_t threads = 4) {
  std::vector<int64_t> symbols = {n};
  auto values = format::evaluateValues(program, symbols);
  EXPECT_TRUE(values.ok());
  return makeBoundPlan(program, format::findRoots(program), *values, threads);
}

/// x [n] -> y [n] with an arena of 4n bytes, of which the last half is seen
/// through a view, and from there the last quarter through a view of it.
EngineMaker makeViews() {
  EngineMaker maker;
  auto n = maker.symbol("n", 0, 1000, 16);
  auto bytes = maker.apply(format::ValueOp::mul, n, maker.constant(4));
  auto half = maker.apply(format::ValueOp::mul, n, maker.constant(2));
  auto x = maker.input("x", format::ElementType::f32, {n});
  auto y = maker.output("y", format::ElementType::f32, {n});
  auto arena = maker.arena(bytes, 0, 1);
  auto view = maker.alias(arena, half, half);
  maker.alias(view, n, n);
  auto weight = maker.weights({1});
  maker.step(kAddConstant, {x, weight, arena}, {}, n);
  maker.step(kAddConstant, {arena, weight, y}, {n, bytes}, n);
  return maker;
}

TEST(BoundPlan, viewsAddUpToTheirRoot) {
  EngineMaker maker = makeViews();
  auto plan = makePlan(maker.program, 32);
  ASSERT_TRUE(plan.ok()) << plan.status().message();
  // x, y, arena, second half, last quarter, weight
  EXPECT_EQ(plan->bufferOffsets, (std::vector<int64_t>{0, 0, 0, 64, 96, 0}));
  EXPECT_EQ(plan->arenaBytes, 128);
  EXPECT_EQ(plan->inputs[0].bytes, 128);
  EXPECT_EQ(plan->outputs[0].dims, std::vector<int64_t>{32});
  EXPECT_EQ(plan->sizes, (std::vector<int64_t>{32, 128}));
}

TEST(BoundPlan, viewsMoveWithTheirArena) {
  EngineMaker maker = makeViews();
  // A second tensor that lives beside the first and is placed before it.
  auto large = maker.arena(maker.constant(4096), 0, 1);
  auto plan = makePlan(maker.program, 32);
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->bufferOffsets[large], 0);
  EXPECT_EQ(plan->bufferOffsets[2], 4096);
  EXPECT_EQ(plan->bufferOffsets[4], 4096 + 96);
}

TEST(BoundPlan, refusesViewsBeyondTheirBuffer) {
  EngineMaker maker = makeViews();
  auto one = maker.constant(1);
  maker.program.buffers[3].byteOffset = maker.apply(
      format::ValueOp::add, maker.program.buffers[3].byteOffset, one);
  auto plan = makePlan(maker.program, 32);
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.status().code(), format::Code::badShape);
  EXPECT_NE(plan.status().message().find("buffer 3 (64 bytes from 65)"),
            std::string::npos)
      << plan.status().message();
}

TEST(BoundPlan, refusesNegativeSizes) {
  EngineMaker maker = makeViews();
  maker.program.buffers[2].size =
      maker.apply(format::ValueOp::sub, maker.constant(8), maker.constant(9));
  auto plan = makePlan(maker.program, 32);
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.status().code(), format::Code::badShape);
}

TEST(BoundPlan, refusesCopiesBeyondABuffer) {
  EngineMaker maker = makeViews();
  maker.copy(2, 1, maker.constant(129));
  maker.program.buffers[2].lastStep = 2;
  auto plan = makePlan(maker.program, 32);
  ASSERT_FALSE(plan.ok());
  EXPECT_NE(plan.status().message().find("129"), std::string::npos);
}

/// parts of one step of extent `extent` and grain `grain` on four threads.
uint32_t findParts(int64_t extent, int64_t grain) {
  EngineMaker maker;
  auto n = maker.symbol("n", 0, 1 << 20, 4);
  auto y = maker.output("y", format::ElementType::i64, {n});
  maker.input("x", format::ElementType::i64, {n});
  maker.step(kMarkParts, {y}, {}, n).grain = maker.constant(grain);
  return makePlan(maker.program, extent)->steps[0].parts;
}

TEST(BoundPlan, partsFollowTheGrain) {
  EXPECT_EQ(findParts(100, 0), 1u);
  EXPECT_EQ(findParts(100, -5), 1u);
  EXPECT_EQ(findParts(100, 101), 1u);
  EXPECT_EQ(findParts(100, 100), 1u);
  EXPECT_EQ(findParts(100, 50), 2u);
  EXPECT_EQ(findParts(100, 33), 3u);
  EXPECT_EQ(findParts(100, 1), 4u); // four threads
  EXPECT_EQ(findParts(0, 1), 0u);   // nothing to do
}

TEST(FindPart, coversTheRangeInOrder) {
  for (int64_t extent : {1, 7, 64, 1000}) {
    for (uint32_t parts = 1; parts <= 7; ++parts) {
      int64_t end = 0;
      for (uint32_t part = 0; part < parts; ++part) {
        PartRange range = findPart(extent, parts, part);
        EXPECT_EQ(range.begin, end);
        int64_t length = range.end - range.begin;
        EXPECT_GE(length, extent / parts);
        EXPECT_LE(length, extent / parts + 1);
        end = range.end;
      }
      EXPECT_EQ(end, extent);
    }
  }
}

TEST(BoundPlan, operationsOfAllStepsAddUp) {
  EngineMaker maker = makeViews();
  maker.program.steps[0].operations = maker.constant(100);
  maker.program.steps[1].operations = maker.constant(11);
  maker.program.steps[1].bytes = maker.constant(-3); // nonsense counts as none
  auto plan = makePlan(maker.program, 32);
  EXPECT_EQ(plan->operations, 111);
  EXPECT_EQ(plan->bytes, 0);
}

} // namespace
