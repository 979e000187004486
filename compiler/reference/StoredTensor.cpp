// SPDX-License-Identifier: Apache-2.0
// Checks that bytes are what a type and a shape say.
#include "compiler/reference/StoredTensor.h"
#include "compiler/reference/InterpretError.h"

namespace tenon::reference {

llvm::Expected<StoredTensor> StoredTensor::of(mlir::Type elementType,
                                              llvm::ArrayRef<int64_t> shape,
                                              llvm::ArrayRef<char> bytes) {
  std::optional<ScalarType> scalar = ScalarType::of(elementType);
  if (!scalar)
    return failWith(InterpretErrorKind::Unsupported,
                    "stored elements of a type without a reference meaning");
  std::optional<int64_t> count = countElements(shape);
  if (!count || *count * scalar->bytes() != static_cast<int64_t>(bytes.size()))
    return failWith(InterpretErrorKind::BadInput,
                    llvm::Twine(bytes.size()) +
                        " stored bytes are not what the type and shape take");
  StoredTensor tensor;
  tensor.type = elementType;
  tensor.scalar = *scalar;
  tensor.sizes.assign(shape.begin(), shape.end());
  tensor.count = *count;
  tensor.bytes = bytes;
  return tensor;
}

} // namespace tenon::reference
