// SPDX-License-Identifier: Apache-2.0
// Writes the operations of one expansion (ExpandNarrowFloats, ExpandIntegers)
// in front of the operation that it replaces. Every value may be a vector: a
// constant takes the shape of its type.
#ifndef TENON_COMPILER_TARGET_CPU_OPWRITER_H
#define TENON_COMPILER_TARGET_CPU_OPWRITER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace tenon {

class OpWriter {
public:
  explicit OpWriter(mlir::Operation *op) : builder(op), loc(op->getLoc()) {}

  template <typename Op, typename... Operands>
  mlir::Value make(Operands... operands) {
    return builder.create<Op>(loc, operands...);
  }

  /// An integer or index constant; a vector type gets it in every lane.
  mlir::Value constant(mlir::Type type, const llvm::APInt &bits) {
    mlir::TypedAttr value =
        builder.getIntegerAttr(mlir::getElementTypeOrSelf(type), bits);
    if (auto vector = llvm::dyn_cast<mlir::VectorType>(type))
      value = mlir::DenseElementsAttr::get(vector,
                                           llvm::cast<mlir::Attribute>(value));
    return builder.create<mlir::arith::ConstantOp>(loc, value);
  }

  mlir::Value constant(mlir::Type type, uint64_t bits) {
    mlir::Type element = mlir::getElementTypeOrSelf(type);
    unsigned width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
    return constant(type, llvm::APInt(width, bits));
  }

  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value a,
                      mlir::Value b) {
    return builder.create<mlir::arith::CmpIOp>(loc, predicate, a, b);
  }

  mlir::Value compare(mlir::arith::CmpFPredicate predicate, mlir::Value a,
                      mlir::Value b) {
    return builder.create<mlir::arith::CmpFOp>(loc, predicate, a, b);
  }

  /// A type of `element` in the shape of `like`.
  static mlir::Type typeLike(mlir::Type like, mlir::Type element) {
    if (auto vector = llvm::dyn_cast<mlir::VectorType>(like))
      return vector.clone(element);
    return element;
  }

  mlir::Type integerLike(mlir::Value value, unsigned width) {
    return typeLike(value.getType(), builder.getIntegerType(width));
  }

  mlir::OpBuilder builder;
  mlir::Location loc;
};

} // namespace tenon

#endif // TENON_COMPILER_TARGET_CPU_OPWRITER_H
