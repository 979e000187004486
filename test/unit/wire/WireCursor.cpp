// SPDX-License-Identifier: Apache-2.0
// The four encodings by hand-written bytes, and every way to break off.
#include "compiler/onnx/wire/WireCursor.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace tenon {
namespace {

using namespace std::string_view_literals;

TEST(WireCursor, ReadsEachEncoding) {
  // 1: varint 300; 2: bytes "ab"; 3: fixed32 1; 4: fixed64 2.
  auto message = "\x08\xac\x02\x12\x02"
                 "ab\x1d\x01\0\0\0\x21\x02\0\0\0\0\0\0\0"sv;
  WireCursor cursor(message);
  WireField field;
  ASSERT_TRUE(cursor.next(field));
  EXPECT_EQ(field.number, 1U);
  EXPECT_EQ(field.kind, WireField::Kind::Varint);
  EXPECT_EQ(field.value, 300U);
  ASSERT_TRUE(cursor.next(field));
  EXPECT_EQ(field.number, 2U);
  EXPECT_EQ(field.bytes, "ab");
  EXPECT_EQ(field.bytes.data(), message.data() + 5) << "a view, not a copy";
  ASSERT_TRUE(cursor.next(field));
  EXPECT_EQ(field.kind, WireField::Kind::Fixed32);
  EXPECT_EQ(field.value, 1U);
  ASSERT_TRUE(cursor.next(field));
  EXPECT_EQ(field.kind, WireField::Kind::Fixed64);
  EXPECT_EQ(field.value, 2U);
  EXPECT_FALSE(cursor.next(field));
  EXPECT_EQ(cursor.fault(), nullptr);
}

TEST(WireCursor, RefusesWhatBreaksOff) {
  for (std::string_view message :
       {"\x08"sv, "\x08\xac"sv,
        "\x12\x05"
        "ab"sv,
        "\x1d\0\0\0"sv, "\x21\0\0\0\0\0\0\0"sv, "\x12"sv, "\x80"sv}) {
    WireCursor cursor(message);
    WireField field;
    EXPECT_FALSE(cursor.next(field));
    EXPECT_NE(cursor.fault(), nullptr);
    EXPECT_EQ(cursor.remainder(), message);
    EXPECT_FALSE(cursor.next(field)) << "a fault is final";
  }
}

TEST(WireCursor, RefusesLengthsBeyondTheEnd) {
  // Lengths of 2^32 + 2 and 2^64 - 1: neither may be cut to 32 bits.
  for (std::string_view message :
       {"\x12\x82\x80\x80\x80\x10"
        "ab"sv,
        "\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"
        "ab"sv}) {
    WireCursor cursor(message);
    WireField field;
    EXPECT_FALSE(cursor.next(field));
    EXPECT_NE(cursor.fault(), nullptr);
  }
}

TEST(WireCursor, RefusesForbiddenKeys) {
  // Field 0, groups (3, 4), encodings 6 and 7, an endless varint.
  for (std::string_view message :
       {"\x00\x01"sv, "\x0b\x0c"sv, "\x0c"sv, "\x0e"sv, "\x0f"sv,
        "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"sv}) {
    WireCursor cursor(message);
    WireField field;
    EXPECT_FALSE(cursor.next(field));
    EXPECT_NE(cursor.fault(), nullptr);
  }
}

TEST(WireCursor, DecodesPackedVarints) {
  std::string_view packed = "\x01\xac\x02\xff\xff\xff\xff\xff\xff\xff\xff\xff"
                            "\x01"sv;
  EXPECT_EQ(countVarints(packed), 3);
  std::array<uint64_t, 3> values = {};
  std::string_view rest = packed;
  ASSERT_TRUE(decodeVarints(rest, values));
  EXPECT_EQ(values, (std::array<uint64_t, 3>{1, 300, UINT64_MAX}));
  EXPECT_TRUE(rest.empty());
  EXPECT_EQ(countVarints("\x01\xac"sv), -1);
  std::string_view cut = "\x01\xac"sv;
  std::array<uint64_t, 2> two = {};
  EXPECT_FALSE(decodeVarints(cut, two));
  EXPECT_EQ(countVarints({}), 0);
}

} // namespace
} // namespace tenon
