// SPDX-License-Identifier: Apache-2.0
// A sound model comes out as it was written; what is no model is named.
#include "compiler/onnx/wire/ModelFile.h"

#include "compiler/onnx/wire/TensorData.h"
#include "test/fuzz/ModelBuilder.h"
#include "test/unit/wire/TemporaryFolder.h"

#include <gtest/gtest.h>

#include <sys/stat.h>

namespace tenon {
namespace {

using namespace std::string_literals;
using test::TemporaryFolder;

TEST(ModelFile, ReadsTheSampleModel) {
  TemporaryFolder folder;
  OnnxModelOrErrors loaded =
      loadModel(folder.write("m.onnx", test::sampleModel()));
  ASSERT_TRUE(loaded.errors.empty()) << loaded.errors[0].text();
  const OnnxModel &model = loaded.model;
  EXPECT_EQ(model.irVersion, 8);
  EXPECT_EQ(model.producerName, "tenon-test");
  EXPECT_EQ(model.opsetVersion(""), 17);
  EXPECT_EQ(model.opsetVersion("test.local"), 1);
  EXPECT_EQ(model.opsetVersion("elsewhere"), 0);
  ASSERT_EQ(model.metadata.size(), 1U);
  EXPECT_EQ(model.metadata[0].key, "made-by");
  ASSERT_EQ(model.graphs.size(), 4U) << "own, function's, two bodies";
  EXPECT_EQ(model.graphs[0], model.graph);

  const OnnxGraph &graph = *model.graph;
  ASSERT_EQ(graph.nodes.size(), 4U);
  EXPECT_EQ(graph.nodes[0].opType, "Add");
  EXPECT_EQ(graph.nodes[0].inputs[1], "w");
  EXPECT_EQ(graph.nodes[3].domain, "test.local");
  EXPECT_EQ(graph.nodes[3].fileIndex, 3);
  const OnnxType &type = graph.inputs[0].type;
  ASSERT_TRUE(type.isTensor() && type.hasShape);
  EXPECT_EQ(type.elementType, OnnxElementType::Float32);
  EXPECT_EQ(type.dims[0].kind, OnnxDim::Kind::Parameter);
  EXPECT_EQ(type.dims[0].parameter, "N");
  EXPECT_EQ(type.dims[1].value, 2);
  EXPECT_EQ(graph.valueInfos[0].type.dims[0].kind, OnnxDim::Kind::Unknown);

  const OnnxNode &choose = graph.nodes[2];
  const OnnxAttribute *branch = choose.findAttribute("else_branch");
  ASSERT_NE(branch, nullptr);
  EXPECT_EQ(branch->type, OnnxAttributeType::Graph);
  ASSERT_EQ(branch->graphs.size(), 1U);
  EXPECT_EQ(branch->graphs[0]->depth, 1);
  EXPECT_EQ(branch->graphs[0]->parentNode, &choose);
  EXPECT_EQ(branch->graphs[0]->parentGraph, &graph);
  EXPECT_EQ(choose.findAttribute("missing"), nullptr);

  ASSERT_EQ(model.functions.size(), 1U);
  EXPECT_EQ(model.functions[0].name, "Twice");
  EXPECT_TRUE(model.functions[0].body->isBodyOfFunction());
  EXPECT_EQ(model.functions[0].body->nodes[0].opType, "Add");
}

TEST(ModelFile, KeepsWeightsAsViewsOfTheFile) {
  std::string bytes = test::sampleModel();
  auto model = readModelBytes(bytes, "m");
  ASSERT_TRUE(model);
  auto data = tensorBytes(model->graph->initializers[0]);
  ASSERT_TRUE(data);
  EXPECT_FALSE(data->ownsBytes());
  EXPECT_GE(data->bytes().data(), bytes.data());
  EXPECT_LT(data->bytes().data(), bytes.data() + bytes.size());
}

TEST(ModelFile, SpellsTheStandardDomainOneWay) {
  std::string bytes = test::model(
      {.graph = test::graph({.nodes = {test::node({.opType = "Relu",
                                                   .inputs = {"x"},
                                                   .outputs = {"y"},
                                                   .domain = "ai.onnx"})}}),
       .opsets = {test::opset("ai.onnx", 13)}});
  auto model = readModelBytes(bytes, "m");
  ASSERT_TRUE(model);
  EXPECT_EQ(model->opsetVersion(""), 13);
  EXPECT_EQ(model->graph->nodes[0].domain, "");
}

TEST(ModelFile, ImpliesOpset1BeforeImportsExisted) {
  std::string graph = test::graph({});
  std::string ir2 = test::model({.graph = graph, .opsets = {}, .irVersion = 2});
  auto old = readModelBytes(ir2, "m");
  ASSERT_TRUE(old);
  EXPECT_EQ(old->opsetVersion(""), 1);
  std::string ir3 = test::model({.graph = graph, .opsets = {}, .irVersion = 3});
  auto recent = readModelBytes(ir3, "m");
  ASSERT_TRUE(recent);
  EXPECT_TRUE(recent->opsetImports.empty());
}

OnnxError errorOf(const std::string &path) {
  OnnxModelOrErrors loaded = loadModel(path);
  if (loaded.errors.empty()) {
    ADD_FAILURE() << path << " was accepted";
    return {};
  }
  EXPECT_EQ(loaded.errors[0].file, path);
  return loaded.errors[0];
}

TEST(ModelFile, NamesWhatIsNoFile) {
  TemporaryFolder folder;
  EXPECT_EQ(errorOf(folder.path("absent.onnx")).code,
            OnnxErrorCode::FileUnreadable);
  EXPECT_EQ(errorOf(folder.path("")).what, "the path is a directory");
  EXPECT_EQ(errorOf(folder.write("empty.onnx", "")).code,
            OnnxErrorCode::FileEmpty);
  std::string pipe = folder.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(errorOf(pipe).what, "the path is a pipe") << "and does not wait";
  EXPECT_EQ(errorOf("/dev/zero").what, "the path is a device");
}

TEST(ModelFile, NamesOtherKindsOfFiles) {
  TemporaryFolder folder;
  const std::pair<std::string, const char *> kCases[] = {
      {"Hello, this is a text.\n", "a text file"},
      {"<!DOCTYPE html>\n<html>", "a web page or XML"},
      {"version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer"},
      {"PK\x03\x04zip", "a zip archive (or a PyTorch file)"},
      {"\x1f\x8bgzip", "a gzip archive"},
      {"\x1c\0\0\0TFL3"s, "a TensorFlow Lite model"},
  };
  for (const auto &[bytes, name] : kCases) {
    OnnxError error = errorOf(folder.write("f.onnx", bytes));
    EXPECT_EQ(error.code, OnnxErrorCode::NotOnnx);
    EXPECT_EQ(error.what,
              "the file is not an ONNX model: it is " + std::string(name));
    EXPECT_FALSE(error.nextStep.empty());
  }
  OnnxError noise = errorOf(folder.write("f.onnx", "\xff\xfe\x01\x02\x03"));
  EXPECT_EQ(noise.code, OnnxErrorCode::Malformed);
}

TEST(ModelFile, RefusesTwoGraphs) {
  std::string two = test::sampleModel() + test::sampleModel();
  auto model = readModelBytes(two, "m");
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().what, "the model has two graphs");
}

TEST(ModelFile, SkipsUnknownFields) {
  // Field 30, as bytes and as a number, at the end of the model.
  std::string bytes = test::sampleModel() + "\xf2\x01\x03xyz\xf0\x01\x05";
  EXPECT_TRUE(readModelBytes(bytes, "m"));
}

} // namespace
} // namespace tenon
