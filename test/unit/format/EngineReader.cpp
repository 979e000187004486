// SPDX-License-Identifier: Apache-2.0
//
// What the writer wrote is read back; what anything else did to it is
// refused: each flipped bit, each truncation, each rule of the layout.
#include "format/EngineReader.h"

#include "SampleEngine.h"
#include "format/Hash.h"
#include "format/LittleEndian.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>

using namespace tenon::format;

namespace {

std::string text(std::string_view view) { return std::string(view); }

TEST(EngineReader, readsWhatWasWritten) {
  std::vector<std::byte> file = makeSampleEngine();
  Result<EngineContents> engine = readEngine(file);
  ASSERT_TRUE(engine.ok()) << engine.status().message();
  EXPECT_EQ(engine->formatVersion, kFormatVersion);
  EXPECT_EQ(engine->metadata.modelName, "sample");
  EXPECT_EQ(text(engine->explain), "{\"kernels\":[]}");
  EXPECT_EQ(text(engine->verdict), "{\"checked\":0}");
  ASSERT_EQ(engine->variants.size(), 2u);
  EXPECT_EQ(engine->variants[0].variant, makeSampleVariant());
  EXPECT_EQ(engine->variants[1].variant.name, "second");
  EXPECT_EQ(engine->variants[1].program, makeSampleProgram());
  std::vector<std::byte> code = makeSampleCode();
  EXPECT_TRUE(std::equal(code.begin(), code.end(),
                         engine->variants[0].code.begin(),
                         engine->variants[0].code.end()));
  EXPECT_EQ(engine->constants.size(), 128u); // 100 bytes in whole lines
  EXPECT_EQ(engine->constants[1], std::byte{2});
  for (const Section &section : engine->sections)
    EXPECT_EQ(section.offset % section.alignment, 0u);
}

TEST(EngineReader, everyFlippedBitIsRefused) {
  std::vector<std::byte> file = makeSampleEngine();
  ASSERT_LE(file.size(), 64u * 1024);
  for (size_t i = 0; i < file.size(); ++i) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      file[i] ^= std::byte{1} << bit;
      ASSERT_FALSE(readEngine(file).ok()) << "byte " << i << " bit " << bit;
      file[i] ^= std::byte{1} << bit;
    }
  }
  EXPECT_TRUE(readEngine(file).ok());
}

TEST(EngineReader, everyTruncationIsRefused) {
  std::vector<std::byte> file = makeSampleEngine();
  for (size_t length = 0; length < file.size(); ++length) {
    Result<EngineContents> engine = readEngine(Bytes(file).first(length));
    ASSERT_FALSE(engine.ok()) << length;
    ASSERT_EQ(engine.status().code(), Code::badEngine) << length;
  }
}

TEST(EngineReader, trailingBytesAreRefused) {
  std::vector<std::byte> file = makeSampleEngine();
  file.push_back(std::byte{0});
  EXPECT_EQ(readEngine(file).status().code(), Code::badEngine);
}

TEST(EngineReader, otherFilesAreNoEngines) {
  std::string text = "just some text that is long enough to have a header "
                     "of one hundred and twenty-eight bytes, were it one...";
  for (size_t length : {size_t{0}, size_t{7}, text.size()}) {
    Result<EngineContents> engine =
        readEngine(std::as_bytes(std::span(text)).first(length));
    ASSERT_FALSE(engine.ok());
    EXPECT_EQ(engine.status().code(), Code::badEngine);
    EXPECT_NE(engine.status().message().find("no Tenon engine"),
              std::string::npos);
  }
}

/// Puts the right root hash back after a change of header or table.
void seal(std::vector<std::byte> &file) {
  uint64_t numSections = std::min<uint64_t>(
      loadU32(&file[24]), (file.size() - kHeaderBytes) / kEntryBytes);
  Bytes all(file);
  std::array<Bytes, 2> covered = {
      all.first(kRootHashOffset),
      all.subspan(kHeaderBytes, kEntryBytes * numSections)};
  Hash128 root = hashPieces(covered);
  std::memcpy(&file[kRootHashOffset], root.data(), root.size());
}

TEST(EngineReader, newerVersionIsAnErrorOfItsOwn) {
  std::vector<std::byte> file = makeSampleEngine();
  storeU32(&file[12], kFormatVersion + 1);
  seal(file);
  Status status = readEngine(file).status();
  EXPECT_EQ(status.code(), Code::newerEngine);
  EXPECT_NE(status.message().find("update"), std::string::npos);
}

TEST(EngineReader, newerVersionThatOldReadersUnderstandIsRead) {
  std::vector<std::byte> file = makeSampleEngine();
  storeU32(&file[8], kFormatVersion + 1);
  seal(file);
  Result<EngineContents> engine = readEngine(file);
  ASSERT_TRUE(engine.ok());
  EXPECT_EQ(engine->formatVersion, kFormatVersion + 1);
}

/// Rules that hashes alone would not enforce: a writer that breaks them and
/// signs its work is refused all the same.
struct Broken {
  const char *expected;
  size_t at;
  uint32_t value;
};

class EngineReaderBroken : public testing::TestWithParam<Broken> {};

TEST_P(EngineReaderBroken, isRefused) {
  std::vector<std::byte> file = makeSampleEngine();
  storeU32(&file[GetParam().at], GetParam().value);
  seal(file);
  Status status = readEngine(file).status();
  EXPECT_EQ(status.code(), Code::badEngine);
  EXPECT_NE(status.message().find(GetParam().expected), std::string::npos)
      << status.message();
}

constexpr size_t kFirstEntry = kHeaderBytes;
constexpr size_t kSecondEntry = kHeaderBytes + kEntryBytes;
constexpr size_t kFourthEntry = kHeaderBytes + 3 * kEntryBytes;

INSTANTIATE_TEST_SUITE_P(
    all, EngineReaderBroken,
    testing::Values(Broken{"reserved bytes of its header", 28, 1},
                    Broken{"reserved bytes of its header", 108, 1},
                    Broken{"reserved bytes of its table", kFirstEntry + 28, 1},
                    Broken{"reserved bytes of its table", kFirstEntry + 60, 1},
                    Broken{"no power of two", kFirstEntry + 24, 3},
                    Broken{"no power of two", kFirstEntry + 24, 0},
                    Broken{"no power of two", kFirstEntry + 24, 1u << 17},
                    Broken{"does not follow", kFirstEntry + 8, 0},
                    Broken{"reaches beyond", kFirstEntry + 20, 0xffffffff},
                    Broken{"does not match its hash", kFirstEntry + 32, 0},
                    Broken{"unknown kind", kFirstEntry, 8},
                    Broken{"belongs to no variant", kFirstEntry + 4, 0},
                    Broken{"belongs to no variant", kFourthEntry + 4, kShared},
                    Broken{"not numbered from 0", kFourthEntry + 4, 7},
                    Broken{"a section twice", kSecondEntry,
                           static_cast<uint32_t>(SectionKind::metadata)},
                    Broken{"sections", 24, 0x10000000},
                    Broken{"does not follow", 24, 3}));

} // namespace
