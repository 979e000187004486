// SPDX-License-Identifier: Apache-2.0
// Tensors and element types of the file as constants and types of the graph.
#include "compiler/onnx/OpImport.h"
#include "compiler/onnx/wire/TensorData.h"

using namespace mlir;

namespace tenon {

Type elementTypeFor(MLIRContext *context, OnnxElementType type) {
  auto integer = [&](unsigned width, bool isUnsigned) -> Type {
    return IntegerType::get(context, width,
                            isUnsigned ? IntegerType::Unsigned
                                       : IntegerType::Signless);
  };
  switch (type) {
  case OnnxElementType::Float16:
    return Float16Type::get(context);
  case OnnxElementType::Bfloat16:
    return BFloat16Type::get(context);
  case OnnxElementType::Float32:
    return Float32Type::get(context);
  case OnnxElementType::Float64:
    return Float64Type::get(context);
  case OnnxElementType::Bool:
    return integer(1, false);
  case OnnxElementType::Int8:
    return integer(8, false);
  case OnnxElementType::Int16:
    return integer(16, false);
  case OnnxElementType::Int32:
    return integer(32, false);
  case OnnxElementType::Int64:
    return integer(64, false);
  case OnnxElementType::Uint8:
    return integer(8, true);
  case OnnxElementType::Uint16:
    return integer(16, true);
  case OnnxElementType::Uint32:
    return integer(32, true);
  case OnnxElementType::Uint64:
    return integer(64, true);
  default:
    return {};
  }
}

OnnxElementType onnxTypeOf(Type type) {
  if (type.isF16())
    return OnnxElementType::Float16;
  if (type.isBF16())
    return OnnxElementType::Bfloat16;
  if (type.isF32())
    return OnnxElementType::Float32;
  if (type.isF64())
    return OnnxElementType::Float64;
  if (type.isInteger(1))
    return OnnxElementType::Bool;
  bool isUnsigned = type.isUnsignedInteger();
  switch (type.getIntOrFloatBitWidth()) {
  case 8:
    return isUnsigned ? OnnxElementType::Uint8 : OnnxElementType::Int8;
  case 16:
    return isUnsigned ? OnnxElementType::Uint16 : OnnxElementType::Int16;
  case 32:
    return isUnsigned ? OnnxElementType::Uint32 : OnnxElementType::Int32;
  default:
    return isUnsigned ? OnnxElementType::Uint64 : OnnxElementType::Int64;
  }
}

Value importTensor(GraphBuilder &graph, const OnnxTensor &tensor,
                   std::shared_ptr<const void> owner, std::string &error) {
  Type elementType = elementTypeFor(graph.context(), tensor.elementType);
  if (!elementType) {
    error = "element type " + std::string(elementTypeName(tensor.elementType)) +
            " is not supported";
    return {};
  }
  OnnxResult<OnnxTensorBytes> data = tensorBytes(tensor);
  if (!data) {
    error = data.error().text();
    return {};
  }
  auto type = RankedTensorType::get(
      llvm::ArrayRef<int64_t>(tensor.dims.data(), tensor.dims.size()),
      elementType);
  std::string_view bytes = data->bytes();
  if (data->ownsBytes())
    return graph.constant(type, std::vector<char>(bytes.begin(), bytes.end()));
  return graph.constant(type, llvm::ArrayRef<char>(bytes.data(), bytes.size()),
                        std::move(owner));
}

} // namespace tenon
