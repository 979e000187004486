// SPDX-License-Identifier: Apache-2.0
// Look-ups in the plain structs of a model.
#include "compiler/onnx/wire/OnnxModel.h"

#include <array>

namespace tenon {

std::string_view attributeTypeName(OnnxAttributeType type) {
  static constexpr std::array<std::string_view, 15> kNames = {
      "undefined",      "float",   "int",    "string",
      "tensor",         "graph",   "floats", "ints",
      "strings",        "tensors", "graphs", "sparse tensor",
      "sparse tensors", "type",    "types"};
  auto number = static_cast<int32_t>(type);
  if (number < 0 || number >= static_cast<int32_t>(kNames.size()))
    return "unknown";
  return kNames[static_cast<size_t>(number)];
}

const OnnxAttribute *
OnnxNode::findAttribute(std::string_view attributeName) const {
  for (const OnnxAttribute &attribute : attributes)
    if (attribute.name == attributeName)
      return &attribute;
  return nullptr;
}

bool OnnxGraph::isBodyOfFunction() const {
  return function && function->body == this;
}

int64_t OnnxModel::opsetVersion(std::string_view opsetDomain) const {
  for (const OnnxOpsetImport &import : opsetImports)
    if (import.domain == opsetDomain)
      return import.version;
  return 0;
}

} // namespace tenon
