// SPDX-License-Identifier: Apache-2.0
//
// What was encoded decodes to the same; damaged bytes never crash.
#include "format/EncodeProgram.h"

#include "SampleEngine.h"

#include <gtest/gtest.h>

using namespace tenon::format;

namespace {

TEST(EncodeProgram, programSurvivesTheRoundTrip) {
  Program program = makeSampleProgram();
  Result<Program> readBack = decodeProgram(encodeProgram(program));
  ASSERT_TRUE(readBack.ok()) << readBack.status().message();
  EXPECT_EQ(*readBack, program);
}

TEST(EncodeProgram, variantAndMetadataSurviveTheRoundTrip) {
  Variant variant = makeSampleVariant();
  Result<Variant> variantBack = decodeVariant(encodeVariant(variant));
  ASSERT_TRUE(variantBack.ok());
  EXPECT_EQ(*variantBack, variant);
  EngineMetadata metadata = {
      "producer",
      "model",
      "00ff",
      {{"character", std::string(100'000, 'x')}, {"", std::string("a\0b", 3)}}};
  Result<EngineMetadata> metadataBack =
      decodeMetadata(encodeMetadata(metadata));
  ASSERT_TRUE(metadataBack.ok());
  EXPECT_EQ(*metadataBack, metadata);
}

TEST(EncodeProgram, emptyProgramSurvivesTheRoundTrip) {
  Result<Program> readBack = decodeProgram(encodeProgram({}));
  ASSERT_TRUE(readBack.ok());
  EXPECT_EQ(*readBack, Program());
}

TEST(EncodeProgram, everyTruncationIsRefused) {
  std::vector<std::byte> encoded = encodeProgram(makeSampleProgram());
  for (size_t length = 0; length < encoded.size(); ++length)
    EXPECT_FALSE(decodeProgram(Bytes(encoded).first(length)).ok()) << length;
}

TEST(EncodeProgram, trailingBytesAreRefused) {
  std::vector<std::byte> encoded = encodeProgram(makeSampleProgram());
  encoded.push_back(std::byte{0});
  Result<Program> readBack = decodeProgram(encoded);
  ASSERT_FALSE(readBack.ok());
  EXPECT_EQ(readBack.status().code(), Code::badEngine);
}

TEST(EncodeProgram, hugeCountIsRefusedAtOnce) {
  ByteWriter out;
  out.number(uint64_t{1} << 60); // symbols
  EXPECT_FALSE(decodeProgram(out.take()).ok());
}

TEST(EncodeProgram, rankLimitIsExact) {
  for (uint32_t rank : {ProgramLimits::kRank, ProgramLimits::kRank + 1}) {
    Program program = makeSampleProgram();
    program.inputs[0].dims.assign(rank, 1);
    EXPECT_EQ(decodeProgram(encodeProgram(program)).ok(),
              rank <= ProgramLimits::kRank);
  }
}

} // namespace
