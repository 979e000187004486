// SPDX-License-Identifier: Apache-2.0
// A tensor of the reference: every element held exactly, as double or int64
// (ScalarType.h says how), whatever the declared element type is.
//
// Copies share their elements; only the maker of a tensor writes to it.
#ifndef TENON_COMPILER_REFERENCE_TENSOR_H
#define TENON_COMPILER_REFERENCE_TENSOR_H

#include "compiler/ir/graph/Graph.h"
#include "compiler/reference/ScalarType.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace tenon::reference {

/// The product of `shape`; absent when a size is negative or the elements
/// cannot be addressed.
std::optional<int64_t> countElements(llvm::ArrayRef<int64_t> shape);

class Tensor {
public:
  /// Elements that may be read (not used) before the first and after the last.
  static constexpr int64_t kSlack = 256;

  Tensor() = default;
  /// All zeros. Fails, never aborts, when memory is not to be had.
  static llvm::Expected<Tensor> make(mlir::Type elementType,
                                     llvm::ArrayRef<int64_t> shape);
  /// From stored elements: row-major, little-endian, bool a byte each.
  static llvm::Expected<Tensor> fromBytes(mlir::Type elementType,
                                          llvm::ArrayRef<int64_t> shape,
                                          llvm::ArrayRef<char> bytes);
  static llvm::Expected<Tensor> fromLiteral(mlir::DenseElementsAttr literal);
  /// The value of a constant, its weight read from the dialect's table.
  static llvm::Expected<Tensor> fromConstant(ConstantOp constant);

  mlir::Type elementType() const { return type; }
  ScalarType scalarType() const { return scalar; }
  llvm::ArrayRef<int64_t> shape() const { return sizes; }
  int64_t rank() const { return sizes.size(); }
  int64_t numElements() const { return count; }
  int64_t strideElements(unsigned dim) const;
  bool isReal() const { return scalar.isReal(); }

  /// The elements, row-major; of the one form that `isReal` says.
  llvm::ArrayRef<double> reals() const;
  llvm::ArrayRef<int64_t> integers() const;
  llvm::MutableArrayRef<double> reals();
  llvm::MutableArrayRef<int64_t> integers();

  Number at(int64_t position) const;
  /// Elements as they are stored, the inverse of fromBytes. `to` has
  /// `storedBytes()` bytes.
  int64_t storedBytes() const { return count * scalar.bytes(); }
  void toBytes(llvm::MutableArrayRef<char> to) const;
  std::vector<char> toBytes() const;

private:
  using Word = uint64_t; // bits of a double or an int64

  mlir::Type type;
  ScalarType scalar;
  llvm::SmallVector<int64_t> sizes;
  int64_t count = 0;
  std::shared_ptr<Word> words;
};

} // namespace tenon::reference

#endif // TENON_COMPILER_REFERENCE_TENSOR_H
