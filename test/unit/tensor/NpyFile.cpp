// SPDX-License-Identifier: Apache-2.0
// NumPy files by hand-written bytes: what numpy.save writes, older versions,
// other orders; and everything that must be refused.
#include "tools/tensor/NpyFile.h"

#include "tools/tensor/NpyHeader.h"

#include <gtest/gtest.h>

#include <array>

namespace tenon {
namespace {

using namespace std::string_literals;
using Type = OnnxElementType;

std::string npy(const std::string &dictionary, const std::string &data,
                int major = 1) {
  std::string file = "\x93NUMPY";
  file += static_cast<char>(major);
  file += '\0';
  file += static_cast<char>(dictionary.size());
  file += '\0';
  if (major > 1)
    file += "\0\0"s;
  return file + dictionary + data;
}

const std::string kTwoByThree =
    "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }\n";

/// Bytes of the tensor, or the error.
std::string bytesOf(const std::string &file) {
  auto tensor = decodeNpy(file);
  return tensor ? std::string(tensor->bytes.view()) : tensor.error().what;
}

TEST(NpyFile, ReadsEveryVersion) {
  for (int major : {1, 2, 3}) {
    auto tensor = decodeNpy(npy(kTwoByThree, "abcdef", major));
    ASSERT_TRUE(tensor) << tensor.error().text();
    EXPECT_EQ(tensor->elementType, Type::Uint8);
    EXPECT_EQ(tensor->shape, (std::vector<int64_t>{2, 3}));
    EXPECT_EQ(tensor->bytes.view(), "abcdef");
    EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor->bytes.data()) % 64, 0U);
  }
  EXPECT_EQ(bytesOf(npy(kTwoByThree, "abcdef", 4)),
            "the version of the NumPy format is unknown");
}

TEST(NpyFile, TurnsFortranOrder) {
  // Columns of [[a, b, c], [d, e, f]].
  EXPECT_EQ(bytesOf(npy("{'descr': '|u1', 'fortran_order': True, "
                        "'shape': (2, 3), }",
                        "adbecf")),
            "abcdef");
  // Three axes and two bytes each: element (i, j, k) is at i + 2j + 4k.
  EXPECT_EQ(bytesOf(npy("{'descr': '<u2', 'fortran_order': True, "
                        "'shape': (2, 2, 2), }",
                        "A.B.C.D.E.F.G.H.")),
            "A.E.C.G.B.F.D.H.");
  EXPECT_EQ(bytesOf(npy("{'descr': '|u1', 'fortran_order': True, "
                        "'shape': (2, 0, 3), }",
                        "")),
            "");
}

TEST(NpyFile, TurnsBigEndian) {
  EXPECT_EQ(bytesOf(npy("{'descr': '>i4', 'fortran_order': False, "
                        "'shape': (2,), }",
                        "\0\0\0\1\0\0\2\0"s)),
            "\1\0\0\0\0\2\0\0"s);
  // Each part of a complex number by itself.
  EXPECT_EQ(bytesOf(npy("{'descr': '>c8', 'fortran_order': False, "
                        "'shape': (1,), }",
                        "abcdefgh")),
            "dcbahgfe");
}

TEST(NpyFile, KnowsTheTypes) {
  const std::pair<const char *, Type> kTypes[] = {
      {"|b1", Type::Bool},      {"|i1", Type::Int8},
      {"|u1", Type::Uint8},     {"<i2", Type::Int16},
      {"<u2", Type::Uint16},    {"<i4", Type::Int32},
      {"<u4", Type::Uint32},    {"<i8", Type::Int64},
      {"<u8", Type::Uint64},    {"<f2", Type::Float16},
      {"<f4", Type::Float32},   {"<f8", Type::Float64},
      {"<c8", Type::Complex64}, {"<c16", Type::Complex128},
  };
  for (auto [name, type] : kTypes) {
    std::string data(static_cast<size_t>(elementBits(type) / 8), '\1');
    auto tensor = decodeNpy(npy("{'descr': '" + std::string(name) +
                                    "', 'fortran_order': False, "
                                    "'shape': (), }",
                                data));
    ASSERT_TRUE(tensor) << name;
    EXPECT_EQ(tensor->elementType, type);
    EXPECT_TRUE(tensor->shape.empty());
    EXPECT_TRUE(npyCanHold(type));
    EXPECT_EQ(npyTypeName(type), name);
  }
  EXPECT_FALSE(npyCanHold(Type::Bfloat16));
  EXPECT_FALSE(npyCanHold(Type::Int4));
  EXPECT_FALSE(npyCanHold(Type::String));
}

