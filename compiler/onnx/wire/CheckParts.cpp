// SPDX-License-Identifier: Apache-2.0
// Each part of a model by itself: tensors against their shapes, declared
// types and dimensions, attributes, nodes.
#include "compiler/onnx/wire/CheckedInt64.h"
#include "compiler/onnx/wire/NodePath.h"
#include "compiler/onnx/wire/TensorData.h"
#include "compiler/onnx/wire/ValidationSteps.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

namespace tenon {
namespace {

/// Where we are, put into words only when there is something to report.
struct Place {
  const OnnxGraph &graph;
  const OnnxNode *node = nullptr;
  const char *kind = nullptr; ///< "initializer" and the like
  std::string_view name = {};

  std::string text() const {
    if (!node)
      return kind ? valuePath(graph, kind, name) : graphPath(graph);
    std::string path = nodePath(graph, *node);
    return kind ? path + " / " + kind + " " + quoteName(name) : path;
  }
};

class PartsCheck {
public:
  PartsCheck(const OnnxGraph &graph, const OnnxLimits &limits,
             ErrorList &errors)
      : graph(graph), limits(limits), errors(errors) {}

  void check();

private:
  void report(OnnxError error, const Place &place) {
    errors.add(std::move(error), place.text());
  }
  void checkTensor(const OnnxTensor &tensor, const Place &place);
  void checkSparse(const OnnxSparseTensor &tensor, const Place &place);
  void checkSparseIndices(const OnnxSparseTensor &tensor, int64_t denseCount,
                          const Place &place);
  void checkValueInfo(const OnnxValueInfo &info, const char *kind);
  void checkType(const OnnxType &type, const Place &place);
  void checkDims(std::span<const OnnxDim> dims, const Place &place);
  void checkDefaults();
  void checkNode(const OnnxNode &node);
  void checkAttributes(std::span<const OnnxAttribute> attributes,
                       const OnnxNode *node);
  void checkAttribute(const OnnxAttribute &attribute, const Place &place);

