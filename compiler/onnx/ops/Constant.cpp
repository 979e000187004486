// SPDX-License-Identifier: Apache-2.0
// Constant: a tensor of the model, or one or several numbers as attributes
// (since opset 12).
// https://onnx.ai/onnx/operators/onnx__Constant.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

/// The bytes of a number or a list of numbers as a constant.
template <typename T>
static Value fromNumbers(OpImport &op, llvm::ArrayRef<T> numbers, Type type,
                         bool isList) {
  llvm::SmallVector<int64_t> shape;
  if (isList)
    shape.push_back(static_cast<int64_t>(numbers.size()));
  const char *bytes = reinterpret_cast<const char *>(numbers.data());
  return op.graph.constant(
      RankedTensorType::get(shape, type),
      std::vector<char>(bytes, bytes + numbers.size() * sizeof(T)));
}

static LogicalResult lowerConstant(OpImport &op) {
  if (op.node.attributes.size() != 1)
    return op.invalid("has " + llvm::Twine(op.node.attributes.size()) +
                      " attributes and must have one");
  const OnnxAttribute &value = op.node.attributes.front();
  Builder types(op.graph.context());
  switch (value.type) {
  case OnnxAttributeType::Tensor: {
    FailureOr<Value> tensor = op.tensorAttribute(value.name);
    return failed(tensor) ? failure() : op.result(*tensor);
  }
  case OnnxAttributeType::Float:
    return op.result(fromNumbers(op, llvm::ArrayRef(value.floatValue),
                                 types.getF32Type(), false));
  case OnnxAttributeType::Floats:
    return op.result(fromNumbers(
        op, llvm::ArrayRef(value.floats.data(), value.floats.size()),
        types.getF32Type(), true));
  case OnnxAttributeType::Int:
    return op.result(fromNumbers(op, llvm::ArrayRef(value.intValue),
                                 types.getI64Type(), false));
  case OnnxAttributeType::Ints:
    return op.result(
        fromNumbers(op, llvm::ArrayRef(value.ints.data(), value.ints.size()),
                    types.getI64Type(), true));
  default:
    return op.unsupported("attribute '" + llvm::StringRef(value.name) +
                              "' holds no dense numbers",
                          "store the constant as a dense tensor of numbers");
  }
}

OnnxOp tenon::describeConstant() {
  OnnxOpRow tensor;
  tensor.since = 1;
  tensor.until = 10;
  tensor.attributes = {{"value", OnnxAttributeType::Tensor, true}};
  tensor.lower = lowerConstant;
  OnnxOpRow sparse = tensor;
  sparse.since = 11;
  sparse.until = 11;
  sparse.attributes = {{"value", OnnxAttributeType::Tensor},
                       {"sparse_value", OnnxAttributeType::SparseTensor}};
  OnnxOpRow numbers = sparse;
  numbers.since = 12;
  numbers.until = kLatestOpset;
  numbers.attributes.insert(numbers.attributes.end(),
                            {{"value_float", OnnxAttributeType::Float},
                             {"value_floats", OnnxAttributeType::Floats},
                             {"value_int", OnnxAttributeType::Int},
                             {"value_ints", OnnxAttributeType::Ints},
                             {"value_string", OnnxAttributeType::String},
                             {"value_strings", OnnxAttributeType::Strings}});
  return {"Constant", "a constant", {tensor, sparse, numbers}};
}
