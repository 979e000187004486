// SPDX-License-Identifier: Apache-2.0
// Lone tensors are written as ONNX's own library writes them, and come back.
#include "compiler/onnx/wire/TensorProtoFile.h"

#include "compiler/onnx/wire/TensorData.h"
#include "test/unit/wire/TemporaryFolder.h"

#include <gtest/gtest.h>

#include <array>

namespace tenon {
namespace {

using namespace std::string_literals;
using test::TemporaryFolder;

TEST(TensorProtoFile, EncodesAsOnnxDoes) {
  // numpy_helper.from_array(np.array([[1, -2]], np.float32), "x") gives this.
  std::array<int64_t, 2> dims = {1, 2};
  std::string bytes =
      encodeTensorProto({.name = "x",
                         .elementType = OnnxElementType::Float32,
                         .dims = dims,
                         .bytes = "\0\0\x80?\0\0\0\xc0"s});
  EXPECT_EQ(bytes,
            "\x08\x01\x08\x02\x10\x01\x42\x01xJ\x08\0\0\x80?\0\0\0\xc0"s);
}

TEST(TensorProtoFile, RoundTripsNumbersAndStrings) {
  TemporaryFolder folder;
  std::array<int64_t, 1> dims = {3};
  std::string path = folder.write(
      "a.pb", encodeTensorProto({.name = "n",
                                 .elementType = OnnxElementType::Int4,
                                 .dims = dims,
                                 .bytes = "\x21\x03"}));
  auto file = readTensorProtoFile(path);
  ASSERT_TRUE(file) << file.error().text();
  EXPECT_EQ(file->tensor.name, "n");
  EXPECT_EQ(tensorBytes(file->tensor)->bytes(), "\x21\x03");

  std::array<std::string, 3> strings = {"a", "", "c\0d"s};
  folder.write("a.pb",
               encodeTensorProto({.name = "s",
                                  .elementType = OnnxElementType::String,
                                  .dims = dims,
                                  .strings = strings}));
  file = readTensorProtoFile(path);
  ASSERT_TRUE(file) << file.error().text();
  EXPECT_EQ(tensorStrings(file->tensor)->at(2), "c\0d"s);
}

TEST(TensorProtoFile, NamesWhatIsNoTensor) {
  TemporaryFolder folder;
  auto text = readTensorProtoFile(folder.write("t.pb", "just some words"));
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().what, "the file is not an ONNX tensor: it is a text "
                               "file");
  EXPECT_FALSE(readTensorProtoFile(folder.write("e.pb", "")));
  EXPECT_FALSE(readTensorProtoFile(folder.path("absent.pb")));
}

} // namespace
} // namespace tenon
