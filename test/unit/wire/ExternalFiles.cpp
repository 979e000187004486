// SPDX-License-Identifier: Apache-2.0
// External data: what is beside the model is found; every known way out of
// its folder is shut, both when the kernel holds the path and when we do.
#include "compiler/onnx/wire/ExternalFiles.h"

#include "compiler/onnx/wire/ModelFile.h"
#include "compiler/onnx/wire/TensorData.h"
#include "compiler/onnx/wire/WireWriter.h"
#include "test/fuzz/ModelBuilder.h"
#include "test/unit/wire/TemporaryFolder.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace tenon {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;

/// outside/secret, and model/ with data files and traps.
class ExternalFilesTest : public testing::TestWithParam<BeneathMethod> {
protected:
  void SetUp() override {
    fs::create_directories(folder.path("model/sub"));
    fs::create_directories(folder.path("outside"));
    folder.write("outside/secret", "secret!!");
    folder.write("model/data.bin", "01234567");
    folder.write("model/sub/deep.bin", "abcdefgh");
    folder.write("model/empty.bin", "");
    fs::create_symlink(folder.path("outside/secret"),
                       folder.path("model/link.bin"));
    fs::create_symlink("data.bin", folder.path("model/near.bin"));
    fs::create_symlink(folder.path("outside"), folder.path("model/linked"));
    fs::create_symlink("sub", folder.path("model/sublink"));
    fs::create_hard_link(folder.path("outside/secret"),
                         folder.path("model/hard.bin"));
    ::mkfifo(folder.path("model/pipe").c_str(), 0600);
  }

  OnnxResult<std::string_view> find(std::string_view location,
                                    int64_t offset = 0, int64_t length = 8) {
    ExternalFiles files(folder.path("model/m.onnx"), limits, storage,
                        GetParam());
    return files.find({location, offset, length});
  }

  TemporaryFolder folder;
  OnnxLimits limits;
  OnnxStorage storage;
};

INSTANTIATE_TEST_SUITE_P(Methods, ExternalFilesTest,
                         testing::Values(BeneathMethod::Auto,
                                         BeneathMethod::PartByPart));

TEST_P(ExternalFilesTest, FindsFilesBeneathTheFolder) {
  EXPECT_EQ(*find("data.bin"), "01234567");
  EXPECT_EQ(*find("./data.bin", 2, 3), "234");
  EXPECT_EQ(*find("sub/deep.bin"), "abcdefgh");
  EXPECT_EQ(*find("sub//./deep.bin"), "abcdefgh");
  EXPECT_EQ(*find("data.bin", 8, 0), "");
  EXPECT_EQ(*find("empty.bin", 0, 0), "");
}

TEST_P(ExternalFilesTest, RefusesWaysOut) {
  std::string absolute = folder.path("outside/secret");
  for (std::string_view location :
       {std::string_view(absolute), std::string_view("../outside/secret"),
        std::string_view("sub/../../outside/secret"),
        std::string_view("sub/../data.bin"), std::string_view(".."),
        std::string_view("link.bin"), std::string_view("near.bin"),
        std::string_view("linked/secret"), std::string_view("sublink/deep.bin"),
        std::string_view("hard.bin"), std::string_view("/proc/self/environ"),
        std::string_view("data.bin\0.txt", 13)}) {
    auto result = find(location);
    ASSERT_FALSE(result) << location;
    EXPECT_EQ(result.error().code, OnnxErrorCode::ExternalData);
    EXPECT_FALSE(result.error().nextStep.empty());
  }
}

TEST_P(ExternalFilesTest, RefusesWhatIsNoFile) {
  for (std::string_view location :
       {"", "sub", "sub/", "sub/.", ".", "absent.bin", "data.bin/x", "pipe"})
    EXPECT_FALSE(find(location)) << location;
}

TEST_P(ExternalFilesTest, RefusesRangesBeyondTheEnd) {
  EXPECT_TRUE(find("data.bin", 7, 1));
  EXPECT_FALSE(find("data.bin", 8, 1));
  EXPECT_FALSE(find("data.bin", 9, 0));
  EXPECT_FALSE(find("data.bin", 0, 9));
  EXPECT_FALSE(find("data.bin", -1, 1));
  EXPECT_FALSE(find("data.bin", 1, INT64_MAX));
  EXPECT_FALSE(find("data.bin", INT64_MAX, INT64_MAX));
  EXPECT_FALSE(find("data.bin", INT64_MIN, 8));
}

TEST_P(ExternalFilesTest, BoundsFilesAndBytes) {
  limits.externalFiles = 2;
  limits.externalBytes = 16;
  ExternalFiles files(folder.path("model/m.onnx"), limits, storage, GetParam());
  EXPECT_TRUE(files.find({"data.bin", 0, 1}));
  EXPECT_TRUE(files.find({"sub/deep.bin", 0, 1}));
  EXPECT_TRUE(files.find({"data.bin", 1, 1})) << "known files are free";
  auto third = files.find({"empty.bin", 0, 0});
  ASSERT_FALSE(third);
  EXPECT_EQ(third.error().code, OnnxErrorCode::LimitExceeded);
  limits.externalFiles = 3;
  EXPECT_TRUE(files.find({"empty.bin", 0, 0})) << "16 of 16 bytes";
  limits.externalBytes = 15;
  ExternalFiles tight(folder.path("model/m.onnx"), limits, storage, GetParam());
  EXPECT_TRUE(tight.find({"data.bin", 0, 1}));
  EXPECT_FALSE(tight.find({"sub/deep.bin", 0, 1}));
}

