// SPDX-License-Identifier: Apache-2.0
// AttributeProto: one value of one type. Bodies of nodes that an attribute
// holds are put on the list of graphs to read.
#include "compiler/onnx/wire/ModelReader.h"

#include "compiler/onnx/wire/NodePath.h"

namespace tenon {
namespace {

/// Field numbers of AttributeProto that are not values.
enum AttributeField : uint32_t { kName = 1, kType = 20, kRefAttrName = 21 };

/// Which field holds a value of which type (onnx.proto, AttributeProto).
struct ValueField {
  uint32_t number;
  OnnxAttributeType type;
  bool isList;
};
constexpr std::array<ValueField, 14> kValueFields = {{
    {2, OnnxAttributeType::Float, false},
    {3, OnnxAttributeType::Int, false},
    {4, OnnxAttributeType::String, false},
    {5, OnnxAttributeType::Tensor, false},
    {6, OnnxAttributeType::Graph, false},
    {7, OnnxAttributeType::Floats, true},
    {8, OnnxAttributeType::Ints, true},
    {9, OnnxAttributeType::Strings, true},
    {10, OnnxAttributeType::Tensors, true},
    {11, OnnxAttributeType::Graphs, true},
    {14, OnnxAttributeType::TypeProto, false},
    {15, OnnxAttributeType::TypeProtos, true},
    {22, OnnxAttributeType::SparseTensor, false},
    {23, OnnxAttributeType::SparseTensors, true},
}};

bool isScalar(OnnxAttributeType type) {
  return type == OnnxAttributeType::Float || type == OnnxAttributeType::Int ||
         type == OnnxAttributeType::String;
}

OnnxError badAttribute(std::string what, std::string found,
                       std::string allowed) {
  return {.code = OnnxErrorCode::BadAttribute,
          .what = std::move(what),
          .found = std::move(found),
          .allowed = std::move(allowed),
          .nextStep = "Export the model again."};
}

} // namespace

bool ModelReader::readAttributeHead(std::string_view message,
                                    OnnxAttribute &attribute,
                                    FieldCounts &counts) {
  counts.fill(0);
  return forEachField(message, [&](const WireField &field) {
    if (field.number < kNumFields)
      ++counts[field.number];
    int64_t number = 0;
    switch (field.number) {
    case kName:
      if (!nameOf(field, attribute.name))
        return false;
      place.itemName = attribute.name;
      return true;
    case kType:
      if (!intOf(field, number))
        return false;
      attribute.type = static_cast<OnnxAttributeType>(number);
      return true;
    case kRefAttrName:
      return nameOf(field, attribute.refAttrName);
    case 2:
      return floatOf(field, attribute.floatValue);
    case 3:
      return intOf(field, attribute.intValue);
    case 4:
      return bytesOf(field, attribute.stringValue);
    default:
      return true;
    }
  });
}

bool ModelReader::chooseAttributeType(const FieldCounts &counts,
                                      OnnxAttribute &attribute,
                                      uint32_t &valueField) {
  const ValueField *present = nullptr;
  const ValueField *declared = nullptr;
  for (const ValueField &row : kValueFields) {
    if (row.type == attribute.type)
      declared = &row;
    if (counts[row.number] == 0)
      continue;
    if (present)
      return fail(badAttribute("an attribute holds two values",
                               std::string(attributeTypeName(present->type)) +
                                   " and " +
                                   std::string(attributeTypeName(row.type)),
                               "one value"));
    present = &row;
  }
  // Models of the first IR versions do not say the type.
  if (attribute.type == OnnxAttributeType::Undefined)
    declared = present;
  if (!declared)
    return fail(badAttribute(
        "an attribute has no type that ONNX knows",
        std::to_string(static_cast<int32_t>(attribute.type)), "1 to 14"));
  if (present && present != declared)
    return fail(badAttribute(
        "an attribute's type and value contradict each other",
        "a value of type " + std::string(attributeTypeName(present->type)),
        std::string(attributeTypeName(declared->type)) + ", as declared"));
  bool isMessage = !declared->isList && !isScalar(declared->type);
  bool isReference = !attribute.refAttrName.empty();
  int64_t count = counts[declared->number];
  if (isMessage && count != 1 && !(isReference && count == 0))
    return fail(badAttribute(
        "an attribute needs one value", std::to_string(count) + " values",
        "one " + std::string(attributeTypeName(declared->type))));
  attribute.type = declared->type;
  valueField = declared->number;
  return true;
}

bool ModelReader::readBodies(std::string_view message, uint32_t field,
                             int64_t count, OnnxAttribute &attribute) {
  if (count > 0 && place.graph->depth >= limits.subgraphDepth)
    return failLimit("bodies of nodes are nested too deeply",
                     std::to_string(place.graph->depth + 1) + " or more",
                     limits.subgraphDepth);
  std::span<const OnnxGraph *> bodies;
  if (!allocate(count, bodies))
    return false;
  attribute.graphs = bodies;
  size_t used = 0;
  return forEachField(message, [&](const WireField &wire) {
    std::string_view bytes;
    if (wire.number != field)
      return true;
    if (!bytesOf(wire, bytes))
      return false;
    OnnxGraph *body = addGraph(bytes, kGraphProto);
    if (!body)
      return false;
    body->parentGraph = place.graph;
    body->parentNode = place.node;
    body->parentAttribute = attribute.name;
    body->function = place.graph->function;
    body->depth = place.graph->depth + 1;
    bodies[used++] = body;
    return true;
  });
}

bool ModelReader::readAttributeLists(std::string_view message, uint32_t field,
                                     int64_t count, OnnxAttribute &attribute) {
  switch (attribute.type) {
  case OnnxAttributeType::Floats:
    return readFloats(message, field, attribute.floats);
  case OnnxAttributeType::Ints:
    return readInts(message, field, attribute.ints);
  case OnnxAttributeType::Strings:
    return readStrings(message, field, /*areNames=*/false, attribute.strings);
  case OnnxAttributeType::Graph:
  case OnnxAttributeType::Graphs:
    return readBodies(message, field, count, attribute);
  case OnnxAttributeType::Tensor:
  case OnnxAttributeType::Tensors:
    return countToward(numTensors, count, limits.tensors, "tensors") &&
           readMessages(message, field, count, attribute.tensors,
                        [&](std::string_view bytes, OnnxTensor &tensor) {
                          return readTensor(bytes, tensor);
                        });
  case OnnxAttributeType::SparseTensor:
  case OnnxAttributeType::SparseTensors:
    return readMessages(message, field, count, attribute.sparseTensors,
                        [&](std::string_view bytes, OnnxSparseTensor &tensor) {
                          return readSparseTensor(bytes, tensor);
                        });
  case OnnxAttributeType::TypeProto:
  case OnnxAttributeType::TypeProtos:
    return readMessages(message, field, count, attribute.types,
                        [&](std::string_view bytes, OnnxType &type) {
                          return readType(bytes, type);
                        });
  default:
    return true;
  }
}

bool ModelReader::readAttribute(std::string_view message,
                                OnnxAttribute &attribute) {
  FieldCounts counts;
  uint32_t valueField = 0;
  return readAttributeHead(message, attribute, counts) &&
         chooseAttributeType(counts, attribute, valueField) &&
         readAttributeLists(message, valueField, counts[valueField], attribute);
}

} // namespace tenon