  const OnnxGraph &graph;
  const OnnxLimits &limits;
  ErrorList &errors;
};

OnnxError fault(OnnxErrorCode code, std::string what, std::string found,
                std::string allowed) {
  return {.code = code,
          .what = std::move(what),
          .found = std::move(found),
          .allowed = std::move(allowed),
          .nextStep = "Export the model again."};
}

void PartsCheck::checkTensor(const OnnxTensor &tensor, const Place &place) {
  if (auto error = checkTensorData(tensor, limits))
    report(*std::move(error), place);
}

void PartsCheck::checkSparseIndices(const OnnxSparseTensor &tensor,
                                    int64_t denseCount, const Place &place) {
  auto bytes = tensorBytes(tensor.indices, limits);
  if (!bytes)
    return report(std::move(bytes.error()), place);
  bool isLinear = tensor.indices.dims.size() == 1;
  size_t numParts = isLinear ? 1 : tensor.dims.size();
  const char *data = bytes->bytes().data();
  size_t numIndices = bytes->bytes().size() / sizeof(int64_t);
  for (size_t i = 0; i < numIndices; ++i) {
    int64_t index = 0;
    std::memcpy(&index, data + i * sizeof(index), sizeof(index));
    int64_t bound = isLinear ? denseCount : tensor.dims[i % numParts];
    if (index < 0 || index >= bound)
      return report(fault(OnnxErrorCode::BadTensor,
                          "an index of a sparse tensor is out of range",
                          std::to_string(index),
                          "0 to " + std::to_string(bound - 1)),
                    place);
  }
}

void PartsCheck::checkSparse(const OnnxSparseTensor &tensor,
                             const Place &place) {
  OnnxTensor dense;
  dense.dims = tensor.dims;
  OnnxResult<int64_t> denseCount = elementCount(dense, limits);
  if (!denseCount)
    return report(std::move(denseCount.error()), place);
  for (const OnnxTensor *part : {&tensor.values, &tensor.indices})
    if (auto error = checkTensorData(*part, limits))
      return report(*std::move(error), place);
  auto valueDims = tensor.values.dims;
  auto indexDims = tensor.indices.dims;
  bool isLinear = indexDims.size() == 1;
  bool isByAxis = indexDims.size() == 2 &&
                  indexDims[1] == static_cast<int64_t>(tensor.dims.size());
  bool fits = valueDims.size() == 1 && (isLinear || isByAxis) &&
              indexDims[0] == valueDims[0] && valueDims[0] <= *denseCount &&
              tensor.indices.elementType == OnnxElementType::Int64;
  if (!fits)
    return report(fault(OnnxErrorCode::BadTensor,
                        "the parts of a sparse tensor do not fit", "",
                        "values [n], indices i64 [n] or [n, rank]"),
                  place);
  checkSparseIndices(tensor, *denseCount, place);
}

void PartsCheck::checkDims(std::span<const OnnxDim> dims, const Place &place) {
  CheckedInt64 count = 1;
  for (const OnnxDim &dim : dims) {
    if (dim.kind != OnnxDim::Kind::Value)
      continue;
    if (dim.value < 0)
      return report({.code = OnnxErrorCode::BadShape,
                     .what = "a dimension is negative",
                     .found = std::to_string(dim.value),
                     .allowed = "0 or more",
                     .nextStep =
                         "Give an open dimension a name (dim_param) or leave "
                         "it out."},
                    place);
    count = count * std::max<int64_t>(dim.value, 1);
  }
  if (!count.isAtMost(limits.elementsPerTensor))
    report(fault(OnnxErrorCode::BadShape, "a tensor is too large", "",
                 "at most " + std::to_string(limits.elementsPerTensor) +
                     " elements"),
           place);
}

void PartsCheck::checkType(const OnnxType &type, const Place &place) {
  bool hasElement = type.kind == OnnxType::Kind::Tensor ||
                    type.kind == OnnxType::Kind::SparseTensor;
  if (hasElement && !isKnownElementType(type.elementType))
    report(fault(OnnxErrorCode::BadType,
                 "a value has no element type that ONNX knows",
                 std::to_string(static_cast<int32_t>(type.elementType)),
                 "1 to 26"),
           place);
  checkDims(type.dims, place);
}

void PartsCheck::checkValueInfo(const OnnxValueInfo &info, const char *kind) {
  Place place{.graph = graph, .kind = kind, .name = info.name};
  bool isInputOfModel = !graph.parentNode && std::string_view(kind) == "input";
  if (isInputOfModel && info.type.kind == OnnxType::Kind::None)
    report(fault(OnnxErrorCode::BadType, "an input has no type", "",
                 "a tensor, sequence, map or optional type"),
           place);
  checkType(info.type, place);
}

/// An input's default must be a value of the input's type.
void PartsCheck::checkDefaults() {
  std::map<std::string_view, const OnnxType *> inputs;
  for (const OnnxValueInfo &input : graph.inputs)
    if (input.type.isTensor())
      inputs.emplace(input.name, &input.type);
  for (const OnnxTensor &tensor : graph.initializers) {
    auto input = inputs.find(tensor.name);
    if (input == inputs.end())
      continue;
    const OnnxType &type = *input->second;
    bool fits = type.elementType == tensor.elementType;
    bool sameRank = type.dims.size() == tensor.dims.size();
    fits &= !type.hasShape || sameRank;
    for (size_t i = 0; fits && type.hasShape && i < type.dims.size(); ++i)
      fits = type.dims[i].kind != OnnxDim::Kind::Value ||
             type.dims[i].value == tensor.dims[i];
    if (!fits)
      report(fault(OnnxErrorCode::BadType,
                   "an initializer contradicts the type of the input "
                   "whose default it is",
                   std::string(elementTypeName(tensor.elementType)) +
                       " of rank " + std::to_string(tensor.dims.size()),
                   "the element type and dimensions of the input"),
             {.graph = graph, .kind = "initializer", .name = tensor.name});
  }
}

void PartsCheck::checkAttribute(const OnnxAttribute &attribute,
                                const Place &place) {
  if (!attribute.refAttrName.empty() && !graph.function)
    report(fault(OnnxErrorCode::BadAttribute,
                 "an attribute refers to one of a function, but stands "
                 "in none",
                 quoteName(attribute.refAttrName), "a value"),
           place);
  for (const OnnxTensor &tensor : attribute.tensors)
    checkTensor(tensor, place);
  for (const OnnxSparseTensor &tensor : attribute.sparseTensors)
    checkSparse(tensor, place);
  for (const OnnxType &type : attribute.types)
    checkType(type, place);
}

void PartsCheck::checkAttributes(std::span<const OnnxAttribute> attributes,
                                 const OnnxNode *node) {
  std::vector<std::string_view> names;
  for (const OnnxAttribute &attribute : attributes) {
    Place place{.graph = graph,
                .node = node,
                .kind = "attribute",
                .name = attribute.name};
    if (attribute.name.empty())
      report(fault(OnnxErrorCode::BadAttribute, "an attribute has no name", "",
                   "a name"),
             place);
    names.push_back(attribute.name);
    checkAttribute(attribute, place);
  }
  std::sort(names.begin(), names.end());
  auto twin = std::adjacent_find(names.begin(), names.end());
  if (twin != names.end())
    report(fault(OnnxErrorCode::BadAttribute,
                 "two attributes have the same name", quoteName(*twin),
                 "each name once"),
           {.graph = graph, .node = node});
}

void PartsCheck::checkNode(const OnnxNode &node) {
  if (node.opType.empty())
    report(fault(OnnxErrorCode::BadName, "a node has no operator", "",
                 "the name of an operator"),
           {.graph = graph, .node = &node});
  checkAttributes(node.attributes, &node);
}

void PartsCheck::check() {
  for (const OnnxValueInfo &info : graph.inputs)
    checkValueInfo(info, "input");
  for (const OnnxValueInfo &info : graph.outputs)
    checkValueInfo(info, "output");
  for (const OnnxValueInfo &info : graph.valueInfos)
    checkValueInfo(info, "value");
  for (const OnnxTensor &tensor : graph.initializers) {
    checkTensor(tensor,
                {.graph = graph, .kind = "initializer", .name = tensor.name});
    if (errors.isFull())
      return;
  }
  for (const OnnxSparseTensor &tensor : graph.sparseInitializers)
    checkSparse(tensor, {.graph = graph,
                         .kind = "sparse initializer",
                         .name = tensor.values.name});
  checkDefaults();
  if (graph.isBodyOfFunction())
    checkAttributes(graph.function->attributeDefaults, nullptr);
  for (const OnnxNode &node : graph.nodes) {
    checkNode(node);
    if (errors.isFull())
      return;
  }
}

} // namespace

void checkParts(const OnnxModel &model, const OnnxLimits &limits,
                ErrorList &errors) {
  for (const OnnxGraph *graph : model.graphs)
    if (!errors.isFull())
      PartsCheck(*graph, limits, errors).check();
}

} // namespace tenon
