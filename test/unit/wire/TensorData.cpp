// SPDX-License-Identifier: Apache-2.0
// Each of ONNX's ways to store elements, by hand, gives the same bytes.
#include "compiler/onnx/wire/TensorData.h"

#include "compiler/onnx/wire/TensorProtoFile.h"
#include "compiler/onnx/wire/WireWriter.h"
#include "test/fuzz/ModelBuilder.h"

#include <gtest/gtest.h>

#include <cstring>

namespace tenon {
namespace {

using namespace std::string_literals;
using Type = OnnxElementType;

/// dims (1), data_type (2), then whatever the test adds.
WireWriter tensorOf(Type type, const test::Ints &dims) {
  WireWriter writer;
  for (int64_t dim : dims)
    writer.integer(1, dim);
  writer.integer(2, static_cast<int64_t>(type));
  return writer;
}

/// The bytes as text, or the error as text.
std::string bytesOf(const std::string &message) {
  auto file = readTensorProto(message, "t");
  if (!file)
    return file.error().what;
  auto bytes = tensorBytes(file->tensor);
  return bytes ? std::string(bytes->bytes()) : bytes.error().what;
}

TEST(TensorData, RawAndTypedFloatsAgree) {
  const std::string kTwoFloats = "\0\0\x80\x3f\0\0\0\xc0"s; // 1, -2
  std::string raw = tensorOf(Type::Float32, {2}).bytes(9, kTwoFloats).take();
  EXPECT_EQ(bytesOf(raw), kTwoFloats);
  std::string packed = tensorOf(Type::Float32, {2}).bytes(4, kTwoFloats).take();
  EXPECT_EQ(bytesOf(packed), kTwoFloats);
  std::string single =
      tensorOf(Type::Float32, {2}).fixed32(4, 1.0F).fixed32(4, -2.0F).take();
  EXPECT_EQ(bytesOf(single), kTwoFloats);
  std::string pieces = tensorOf(Type::Float32, {2})
                           .bytes(4, kTwoFloats.substr(0, 4))
                           .bytes(4, kTwoFloats.substr(4))
                           .take();
  EXPECT_EQ(bytesOf(pieces), kTwoFloats);
  auto file = readTensorProto(packed, "t");
  EXPECT_FALSE(tensorBytes(file->tensor)->ownsBytes()) << "one piece: a view";
}

TEST(TensorData, DecodesIntegerLists) {
  // 1, -1 as varints; int64 elements.
  std::string int64s =
      tensorOf(Type::Int64, {2}).integer(7, 1).integer(7, -1).take();
  EXPECT_EQ(bytesOf(int64s), "\1\0\0\0\0\0\0\0"s + std::string(8, '\xff'));
  std::string packed = tensorOf(Type::Int64, {3}).bytes(7, "\1\2\3").take();
  EXPECT_EQ(bytesOf(packed),
            "\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0"s);
  std::string int8s = tensorOf(Type::Int8, {3})
                          .integer(5, -128)
                          .integer(5, 127)
                          .integer(5, 255)
                          .take();
  EXPECT_EQ(bytesOf(int8s), "\x80\x7f\xff");
  std::string halves =
      tensorOf(Type::Float16, {2}).integer(5, 0x3c00).integer(5, 0xc000).take();
  EXPECT_EQ(bytesOf(halves), "\0\x3c\0\xc0"s);
  std::string uint32s =
      tensorOf(Type::Uint32, {1}).integer(11, 4294967295).take();
  EXPECT_EQ(bytesOf(uint32s), "\xff\xff\xff\xff");
  // 5 elements of 4 bits: 3 entries, each two elements.
  std::string nibbles = tensorOf(Type::Uint4, {5})
                            .integer(5, 0x21)
                            .integer(5, 0x43)
                            .integer(5, 0x05)
                            .take();
  EXPECT_EQ(bytesOf(nibbles), "\x21\x43\x05");
}

TEST(TensorData, RefusesNumbersThatDoNotFit) {
  EXPECT_EQ(bytesOf(tensorOf(Type::Int8, {1}).integer(5, 256).take()),
            "a number does not fit its element type");
  EXPECT_EQ(bytesOf(tensorOf(Type::Float16, {1}).integer(5, 65536).take()),
            "a number does not fit its element type");
  EXPECT_EQ(bytesOf(tensorOf(Type::Uint32, {1}).integer(11, 4294967296).take()),
            "a number does not fit its element type");
}

TEST(TensorData, MakesBooleansZeroOrOne) {
  EXPECT_EQ(bytesOf(test::rawTensor("b", Type::Bool, {4}, "\0\1\2\xff"s)),
            "\0\1\1\1"s);
}

TEST(TensorData, ComplexTakesTwoNumbers) {
  std::string list =
      tensorOf(Type::Complex64, {1}).fixed32(4, 1.0F).fixed32(4, -2.0F).take();
  EXPECT_EQ(bytesOf(list), "\0\0\x80\x3f\0\0\0\xc0"s);
  EXPECT_EQ(bytesOf(tensorOf(Type::Complex64, {1}).fixed32(4, 1.0F).take()),
            "a tensor's data is shorter than its shape");
}

TEST(TensorData, RefusesWrongSizes) {
  const char *kShort = "a tensor's data is shorter than its shape";
  const char *kLong = "a tensor's data is longer than its shape";
  EXPECT_EQ(bytesOf(test::rawTensor("t", Type::Float32, {2}, "1234567")),
            kShort);
  EXPECT_EQ(bytesOf(test::rawTensor("t", Type::Float32, {2}, "123456789")),
            kLong);
  EXPECT_EQ(bytesOf(tensorOf(Type::Float32, {1}).take()), kShort);
  EXPECT_EQ(bytesOf(tensorOf(Type::Int64, {2}).bytes(7, "\1\2\3").take()),
            kLong);
  // A shape with a 0 has no bytes; no dimensions mean one element.
  EXPECT_EQ(bytesOf(test::rawTensor("t", Type::Float32, {3, 0}, "")), "");
  EXPECT_EQ(bytesOf(test::rawTensor("t", Type::Uint8, {}, "x")), "x");
  EXPECT_EQ(bytesOf(test::rawTensor("t", Type::Uint8, {0}, "x")), kLong);
}

TEST(TensorData, RefusesContradictions) {
  EXPECT_EQ(bytesOf(tensorOf(Type::Float32, {1}).integer(7, 1).take()),
            "a tensor's data is in the list of another type");
  EXPECT_EQ(bytesOf(tensorOf(Type::Float32, {1})
                        .fixed32(4, 1.0F)
                        .bytes(9, "1234")
                        .take()),
            "a tensor holds its elements in two fields");
  EXPECT_EQ(
      bytesOf(
          tensorOf(Type::Float32, {1}).fixed32(4, 1.0F).integer(7, 1).take()),
      "a tensor holds its elements in two fields");
  EXPECT_EQ(bytesOf(tensorOf(Type::Undefined, {1}).bytes(9, "1234").take()),
            "a tensor has no element type that ONNX knows");
  EXPECT_EQ(bytesOf(tensorOf(elementTypeOf(99), {1}).bytes(9, "1").take()),
            "a tensor has no element type that ONNX knows");
  EXPECT_EQ(bytesOf(tensorOf(Type::String, {1}).bytes(9, "1").take()),
            "a tensor of strings keeps them where numbers go");
}

TEST(TensorData, GivesStrings) {
  std::string message = tensorOf(Type::String, {3})
                            .bytes(6, "a")
                            .bytes(6, "")
                            .bytes(6, "ü")
                            .take();
  auto file = readTensorProto(message, "t");
  ASSERT_TRUE(file) << file.error().text();
  auto strings = tensorStrings(file->tensor);
  ASSERT_TRUE(strings);
  EXPECT_EQ(*strings, (std::vector<std::string_view>{"a", "", "ü"}));
  EXPECT_FALSE(tensorBytes(file->tensor));
}

TEST(TensorData, CountsElementsWithinLimits) {
  OnnxTensor tensor;
  tensor.elementType = Type::Uint8;
  OnnxLimits limits;
  limits.elementsPerTensor = 100;
  auto count = [&](std::vector<int64_t> dims) {
    tensor.dims = dims;
    auto result = elementCount(tensor, limits);
    return result ? *result : int64_t{-1};
  };
  EXPECT_EQ(count({}), 1);
  EXPECT_EQ(count({9, 11}), 99);
  EXPECT_EQ(count({10, 10}), 100);
  EXPECT_EQ(count({101}), -1);
  EXPECT_EQ(count({10, 11}), -1);
  EXPECT_EQ(count({0, 100}), 0);
  EXPECT_EQ(count({0, 101}), -1) << "each dimension by itself";
  EXPECT_EQ(count({-1, 0}), -1);
  EXPECT_EQ(count(std::vector<int64_t>(16, 1)), 1);
  EXPECT_EQ(count(std::vector<int64_t>(17, 1)), -1);
}

} // namespace
} // namespace tenon
