// SPDX-License-Identifier: Apache-2.0
//
// Varints and strings survive the round trip; hostile ones are refused.
#include "format/Bytes.h"

#include <gtest/gtest.h>

#include <limits>

using namespace tenon::format;

namespace {

std::vector<std::byte> bytes(std::initializer_list<int> values) {
  std::vector<std::byte> out;
  for (int value : values)
    out.push_back(static_cast<std::byte>(value));
  return out;
}

TEST(Bytes, numbersKeepTheirValueAtEveryWidth) {
  for (unsigned bit = 0; bit < 64; ++bit) {
    for (uint64_t value : {uint64_t{1} << bit, (uint64_t{1} << bit) - 1}) {
      ByteWriter out;
      out.number(value);
      std::vector<std::byte> encoded = out.take();
      ByteReader in(encoded);
      EXPECT_EQ(in.number(), value);
      EXPECT_TRUE(in.atEnd());
    }
  }
}

TEST(Bytes, numberIsSevenBitsToAByteLowFirst) {
  ByteWriter out;
  out.number(300);
  EXPECT_EQ(out.take(), bytes({0xac, 0x02}));
}

TEST(Bytes, signedNumbersKeepTheirSign) {
  for (int64_t value : {int64_t{0}, int64_t{-1}, int64_t{1}, int64_t{-64},
                        int64_t{64}, std::numeric_limits<int64_t>::min(),
                        std::numeric_limits<int64_t>::max()}) {
    ByteWriter out;
    out.signedNumber(value);
    std::vector<std::byte> encoded = out.take();
    EXPECT_EQ(ByteReader(encoded).signedNumber(), value);
  }
}

TEST(Bytes, smallNegativeNumbersTakeOneByte) {
  ByteWriter out;
  out.signedNumber(-3);
  EXPECT_EQ(out.take(), bytes({5}));
}

TEST(Bytes, refusesNumberOfMoreThan64Bits) {
  std::vector<std::byte> largest =
      bytes({0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01});
  ByteReader in(largest);
  EXPECT_EQ(in.number(), std::numeric_limits<uint64_t>::max());
  std::vector<std::byte> tooLarge =
      bytes({0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02});
  ByteReader bad(tooLarge);
  EXPECT_EQ(bad.number(), 0u);
  EXPECT_TRUE(bad.failed());
}

TEST(Bytes, refusesIndexOfMoreThan32Bits) {
  ByteWriter out;
  out.number(uint64_t{1} << 32);
  std::vector<std::byte> encoded = out.take();
  ByteReader in(encoded);
  EXPECT_EQ(in.index(), 0u);
  EXPECT_TRUE(in.failed());
}

TEST(Bytes, everyReadAfterAFailureIsZero) {
  std::vector<std::byte> unfinished = bytes({0x80});
  ByteReader in(unfinished);
  EXPECT_EQ(in.number(), 0u);
  EXPECT_TRUE(in.failed());
  EXPECT_EQ(in.byte(), 0);
  EXPECT_EQ(in.string(), "");
  EXPECT_FALSE(in.atEnd());
}

TEST(Bytes, refusesStringBeyondTheEnd) {
  std::vector<std::byte> encoded = bytes({3, 'a', 'b'});
  ByteReader in(encoded);
  EXPECT_EQ(in.string(), "");
  EXPECT_TRUE(in.failed());
}

TEST(Bytes, refusesStringWithAZero) {
  std::vector<std::byte> encoded = bytes({3, 'a', 0, 'b'});
  ByteReader in(encoded);
  EXPECT_EQ(in.string(), "");
  EXPECT_TRUE(in.failed());
}

TEST(Bytes, stringLengthLimitIsExact) {
  for (uint64_t length : {kMaxStringBytes - 1, kMaxStringBytes}) {
    ByteWriter out;
    out.string(std::string(length, 'x'));
    std::vector<std::byte> encoded = out.take();
    EXPECT_EQ(ByteReader(encoded).string().size(), length);
  }
  ByteWriter out;
  out.string(std::string(kMaxStringBytes + 1, 'x'));
  std::vector<std::byte> encoded = out.take();
  ByteReader in(encoded);
  in.string();
  EXPECT_TRUE(in.failed());
}

TEST(Bytes, refusesCountAboveWhatIsLeft) {
  std::vector<std::byte> encoded = bytes({2, 0});
  ByteReader in(encoded);
  EXPECT_EQ(in.count(100), 0u);
  EXPECT_TRUE(in.failed());
}

TEST(Bytes, refusesCountAboveItsLimit) {
  std::vector<std::byte> encoded = bytes({2, 0, 0});
  EXPECT_EQ(ByteReader(encoded).count(2), 2u);
  ByteReader in(encoded);
  EXPECT_EQ(in.count(1), 0u);
  EXPECT_TRUE(in.failed());
}

} // namespace
