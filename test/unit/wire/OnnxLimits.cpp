// SPDX-License-Identifier: Apache-2.0
// Each limit at one under, at, and one over.
#include "compiler/onnx/wire/OnnxLimits.h"

#include "compiler/onnx/wire/ModelFile.h"
#include "compiler/onnx/wire/TensorProtoFile.h"
#include "compiler/onnx/wire/ValidateModel.h"
#include "compiler/onnx/wire/WireWriter.h"
#include "test/fuzz/ModelBuilder.h"

#include <gtest/gtest.h>

#include <functional>

namespace tenon {
namespace {

constexpr int64_t kLimit = 10;

/// Makes a file of `size` of something and asks that it is accepted up to
/// kLimit and refused beyond, by the limit and not for another reason.
void expectLimit(int64_t OnnxLimits::*member,
                 const std::function<std::string(int64_t)> &make) {
  OnnxLimits limits;
  limits.*member = kLimit;
  for (int64_t size : {kLimit - 1, kLimit, kLimit + 1}) {
    std::string file = make(size);
    auto model = readModelBytes(file, "m", limits);
    EXPECT_EQ(static_cast<bool>(model), size <= kLimit) << size;
    if (!model)
      EXPECT_EQ(model.error().code, OnnxErrorCode::LimitExceeded)
          << model.error().text();
  }
}

std::string modelOf(test::GraphSpec spec) {
  return test::model({.graph = test::graph(spec)});
}

test::Strings repeat(const std::string &item, int64_t count) {
  return test::Strings(static_cast<size_t>(count), item);
}

TEST(OnnxLimits, Nodes) {
  std::string node = test::node({.opType = "A", .inputs = {}, .outputs = {}});
  expectLimit(&OnnxLimits::nodes, [&](int64_t size) {
    // One node holds the others in its body: the count is of the model.
    std::string body = test::graph({.nodes = repeat(node, size - 1)});
    return modelOf({.nodes = {test::node(
                        {.opType = "If",
                         .inputs = {},
                         .outputs = {},
                         .attributes = {test::graphAttribute("g", body)}})}});
  });
}

TEST(OnnxLimits, OperandsPerNode) {
  auto member = &OnnxLimits::operandsPerNode;
  expectLimit(member, [&](int64_t size) {
    auto inputs = repeat("x", size);
    return modelOf({.nodes = {test::node(
                        {.opType = "A", .inputs = inputs, .outputs = {}})}});
  });
  expectLimit(member, [&](int64_t size) {
    auto outputs = repeat("", size);
    return modelOf({.nodes = {test::node(
                        {.opType = "A", .inputs = {}, .outputs = outputs})}});
  });
}

TEST(OnnxLimits, Tensors) {
  std::string tensor = test::floatTensor("w", {1}, {0});
  expectLimit(&OnnxLimits::tensors, [&](int64_t size) {
    return modelOf({.nodes = {test::node({.opType = "Constant",
                                          .inputs = {},
                                          .outputs = {},
                                          .attributes = {test::tensorAttribute(
                                              "value", tensor)}})},
                    .initializers = repeat(tensor, size - 1)});
  });
}

TEST(OnnxLimits, Functions) {
  std::string function = test::function(
      {.domain = "d", .name = "F", .inputs = {}, .outputs = {}, .nodes = {}});
  expectLimit(&OnnxLimits::functions, [&](int64_t size) {
    return test::model({.graph = test::graph({.nodes = {}}),
                        .functions = repeat(function, size)});
  });
}

TEST(OnnxLimits, OpsetImports) {
  expectLimit(&OnnxLimits::opsetImports, [&](int64_t size) {
    return test::model({.graph = test::graph({.nodes = {}}),
                        .opsets = repeat(test::opset("", 1), size)});
  });
}

TEST(OnnxLimits, NameBytes) {
  expectLimit(&OnnxLimits::nameBytes, [](int64_t size) {
    std::string name(static_cast<size_t>(size), 'n');
    return modelOf({.nodes = {test::node(
                        {.opType = "A", .inputs = {name}, .outputs = {}})},
                    .name = "g"});
  });
}

TEST(OnnxLimits, ModelBytes) {
  std::string file = test::sampleModel();
  OnnxLimits limits;
  for (int64_t slack : {1, 0, -1}) {
    limits.modelBytes = static_cast<int64_t>(file.size()) + slack;
    EXPECT_EQ(static_cast<bool>(readModelBytes(file, "m", limits)), slack >= 0);
  }
}

TEST(OnnxLimits, TypeDepth) {
  expectLimit(&OnnxLimits::typeDepth, [](int64_t size) {
    std::string type = WireWriter().bytes(1, "").take();
    for (int64_t i = 0; i < size; ++i)
      type = WireWriter().bytes(4, WireWriter().bytes(1, type).take()).take();
    return modelOf(
        {.nodes = {},
         .inputs = {WireWriter().bytes(1, "x").bytes(2, type).take()}});
  });
}

TEST(OnnxLimits, RankOfDeclaredShapes) {
  expectLimit(&OnnxLimits::rank, [](int64_t size) {
    return modelOf({.nodes = {},
                    .inputs = {test::tensorInfo("x", OnnxElementType::Float32,
                                                repeat("1", size))}});
  });
}

TEST(OnnxLimits, RankOfTensors) {
  for (size_t rank : {15, 16, 17}) {
    std::string tensor =
        test::rawTensor("w", OnnxElementType::Uint8, test::Ints(rank, 1), "x");
    EXPECT_EQ(static_cast<bool>(readTensorProto(tensor, "t")), rank <= 16);
  }
}

TEST(OnnxLimits, BytesAndStringsPerTensor) {
  OnnxLimits limits;
  limits.bytesPerTensor = kLimit;
  limits.stringTensorBytes = kLimit;
  for (int64_t size : {kLimit - 1, kLimit, kLimit + 1}) {
    std::string bytes(static_cast<size_t>(size), 'b');
    std::string numbers =
        test::rawTensor("w", OnnxElementType::Uint8, {size}, bytes);
    EXPECT_EQ(static_cast<bool>(readTensorProto(numbers, "t", limits)),
              size <= kLimit);
    std::string strings = WireWriter()
                              .integer(1, 2)
                              .integer(2, 8)
                              .bytes(6, "a")
                              .bytes(6, bytes.substr(1))
                              .take();
    EXPECT_EQ(static_cast<bool>(readTensorProto(strings, "t", limits)),
              size <= kLimit);
  }
}

} // namespace
} // namespace tenon