TEST(NpyFile, MakesBooleansZeroOrOne) {
  EXPECT_EQ(bytesOf(npy("{'descr': '|b1', 'fortran_order': False, "
                        "'shape': (3,), }",
                        "\0\2\xff"s)),
            "\0\1\1"s);
}

TEST(NpyFile, ReadsOtherSpellingsOfHeaders) {
  // Other order, double quotes, no spaces, no trailing commas, Python 2.
  EXPECT_EQ(bytesOf(npy("{\"shape\":(2L,3),\"descr\":\"|u1\","
                        "\"fortran_order\":False}",
                        "abcdef")),
            "abcdef");
}

TEST(NpyFile, RefusesWrongSizes) {
  EXPECT_EQ(bytesOf(npy(kTwoByThree, "abcde")),
            "the array's data is shorter than its shape");
  EXPECT_EQ(bytesOf(npy(kTwoByThree, "abcdefg")),
            "the array's data is longer than its shape");
  for (const char *shape : {"(9223372036854775807, 2)",
                            "(4294967296, 4294967296)", "(1099511627777,)"}) {
    std::string file = npy("{'descr': '|u1', 'fortran_order': False, "
                           "'shape': " +
                               std::string(shape) + ", }",
                           "");
    EXPECT_FALSE(decodeNpy(file)) << shape;
  }
}

TEST(NpyFile, RefusesBrokenHeaders) {
  for (const char *dictionary : {
           "",
           "{",
           "{}",
           "{'descr': '|u1', 'fortran_order': False}",
           "{'descr': '|u1', 'descr': '|u1', 'shape': (2, 3)}",
           "{'descr': '|u1', 'fortran_order': 1, 'shape': (2, 3)}",
           "{'descr': '|u1', 'fortran_order': False, 'shape': [2, 3]}",
           "{'descr': '|u1', 'fortran_order': False, 'shape': (2, -3)}",
           "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3}",
           "{'descr': '|u1', 'fortran_order': False, 'shape': (2 3)}",
           "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3)} x",
           "{'descr': '|u1', 'fortran_order': False, 'shape': (2, x)}",
           "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), 'x': 1}",
           "{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (2,)}",
           "{'descr': '<U3', 'fortran_order': False, 'shape': (2,)}",
           "{'descr': '|O', 'fortran_order': False, 'shape': (2,)}",
           "{'descr': '<V2', 'fortran_order': False, 'shape': (2,)}",
           "__import__('os').system('true')",
       }) {
    auto tensor = decodeNpy(npy(dictionary, "abcdef"));
    ASSERT_FALSE(tensor) << dictionary;
    EXPECT_EQ(tensor.error().code, OnnxErrorCode::BadNpy);
  }
}

TEST(NpyFile, SurvivesTruncationAndFlips) {
  std::string file = npy(kTwoByThree, "abcdef", 2);
  for (size_t length = 0; length < file.size(); ++length)
    EXPECT_FALSE(decodeNpy(file.substr(0, length))) << length;
  for (size_t bit = 0; bit < file.size() * 8; ++bit) {
    std::string damaged = file;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    (void)bytesOf(damaged);
  }
}

TEST(NpyFile, WritesAsNumPyDoes) {
  std::array<int64_t, 2> dims = {2, 3};
  std::string header = encodeNpyHeader(Type::Float32, dims);
  EXPECT_EQ(header, "\x93NUMPY\1\0v\0{'descr': '<f4', 'fortran_order': False, "
                    "'shape': (2, 3), }"s +
                        std::string(58, ' ') + "\n");
  EXPECT_EQ(header.size(), 128U);
  std::array<int64_t, 1> one = {7};
  EXPECT_NE(encodeNpyHeader(Type::Bool, one)
                .find("'|b1', 'fortran_order': "
                      "False, 'shape': (7,), }"),
            std::string::npos);
  EXPECT_NE(encodeNpyHeader(Type::Bool, {}).find("'shape': (), }"),
            std::string::npos);
}

} // namespace
} // namespace tenon
