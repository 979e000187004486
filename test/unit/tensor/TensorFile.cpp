// SPDX-License-Identifier: Apache-2.0
// Tensors go to the kind of file that can hold them, under names that every
// file system takes, and come back the same.
#include "tools/tensor/TensorFile.h"

#include "format/ElementType.h"
#include "test/unit/wire/TemporaryFolder.h"
#include "tools/tensor/RandomTensor.h"

#include <gtest/gtest.h>

namespace tenon {
namespace {

using test::TemporaryFolder;
using Type = OnnxElementType;

TEST(TensorFile, NumbersOfTypesAreThoseOfEngines) {
  EXPECT_EQ(static_cast<int>(Type::Float32),
            static_cast<int>(format::ElementType::f32));
  EXPECT_EQ(static_cast<int>(Type::Bool),
            static_cast<int>(format::ElementType::boolean));
  EXPECT_EQ(static_cast<int>(Type::Bfloat16),
            static_cast<int>(format::ElementType::bf16));
  EXPECT_EQ(static_cast<int>(Type::Int4),
            static_cast<int>(format::ElementType::i4));
  EXPECT_STREQ(format::elementName(format::ElementType::f16),
               std::string(elementTypeName(Type::Float16)).c_str());
}

TEST(TensorFile, RoundTripsEveryType) {
  TemporaryFolder folder;
  for (int number = 1; number <= 26; ++number) {
    auto type = static_cast<Type>(number);
    auto tensor = makeHostTensor("t", type, {3, 5});
    ASSERT_TRUE(tensor);
    fillRandom(*tensor, {.seed = 7});
    auto path = writeTensorFile(folder.path(""), *tensor);
    ASSERT_TRUE(path) << path.error().text();
    auto back = readTensorFile(*path);
    ASSERT_TRUE(back) << back.error().text();
    EXPECT_EQ(back->elementType, type);
    EXPECT_EQ(back->shape, tensor->shape);
    EXPECT_EQ(back->bytes.view(), tensor->bytes.view());
    EXPECT_EQ(back->strings, tensor->strings);
  }
}

TEST(TensorFile, ChoosesTheKindOfFile) {
  TemporaryFolder folder;
  auto ending = [&](Type type) {
    auto tensor = makeHostTensor("t", type, {2});
    auto path = writeTensorFile(folder.path(""), *tensor);
    return path ? path->substr(path->rfind('.')) : path.error().text();
  };
  EXPECT_EQ(ending(Type::Float16), ".npy");
  EXPECT_EQ(ending(Type::Bool), ".npy");
  EXPECT_EQ(ending(Type::Bfloat16), ".pb");
  EXPECT_EQ(ending(Type::Uint4), ".pb");
  EXPECT_EQ(ending(Type::String), ".pb");
}

TEST(TensorFile, MakesSafeNames) {
  EXPECT_EQ(tensorFileStem("conv1_2-x.y"), "conv1_2-x.y");
  EXPECT_EQ(tensorFileStem("a/b:0"), "a%2Fb%3A0");
  EXPECT_EQ(tensorFileStem(".."), "%2E.");
  EXPECT_EQ(tensorFileStem(".hidden"), "%2Ehidden");
  EXPECT_EQ(tensorFileStem("ü\n%"), "%C3%BC%0A%25");
  EXPECT_EQ(tensorFileStem(""), "%");
  std::string longName(4096, 'n');
  std::string other = longName;
  other.back() = 'm';
  EXPECT_LE(tensorFileStem(longName).size(), 220U);
  EXPECT_NE(tensorFileStem(longName), tensorFileStem(other));
}

TEST(TensorFile, FindsInputsByName) {
  TemporaryFolder folder;
  auto tensor = makeHostTensor("a/b", Type::Bfloat16, {2});
  auto path = writeTensorFile(folder.path(""), *tensor);
  ASSERT_TRUE(path);
  EXPECT_TRUE(path->ends_with("/a%2Fb.pb"));
  auto found = findTensorFile(folder.path(""), "a/b");
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, *path);
  auto absent = findTensorFile(folder.path(""), "other");
  ASSERT_FALSE(absent);
  EXPECT_NE(absent.error().allowed.find("other.npy"), std::string::npos);
}

TEST(TensorFile, SaysWhatCannotBeWrittenOrRead) {
  TemporaryFolder folder;
  auto tensor = makeHostTensor("t", Type::Float32, {2});
  auto path = writeTensorFile(folder.path("absent"), *tensor);
  ASSERT_FALSE(path);
  EXPECT_EQ(path.error().code, OnnxErrorCode::FileUnwritable);
  EXPECT_FALSE(readTensorFile(folder.path("absent.npy")));
  EXPECT_FALSE(readTensorFile(folder.write("t.npy", "text")));
  auto cut = readTensorFile(folder.write("t.npy", "\x93NUMPY\1"));
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error().file, folder.path("t.npy"));
}

TEST(TensorFile, RefusesImpossibleSizes) {
  EXPECT_FALSE(makeHostTensor("t", Type::Float32, {-1}));
  EXPECT_FALSE(makeHostTensor("t", Type::Float32, {int64_t{1} << 39}))
      << "2 TiB";
  EXPECT_FALSE(
      makeHostTensor("t", Type::Uint8, {int64_t{1} << 32, int64_t{1} << 32}));
  EXPECT_FALSE(makeHostTensor("t", Type::Undefined, {1}));
  auto empty = makeHostTensor("t", Type::Float32, {0, 4});
  ASSERT_TRUE(empty);
  EXPECT_EQ(empty->bytes.size(), 0U);
}

} // namespace
} // namespace tenon
