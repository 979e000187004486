// SPDX-License-Identifier: Apache-2.0
// Builds the plain structs of a model of one node and runs it.
#include "test/unit/onnx/OneNodeModel.h"
#include "compiler/reference/Interpreter.h"
#include <gtest/gtest.h>

using namespace mlir;

namespace tenon {

TestTensor floats(std::vector<int64_t> dims, std::vector<double> values) {
  return {OnnxElementType::Float32, std::move(dims), std::move(values)};
}
TestTensor ints(std::vector<int64_t> dims, std::vector<double> values) {
  return {OnnxElementType::Int64, std::move(dims), std::move(values)};
}
TestTensor bools(std::vector<int64_t> dims, std::vector<double> values) {
  return {OnnxElementType::Bool, std::move(dims), std::move(values)};
}

static std::string nameOf(size_t i) { return "x" + std::to_string(i); }

static llvm::Expected<reference::Tensor>
referenceTensor(MLIRContext *context, const TestTensor &tensor) {
  auto made = reference::Tensor::make(elementTypeFor(context, tensor.type),
                                      tensor.dims);
  if (!made)
    return made.takeError();
  for (auto [i, value] : llvm::enumerate(tensor.values)) {
    if (made->isReal())
      made->reals()[i] = made->scalarType().round(value);
    else
      made->integers()[i] = static_cast<int64_t>(value);
  }
  return made;
}

static TestTensor testTensor(const reference::Tensor &tensor) {
  TestTensor result{onnxTypeOf(tensor.elementType()),
                    {tensor.shape().begin(), tensor.shape().end()},
                    {}};
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    result.values.push_back(tensor.isReal()
                                ? tensor.reals()[i]
                                : static_cast<double>(tensor.integers()[i]));
  return result;
}

//===--- Building ---------------------------------------------------------===//

OneNodeModel &OneNodeModel::input(TestTensor tensor) {
  operands.push_back({std::move(tensor), true, false, {}});
  return *this;
}

OneNodeModel &OneNodeModel::constant(TestTensor tensor) {
  operands.push_back({std::move(tensor), true, true, {}});
  return *this;
}

OneNodeModel &OneNodeModel::noInput() {
  operands.emplace_back();
  return *this;
}

OneNodeModel &OneNodeModel::dynamic(size_t dim, const char *name) {
  operands.back().dimNames.resize(operands.back().tensor.dims.size());
  operands.back().dimNames[dim] = name;
  return *this;
}

OneNodeModel &OneNodeModel::outputs(size_t count) {
  outputCount = count;
  return *this;
}

OneNodeModel::Attribute &OneNodeModel::newAttribute(const char *name,
                                                    OnnxAttributeType type) {
  attributes.emplace_back();
  attributes.back().view.name = name;
  attributes.back().view.type = type;
  return attributes.back();
}

OneNodeModel &OneNodeModel::attribute(const char *name, int64_t value) {
  newAttribute(name, OnnxAttributeType::Int).view.intValue = value;
  return *this;
}

OneNodeModel &OneNodeModel::attribute(const char *name, float value) {
  newAttribute(name, OnnxAttributeType::Float).view.floatValue = value;
  return *this;
}

OneNodeModel &OneNodeModel::attribute(const char *name, const char *value) {
  newAttribute(name, OnnxAttributeType::String).view.stringValue = value;
  return *this;
}

OneNodeModel &OneNodeModel::attribute(const char *name,
                                      std::vector<int64_t> values) {
  newAttribute(name, OnnxAttributeType::Ints).ints = std::move(values);
  return *this;
}

OneNodeModel &OneNodeModel::attribute(const char *name,
                                      std::vector<float> values) {
  newAttribute(name, OnnxAttributeType::Floats).floats = std::move(values);
  return *this;
}

OneNodeModel &OneNodeModel::attribute(const char *name,
                                      std::vector<std::string_view> values) {
  newAttribute(name, OnnxAttributeType::Strings).strings = std::move(values);
  return *this;
}

OneNodeModel &OneNodeModel::attribute(const char *name, TestTensor value) {
  newAttribute(name, OnnxAttributeType::Tensor).tensor = std::move(value);
  return *this;
}

OnnxAttribute OneNodeModel::attributeView(const Attribute &attribute) {
  OnnxAttribute view = attribute.view;
  view.ints = attribute.ints;
  view.floats = attribute.floats;
  view.strings = attribute.strings;
  if (attribute.tensor) {
    tensors.push_back(store("", *attribute.tensor));
    view.tensors = {&tensors.back(), 1};
  }
  return view;
}

/// The tensor as the file would hold it: raw bytes.
OnnxTensor OneNodeModel::store(const std::string &name,
                               const TestTensor &tensor) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  std::vector<char> bytes =
      llvm::cantFail(referenceTensor(&context, tensor)).toBytes();
  lists.push_back(tensor.dims);
  texts.emplace_back(bytes.begin(), bytes.end());
  OnnxTensor stored;
  stored.bytes = texts.back();
  stored.dims = lists.back();
  stored.elementType = tensor.type;
  stored.dataKind = OnnxDataKind::Raw;
  texts.push_back(name);
  stored.name = texts.back();
  return stored;
}

