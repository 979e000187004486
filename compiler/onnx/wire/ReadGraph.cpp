// SPDX-License-Identifier: Apache-2.0
// GraphProto, the like part of FunctionProto, and NodeProto. Graphs are read
// from a list that grows as nodes with bodies are met.
#include "compiler/onnx/wire/ModelReader.h"

namespace tenon {

const ModelReader::GraphFields ModelReader::kGraphProto = {.node = 1,
                                                           .initializer = 5,
                                                           .sparse = 15,
                                                           .input = 11,
                                                           .output = 12,
                                                           .valueInfo = 13,
                                                           .name = 2};
const ModelReader::GraphFields ModelReader::kFunctionProto = {.node = 7,
                                                              .initializer = 0,
                                                              .sparse = 0,
                                                              .input = 0,
                                                              .output = 0,
                                                              .valueInfo = 12,
                                                              .name = 1};

OnnxGraph *ModelReader::addGraph(std::string_view message,
                                 const GraphFields &fields) {
  std::span<OnnxGraph> graph;
  if (!charge(sizeof(PendingGraph)) || !allocate(1, graph))
    return nullptr;
  pendingGraphs.push_back({message, graph.data(), &fields});
  return graph.data();
}

bool ModelReader::readPendingGraphs() {
  // The list grows while its graphs are read: outer ones come first.
  for (size_t i = 0; i < pendingGraphs.size(); ++i)
    if (!readGraph(pendingGraphs[i]))
      return false;
  return true;
}

bool ModelReader::readGraph(PendingGraph pending) {
  const GraphFields &fields = *pending.fields;
  OnnxGraph &graph = *pending.graph;
  std::string_view message = pending.message;
  place = {.graph = &graph};
  FieldCounts counts;
  if (!countFields(message, counts))
    return false;
  // No message has a field 0: absent parts count as none.
  counts[0] = 0;
  if (!countToward(numNodes, counts[fields.node], limits.nodes, "nodes") ||
      !countToward(numTensors, counts[fields.initializer], limits.tensors,
                   "tensors"))
    return false;
  auto info = [&](std::string_view bytes, OnnxValueInfo &value) {
    return readValueInfo(bytes, value);
  };
  bool isSound =
      readGraphName(message, fields.name, graph) &&
      readPart(message, fields.input, counts, "input", graph.inputs, info) &&
      readPart(message, fields.output, counts, "output", graph.outputs, info) &&
      readPart(message, fields.valueInfo, counts, "value info",
               graph.valueInfos, info) &&
      readPart(message, fields.initializer, counts, "initializer",
               graph.initializers,
               [&](std::string_view bytes, OnnxTensor &tensor) {
                 return readTensor(bytes, tensor);
               }) &&
      readPart(message, fields.sparse, counts, "sparse initializer",
               graph.sparseInitializers,
               [&](std::string_view bytes, OnnxSparseTensor &tensor) {
                 return readSparseTensor(bytes, tensor);
               });
  return isSound && readNodes(message, fields.node, counts[fields.node], graph);
}

bool ModelReader::readNodes(std::string_view message, uint32_t number,
                            int64_t count, OnnxGraph &graph) {
  place = {.graph = &graph};
  int64_t index = 0;
  return readMessages(message, number, count, graph.nodes,
                      [&](std::string_view bytes, OnnxNode &node) {
                        node.fileIndex = index++;
                        place = {.graph = &graph, .node = &node};
                        return readNode(bytes, node);
                      });
}

bool ModelReader::readGraphName(std::string_view message, uint32_t number,
                                OnnxGraph &graph) {
  return forEachField(message, [&](const WireField &field) {
    return field.number != number || nameOf(field, graph.name);
  });
}

bool ModelReader::readNode(std::string_view message, OnnxNode &node) {
  int64_t numAttributes = 0;
  bool isSound = forEachField(message, [&](const WireField &field) {
    switch (field.number) {
    case 3:
      return nameOf(field, node.name);
    case 4:
      return nameOf(field, node.opType);
    case 5:
      ++numAttributes;
      return true;
    case 7:
      return domainOf(field, node.domain);
    case 8:
      return nameOf(field, node.overload);
    default:
      return true;
    }
  });
  if (!isSound || !readStrings(message, 1, /*areNames=*/true, node.inputs) ||
      !readStrings(message, 2, /*areNames=*/true, node.outputs))
    return false;
  size_t operands = std::max(node.inputs.size(), node.outputs.size());
  if (static_cast<int64_t>(operands) > limits.operandsPerNode)
    return failLimit("the node has too many inputs or outputs",
                     std::to_string(operands), limits.operandsPerNode);
  place.item = "attribute";
  int64_t index = 0;
  return readMessages(message, 5, numAttributes, node.attributes,
                      [&](std::string_view bytes, OnnxAttribute &attribute) {
                        place.itemIndex = index++;
                        place.itemName = {};
                        return readAttribute(bytes, attribute);
                      });
}

} // namespace tenon
