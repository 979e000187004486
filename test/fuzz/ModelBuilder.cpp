// SPDX-License-Identifier: Apache-2.0
// Field numbers are those of onnx.proto.
#include "test/fuzz/ModelBuilder.h"

#include "compiler/onnx/wire/OnnxModel.h"
#include "compiler/onnx/wire/TensorProtoFile.h"
#include "compiler/onnx/wire/WireWriter.h"

#include <cstdlib>

namespace tenon::test {
namespace {

WireWriter attributeOf(std::string_view name, OnnxAttributeType type) {
  WireWriter writer;
  writer.bytes(1, name).integer(20, static_cast<int64_t>(type));
  return writer;
}

void addEach(WireWriter &writer, uint32_t number, const Strings &messages) {
  for (const std::string &message : messages)
    writer.bytes(number, message);
}

template <typename T> std::string_view bytesOf(const std::vector<T> &values) {
  return {reinterpret_cast<const char *>(values.data()),
          values.size() * sizeof(T)};
}

std::string entry(std::string_view key, std::string_view value) {
  return WireWriter().bytes(1, key).bytes(2, value).take();
}

std::string dimension(const std::string &text) {
  WireWriter writer;
  bool isNumber = text.find_first_of("0123456789") <= 1;
  if (isNumber)
    writer.integer(1, std::strtoll(text.c_str(), nullptr, 10));
  else if (text != "?")
    writer.bytes(2, text);
  return writer.take();
}

} // namespace

std::string rawTensor(std::string_view name, OnnxElementType type,
                      const Ints &dims, std::string_view bytes) {
  return encodeTensorProto(
      {.name = name, .elementType = type, .dims = dims, .bytes = bytes});
}

std::string floatTensor(std::string_view name, const Ints &dims,
                        const std::vector<float> &values) {
  return rawTensor(name, OnnxElementType::Float32, dims, bytesOf(values));
}

std::string int64Tensor(std::string_view name, const Ints &dims,
                        const Ints &values) {
  return rawTensor(name, OnnxElementType::Int64, dims, bytesOf(values));
}

std::string externalTensor(std::string_view name, OnnxElementType type,
                           const Ints &dims, std::string_view location,
                           std::string_view offset, std::string_view length) {
  WireWriter writer;
  for (int64_t dim : dims)
    writer.integer(1, dim);
  writer.integer(2, static_cast<int64_t>(type)).bytes(8, name);
  writer.bytes(13, entry("location", location));
  if (!offset.empty())
    writer.bytes(13, entry("offset", offset));
  if (!length.empty())
    writer.bytes(13, entry("length", length));
  return writer.integer(14, 1).take();
}

std::string intAttribute(std::string_view name, int64_t value) {
  return attributeOf(name, OnnxAttributeType::Int).integer(3, value).take();
}

std::string floatAttribute(std::string_view name, float value) {
  return attributeOf(name, OnnxAttributeType::Float).fixed32(2, value).take();
}

std::string stringAttribute(std::string_view name, std::string_view value) {
  return attributeOf(name, OnnxAttributeType::String).bytes(4, value).take();
}

std::string intsAttribute(std::string_view name, const Ints &values) {
  WireWriter writer = attributeOf(name, OnnxAttributeType::Ints);
  for (int64_t value : values)
    writer.integer(8, value);
  return writer.take();
}

std::string tensorAttribute(std::string_view name, std::string_view tensor) {
  return attributeOf(name, OnnxAttributeType::Tensor).bytes(5, tensor).take();
}

std::string graphAttribute(std::string_view name, std::string_view graph) {
  return attributeOf(name, OnnxAttributeType::Graph).bytes(6, graph).take();
}

std::string node(const NodeSpec &spec) {
  WireWriter writer;
  addEach(writer, 1, spec.inputs);
  addEach(writer, 2, spec.outputs);
  if (!spec.name.empty())
    writer.bytes(3, spec.name);
  writer.bytes(4, spec.opType);
  addEach(writer, 5, spec.attributes);
  if (!spec.domain.empty())
    writer.bytes(7, spec.domain);
  return writer.take();
}

std::string tensorInfo(std::string_view name, OnnxElementType type,
                       const Strings &dims) {
  WireWriter shape;
  for (const std::string &dim : dims)
    shape.bytes(1, dimension(dim));
  WireWriter tensor;
  tensor.integer(1, static_cast<int64_t>(type)).bytes(2, shape.text());
  std::string typeProto = WireWriter().bytes(1, tensor.text()).take();
  return WireWriter().bytes(1, name).bytes(2, typeProto).take();
}

std::string bareInfo(std::string_view name) {
  return WireWriter().bytes(1, name).take();
}

std::string graph(const GraphSpec &spec) {
  WireWriter writer;
  addEach(writer, 1, spec.nodes);
  writer.bytes(2, spec.name);
  addEach(writer, 5, spec.initializers);
  addEach(writer, 11, spec.inputs);
  addEach(writer, 12, spec.outputs);
  addEach(writer, 13, spec.valueInfos);
  return writer.take();
}

std::string opset(std::string_view domain, int64_t version) {
  WireWriter writer;
  if (!domain.empty())
    writer.bytes(1, domain);
  return writer.integer(2, version).take();
}

std::string function(const FunctionSpec &spec) {
  WireWriter writer;
  writer.bytes(1, spec.name);
  addEach(writer, 4, spec.inputs);
  addEach(writer, 5, spec.outputs);
  addEach(writer, 7, spec.nodes);
  addEach(writer, 9, spec.opsets);
  return writer.bytes(10, spec.domain).take();
}

std::string model(const ModelSpec &spec) {
  // The order in which ONNX's own library writes: the imports come last.
  WireWriter writer;
  writer.integer(1, spec.irVersion).bytes(2, "tenon-test");
  writer.bytes(7, spec.graph);
  writer.bytes(14, entry("made-by", "a test"));
  addEach(writer, 25, spec.functions);
  addEach(writer, 8, spec.opsets);
  return writer.take();
}

std::string sampleModel() {
  constexpr OnnxElementType kFloat = OnnxElementType::Float32;
  std::string constant =
      node({.opType = "Constant",
            .inputs = {},
            .outputs = {"flag"},
            .attributes = {tensorAttribute(
                "value", rawTensor("", OnnxElementType::Bool, {}, "\1"))}});
  auto body = [&](const char *opType, const char *result) {
    return graph(
        {.nodes = {node(
             {.opType = opType, .inputs = {"sum"}, .outputs = {result}})},
         .outputs = {tensorInfo(result, kFloat, {"N", "2"})},
         .name = result});
  };
  std::string whole = graph(
      {.nodes = {node({.opType = "Add",
                       .inputs = {"x", "w"},
                       .outputs = {"sum"},
                       .name = "add"}),
                 constant,
                 node({.opType = "If",
                       .inputs = {"flag"},
                       .outputs = {"chosen"},
                       .attributes =
                           {graphAttribute("then_branch", body("Relu", "t")),
                            graphAttribute("else_branch", body("Neg", "e"))},
                       .name = "choose"}),
                 node({.opType = "Twice",
                       .inputs = {"chosen"},
                       .outputs = {"y"},
                       .name = "call",
                       .domain = "test.local"})},
       .inputs = {tensorInfo("x", kFloat, {"N", "2"})},
       .outputs = {tensorInfo("y", kFloat, {"N", "2"})},
       .initializers = {floatTensor("w", {2}, {1.0F, -2.0F})},
       .valueInfos = {tensorInfo("sum", kFloat, {"?", "2"})}});
  std::string twice =
      function({.domain = "test.local",
                .name = "Twice",
                .inputs = {"a"},
                .outputs = {"b"},
                .nodes = {node(
                    {.opType = "Add", .inputs = {"a", "a"}, .outputs = {"b"}})},
                .opsets = {opset("", 17)}});
  return model({.graph = whole,
                .opsets = {opset("", 17), opset("test.local", 1)},
                .functions = {twice}});
}

} // namespace tenon::test