void OneNodeModel::declare(const Operand &operand, const std::string &name) {
  if (operand.known) {
    initializers.push_back(store(name, operand.tensor));
    return;
  }
  dimLists.emplace_back();
  for (auto [i, size] : llvm::enumerate(operand.tensor.dims)) {
    OnnxDim dim{OnnxDim::Kind::Value, size, {}};
    if (i < operand.dimNames.size() && !operand.dimNames[i].empty())
      dim = {OnnxDim::Kind::Parameter, 0, operand.dimNames[i]};
    dimLists.back().push_back(dim);
  }
  texts.push_back(name);
  OnnxValueInfo info{texts.back(), {}};
  info.type.kind = OnnxType::Kind::Tensor;
  info.type.hasShape = true;
  info.type.elementType = operand.tensor.type;
  info.type.dims = dimLists.back();
  inputs.push_back(info);
}

//===--- Running ----------------------------------------------------------===//

static OneNodeModel::Result
runModule(ModuleOp module, llvm::ArrayRef<reference::Tensor> arguments) {
  OneNodeModel::Result result;
  auto outputs = reference::interpret(module.lookupSymbol<func::FuncOp>("main"),
                                      arguments);
  if (!outputs) {
    result.problem = llvm::toString(outputs.takeError());
    return result;
  }
  for (const reference::Tensor &output : *outputs)
    result.outputs.push_back(testTensor(output));
  return result;
}

OneNodeModel::Result OneNodeModel::run() {
  std::vector<std::string> names, outputNames;
  for (size_t i = 0; i < operands.size(); ++i)
    names.push_back(operands[i].given ? nameOf(i) : "");
  for (size_t i = 0; i < outputCount; ++i)
    outputNames.push_back("y" + std::to_string(i));
  for (size_t i = 0; i < operands.size(); ++i)
    if (operands[i].given)
      declare(operands[i], names[i]);
  std::vector<std::string_view> nodeInputs(names.begin(), names.end());
  std::vector<std::string_view> nodeOutputs(outputNames.begin(),
                                            outputNames.end());
  std::vector<OnnxValueInfo> results;
  for (const std::string &name : outputNames)
    results.push_back({name, {}});
  OnnxNode node;
  node.opType = op;
  node.inputs = nodeInputs;
  node.outputs = nodeOutputs;
  std::vector<OnnxAttribute> views;
  for (const Attribute &attribute : attributes)
    views.push_back(attributeView(attribute));
  node.attributes = views;
  OnnxGraph graph;
  graph.nodes = {&node, 1};
  graph.initializers = initializers;
  graph.inputs = inputs;
  graph.outputs = results;
  OnnxOpsetImport imported{"", opset};
  OnnxModel model;
  model.opsetImports = {&imported, 1};
  model.graph = &graph;

  MLIRContext context(MLIRContext::Threading::DISABLED);
  ImportResult module = importModel(context, model);
  if (!module.problems.empty()) {
    const ImportProblem &problem = module.problems.front();
    return {problem.what, problem.kind == ImportProblem::Kind::Unsupported, {}};
  }
  std::vector<reference::Tensor> arguments;
  for (const Operand &operand : operands)
    if (operand.given && !operand.known)
      arguments.push_back(
          llvm::cantFail(referenceTensor(&context, operand.tensor)));
  return runModule(*module.module, arguments);
}

std::vector<double> OneNodeModel::values() {
  Result result = run();
  EXPECT_EQ("", result.problem);
  if (result.outputs.empty())
    return {};
  return result.outputs.front().values;
}

} // namespace tenon
