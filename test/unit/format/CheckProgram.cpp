// SPDX-License-Identifier: Apache-2.0
//
// Each way a program can be unsound is found, and named where it is.
#include "format/CheckProgram.h"

#include "SampleEngine.h"

#include <gtest/gtest.h>

#include <functional>

using namespace tenon::format;

namespace {

constexpr ProgramSurroundings kSurroundings = {1, 12};

Status check(const Program &program) {
  return checkProgram(program, kSurroundings);
}

TEST(CheckProgram, acceptsTheSample) {
  Status status = check(makeSampleProgram());
  EXPECT_TRUE(status.ok()) << status.message();
}

struct Spoiled {
  const char *expected;
  std::function<void(Program &)> spoil;
};

class CheckProgramSpoiled : public testing::TestWithParam<Spoiled> {};

TEST_P(CheckProgramSpoiled, isRefusedWithItsPlace) {
  Program program = makeSampleProgram();
  GetParam().spoil(program);
  Status status = check(program);
  EXPECT_EQ(status.code(), Code::badEngine);
  EXPECT_NE(status.message().find(GetParam().expected), std::string::npos)
      << status.message();
}

constexpr uint32_t kFar = 1000;

INSTANTIATE_TEST_SUITE_P(
    all, CheckProgramSpoiled,
    testing::Values(
        Spoiled{"symbol 0 has no name",
                [](Program &p) { p.symbols[0].name = ""; }},
        Spoiled{"symbol 0 has no range",
                [](Program &p) { p.symbols[0].min = -1; }},
        Spoiled{"symbol 0 has no range",
                [](Program &p) { p.symbols[0].optimum = 0; }},
        Spoiled{"symbol 0 has no range",
                [](Program &p) { p.symbols[0].max = 3; }},
        Spoiled{"symbol 1 is not a dimension",
                [](Program &p) { p.symbols.push_back({"m", 1, 2, 1}); }},
        Spoiled{"value 0 names a symbol",
                [](Program &p) { p.values[0].a = 1; }},
        Spoiled{"value 3 uses a value that does not come before",
                [](Program &p) { p.values[3].a = 3; }},
        Spoiled{"value 4 uses a value that does not come before",
                [](Program &p) { p.values[4].b = kFar; }},
        Spoiled{"value 5 has an unknown operation",
                [](Program &p) { p.values[5].op = ValueOp{10}; }},
        Spoiled{"check 0 has an unknown kind",
                [](Program &p) { p.checks[0].kind = CheckKind{2}; }},
        Spoiled{"check 0 names a value",
                [](Program &p) { p.checks[0].b = kFar; }},
        Spoiled{"input 0 has no name",
                [](Program &p) { p.inputs[0].name = ""; }},
        Spoiled{"input 0 has an element type",
                [](Program &p) { p.inputs[0].type = ElementType{99}; }},
        Spoiled{"input 0 has an element type",
                [](Program &p) { p.inputs[0].type = ElementType::string; }},
        Spoiled{"output 0 names a value",
                [](Program &p) { p.outputs[0].dims[1] = kFar; }},
        Spoiled{"output 0 has an alignment",
                [](Program &p) { p.outputs[0].alignment = 48; }},
        Spoiled{"output 0 has an alignment",
                [](Program &p) { p.outputs[0].alignment = 128; }},
        Spoiled{"shares the name 'x'",
                [](Program &p) { p.inputs.push_back(p.inputs[0]); }},
        Spoiled{"buffer 0 names an input",
                [](Program &p) { p.buffers[0].index = 1; }},
        Spoiled{"buffer 1 names an output",
                [](Program &p) { p.buffers[1].index = 1; }},
        Spoiled{"buffer 2 reaches beyond",
                [](Program &p) { p.buffers[2].length = 13; }},
        Spoiled{"buffer 2 reaches beyond",
                [](Program &p) { p.buffers[2].offset = 64; }},
        Spoiled{"buffer 2 reaches beyond",
                [](Program &p) { p.buffers[2].offset = ~uint64_t{63}; }},
        Spoiled{"buffer 2 is a constant at a misaligned",
                [](Program &p) { p.buffers[2].offset = 4; }},
        Spoiled{"buffer 3 has no size",
                [](Program &p) { p.buffers[3].size = kNone; }},
        Spoiled{"buffer 3 has a lifetime",
                [](Program &p) { p.buffers[3].firstStep = 2; }},
        Spoiled{"buffer 3 has a lifetime",
                [](Program &p) { p.buffers[3].lastStep = 2; }},
        Spoiled{"buffer 4 is part of a buffer not",
                [](Program &p) { p.buffers[4].index = 4; }},
        Spoiled{"buffer 4 has no size or no offset",
                [](Program &p) { p.buffers[4].byteOffset = kNone; }},
        Spoiled{"buffer 0 has an unknown kind",
                [](Program &p) { p.buffers[0].kind = BufferKind{5}; }},
        Spoiled{"input 0 has two buffers",
                [](Program &p) { p.buffers.push_back(p.buffers[0]); }},
        Spoiled{"output 0 does not have exactly one",
                [](Program &p) { p.buffers.push_back(p.buffers[1]); }},
        Spoiled{"output 1 does not have exactly one",
                [](Program &p) {
                  p.outputs.push_back({"z", ElementType::f32, {0}, 64});
                }},
        Spoiled{"step 0 has an unknown kind",
                [](Program &p) { p.steps[0].kind = StepKind{3}; }},
        Spoiled{"step 0 names a kernel",
                [](Program &p) { p.steps[0].kernel = 1; }},
        Spoiled{"step 1 names a kernel",
                [](Program &p) { p.steps[1].kernel = kNumBuiltins; }},
        Spoiled{"step 1 is a copy without",
                [](Program &p) { p.steps[1].buffers.pop_back(); }},
        Spoiled{"step 0 names a value",
                [](Program &p) { p.steps[0].sizes[0] = kFar; }},
        Spoiled{"step 0 names a value",
                [](Program &p) { p.steps[0].extent = kNone; }},
        Spoiled{"step 0 names a value",
                [](Program &p) { p.steps[0].grain = kFar; }},
        Spoiled{"step 0 names a buffer",
                [](Program &p) { p.steps[0].buffers[0] = kFar; }},
        Spoiled{"step 1 uses buffer 4 outside its lifetime",
                [](Program &p) { p.buffers[3].lastStep = 0; }}));

TEST(CheckProgram, rootsFollowChainsOfAliases) {
  Program program = makeSampleProgram();
  program.buffers.push_back(program.buffers[4]);
  program.buffers[5].index = 4;
  EXPECT_EQ(findRoots(program), (std::vector<BufferId>{0, 1, 2, 3, 3, 3}));
}

TEST(CheckVariant, textMustHoldEveryKernelAndEndOnAPage) {
  Variant variant = makeSampleVariant();
  EXPECT_TRUE(checkVariant(variant, 8192, 4096).ok());
  variant.kernels[0].entry = 4096;
  EXPECT_FALSE(checkVariant(variant, 8192, 4096).ok());
  variant = makeSampleVariant();
  EXPECT_FALSE(checkVariant(variant, 4095, 4096).ok()); // more text than code
  variant.textBytes = 4000;
  EXPECT_FALSE(checkVariant(variant, 8192, 4096).ok()); // constants in text
  EXPECT_TRUE(checkVariant(variant, 4000, 4096).ok());  // nothing follows
  variant.device = "";
  EXPECT_FALSE(checkVariant(variant, 4000, 4096).ok());
}

} // namespace
