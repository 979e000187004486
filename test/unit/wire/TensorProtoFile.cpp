// SPDX-License-Identifier: Apache-2.0
// Lone tensors are written as ONNX's own library writes them, and come back.
#include "compiler/onnx/wire/TensorProtoFile.h"

#include "compiler/onnx/wire/TensorData.h"
#include "compiler/onnx/wire/WholeFile.h"
#include "test/unit/wire/TemporaryFolder.h"

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

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
  std::string path = folder.path("a.pb");
  ASSERT_FALSE(writeTensorProtoFile(path, {.name = "n",
                                           .elementType = OnnxElementType::Int4,
                                           .dims = dims,
                                           .bytes = "\x21\x03"}));
  auto file = readTensorProtoFile(path);
  ASSERT_TRUE(file) << file.error().text();
  EXPECT_EQ(file->tensor.name, "n");
  EXPECT_EQ(tensorBytes(file->tensor)->bytes(), "\x21\x03");

  std::array<std::string, 3> strings = {"a", "", "c\0d"s};
  ASSERT_FALSE(
      writeTensorProtoFile(path, {.name = "s",
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

TEST(WholeFile, ReplacesWholeOrLeavesAlone) {
  TemporaryFolder folder;
  std::string path = folder.write("out", "old");
  std::array<std::string_view, 2> parts = {"new", "er"};
  ASSERT_FALSE(writeWholeFile(path, parts));
  std::ifstream file(path);
  std::string text((std::istreambuf_iterator<char>(file)), {});
  EXPECT_EQ(text, "newer");
  EXPECT_TRUE(writeWholeFile(folder.path("absent/out"), parts));
  std::filesystem::create_directory(folder.path("taken"));
  auto error = writeWholeFile(folder.path("taken"), parts);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->found, "there is a directory of that name");
  EXPECT_TRUE(writeWholeFile("/dev/null", parts)) << "devices stay devices";
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path("")),
                          std::filesystem::directory_iterator()),
            2)
      << "nothing else is left behind";
}

/// Writes more than this process may, and says whether nothing is left.
[[noreturn]] void writeTooMuch(const TemporaryFolder &folder) {
  ::signal(SIGXFSZ, SIG_IGN);
  struct rlimit limit = {4096, 4096};
  ::setrlimit(RLIMIT_FSIZE, &limit);
  std::string big(8192, 'b');
  std::array<std::string_view, 1> parts = {big};
  auto error = writeWholeFile(folder.path("big"), parts);
  bool isClean = std::filesystem::is_empty(folder.path(""));
  ::_exit(error && isClean ? 0 : 1);
}

TEST(WholeFile, CleansUpWhenTheDiskIsFull) {
  // A limit of file size stands in for the full disk.
  TemporaryFolder folder;
  EXPECT_EXIT(writeTooMuch(folder), testing::ExitedWithCode(0), "");
}

} // namespace
} // namespace tenon
