// SPDX-License-Identifier: Apache-2.0
// A tensor as kernels and files hold it, read element by element: for who wants
// a few elements of a large one, which a Tensor would widen as a whole.
#ifndef TENON_COMPILER_REFERENCE_STOREDTENSOR_H
#define TENON_COMPILER_REFERENCE_STOREDTENSOR_H

#include "compiler/reference/Tensor.h"

namespace tenon::reference {

/// Views bytes, which must live as long.
class StoredTensor {
public:
  /// `bytes` as of Tensor::fromBytes, which refuses the same.
  static llvm::Expected<StoredTensor> of(mlir::Type elementType,
                                         llvm::ArrayRef<int64_t> shape,
                                         llvm::ArrayRef<char> bytes);

  mlir::Type elementType() const { return type; }
  ScalarType scalarType() const { return scalar; }
  llvm::ArrayRef<int64_t> shape() const { return sizes; }
  int64_t numElements() const { return count; }
  bool isReal() const { return scalar.isReal(); }

  Number at(int64_t position) const {
    const char *from = bytes.data() + position * scalar.bytes();
    if (isReal())
      return {true, scalar.readReal(from), 0};
    return {false, 0, scalar.readInteger(from)};
  }

private:
  mlir::Type type;
  ScalarType scalar;
  llvm::SmallVector<int64_t> sizes;
  int64_t count = 0;
  llvm::ArrayRef<char> bytes;
};

} // namespace tenon::reference

#endif // TENON_COMPILER_REFERENCE_STOREDTENSOR_H