/// The first error of a model whose initializer, Constant or sparse
/// initializer is `tensor`; empty when it is sound.
class ExternalModelTest : public testing::Test {
protected:
  static constexpr OnnxElementType kFloat = OnnxElementType::Float32;

  void SetUp() override {
    fs::create_directories(folder.path("model"));
    folder.write("outside", "secret!!");
    folder.write("model/data.bin", "01234567");
  }
  std::string load(const std::string &graph) {
    OnnxModelOrErrors loaded =
        loadModel(folder.write("model/m.onnx", test::model({.graph = graph})));
    if (!loaded.errors.empty())
      return loaded.errors[0].text();
    if (loaded.model.graph->initializers.empty())
      return "";
    return std::string(
        tensorBytes(loaded.model.graph->initializers[0])->bytes());
  }
  std::string loadInitializer(std::string_view location,
                              std::string_view offset,
                              std::string_view length) {
    std::string tensor =
        test::externalTensor("w", kFloat, {1}, location, offset, length);
    return load(test::graph({.nodes = {},
                             .outputs = {test::bareInfo("w")},
                             .initializers = {tensor}}));
  }
  TemporaryFolder folder;
};

TEST_F(ExternalModelTest, ReadsInitializers) {
  EXPECT_EQ(loadInitializer("data.bin", "", "4"), "0123");
  EXPECT_EQ(loadInitializer("data.bin", "4", "4"), "4567");
  EXPECT_EQ(loadInitializer("data.bin", "2", ""), "2345")
      << "no length: as the shape says";
}

TEST_F(ExternalModelTest, NamesTensorAndFileOfAnError) {
  std::string text = loadInitializer("../outside", "0", "4");
  EXPECT_NE(text.find("initializer 'w'"), std::string::npos) << text;
  EXPECT_NE(text.find("'../outside'"), std::string::npos) << text;
  EXPECT_NE(text.find("m.onnx"), std::string::npos) << text;
}

TEST_F(ExternalModelTest, RefusesOddNumbers) {
  for (const char *number : {"-1", "x", "4x", " 4", "0x4", "4.0",
                             "99999999999999999999", "9223372036854775807"}) {
    EXPECT_NE(loadInitializer("data.bin", number, "4").find("onnx.external"),
              std::string::npos)
        << number;
  }
  EXPECT_NE(loadInitializer("data.bin", "0", "5").find("longer"),
            std::string::npos);
  EXPECT_NE(loadInitializer("data.bin", "6", "").find("beyond the end"),
            std::string::npos);
}

TEST_F(ExternalModelTest, RefusesUnknownAndDoubledKeys) {
  std::string known =
      test::externalTensor("w", kFloat, {1}, "data.bin", "0", "4");
  for (const char *key : {"basepath", "location"}) {
    std::string entry = WireWriter().bytes(1, key).bytes(2, "data.bin").take();
    std::string tensor = known + WireWriter().bytes(13, entry).take();
    std::string text = load(test::graph({.nodes = {},
                                         .outputs = {test::bareInfo("w")},
                                         .initializers = {tensor}}));
    EXPECT_NE(text.find("onnx.external-data"), std::string::npos) << text;
  }
}

TEST_F(ExternalModelTest, AllKindsOfTensorsPassTheSameDoor) {
  std::string bad =
      test::externalTensor("w", kFloat, {1}, "../outside", "0", "4");
  std::string inConstant =
      test::graph({.nodes = {test::node(
                       {.opType = "Constant",
                        .inputs = {},
                        .outputs = {"y"},
                        .attributes = {test::tensorAttribute("value", bad)}})},
                   .outputs = {test::bareInfo("y")}});
  EXPECT_NE(load(inConstant).find("leaves the model's folder"),
            std::string::npos);
  // sparse_initializer (15): values (1), indices (2).
  for (uint32_t part : {1U, 2U}) {
    std::string good = test::int64Tensor("i", {1}, {0});
    std::string sparse = WireWriter()
                             .bytes(1, part == 1 ? bad : good)
                             .bytes(2, part == 2 ? bad : good)
                             .integer(3, 4)
                             .take();
    std::string graph =
        test::graph({.nodes = {}}) + WireWriter().bytes(15, sparse).take();
    EXPECT_NE(load(graph).find("leaves the model's folder"), std::string::npos);
  }
}

TEST_F(ExternalModelTest, NeedsAFile) {
  std::string tensor =
      test::externalTensor("w", kFloat, {1}, "data.bin", "0", "4");
  std::string file = test::model(
      {.graph = test::graph({.nodes = {}, .initializers = {tensor}})});
  auto model = readModelBytes(file, "memory");
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().code, OnnxErrorCode::ExternalData);
}

} // namespace
} // namespace tenon
