// SPDX-License-Identifier: Apache-2.0
// Creates core ops with their types worked out: what importers, the builder
// API and transforms write graphs with.
//
// Operands must be right (ranks, element types); callers check what a user
// wrote. Sizes that must agree but are not proved equal become a check of the
// module, tested when shapes are bound; sizes that cannot agree are an error
// at the builder's location and give a null Value.
#ifndef TENON_COMPILER_IR_GRAPH_GRAPHBUILDER_H
#define TENON_COMPILER_IR_GRAPH_GRAPHBUILDER_H

#include "compiler/ir/graph/Graph.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace tenon {

/// What a window needs beside its operands; lists have one entry per spatial
/// dimension, empty lists mean 1 (padding: 0).
struct WindowShape {
  llvm::SmallVector<int64_t> kernel, strides, dilations, inputDilations;
  Sizes low, high;
  int64_t groups = 1;
  bool ceilMode = false;
  bool channelsLast = false;
  /// Sizes of the result's spatial dimensions; empty: worked out.
  Sizes outputSizes;
};

/// How one dimension is resampled: see ResampleOp.
struct Resampling {
  ResampleKind kind = ResampleKind::Floor;
  IndexExpr step, offset, denominator = 1; // x(i) as a fraction
  IndexExpr stretchNumerator = 1, stretchDenominator = 1;
  double coefficient = 0; // of Cubic
  bool excludeOutside = false;
  std::optional<double> extrapolation;
};

class GraphBuilder {
public:
  GraphBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  mlir::Location location() const { return loc; }
  mlir::MLIRContext *context() const { return builder.getContext(); }
  mlir::OpBuilder &mlirBuilder() { return builder; }
  mlir::ModuleOp module();
  TenonDialect &dialect();

  //===--- Leaves -------------------------------------------------------===//
  /// A rank-0 constant of any element type.
  mlir::Value scalar(double value, mlir::Type elementType);
  /// A rank-1 i64 constant.
  mlir::Value integers(llvm::ArrayRef<int64_t> values);
  /// Every element `value`.
  mlir::Value splat(double value, llvm::ArrayRef<IndexExpr> sizes,
                    mlir::Type elementType);
  /// A constant of row-major little-endian bytes: small ones become literals.
  mlir::Value constant(mlir::RankedTensorType type, std::vector<char> bytes);
  mlir::Value constant(mlir::RankedTensorType type, llvm::ArrayRef<char> bytes,
                       std::shared_ptr<const void> owner);
  /// Size expressions as an i64 tensor of rank 1.
  mlir::Value sizes(llvm::ArrayRef<IndexExpr> values);
  /// start + index[axis] * step.
  mlir::Value iota(llvm::ArrayRef<IndexExpr> sizes, int64_t axis, double start,
                   double step, mlir::Type elementType);

  //===--- Elementwise --------------------------------------------------===//
  mlir::Value apply(ScalarFn fn, llvm::ArrayRef<mlir::Value> inputs);
  mlir::Value cast(mlir::Value input, mlir::Type elementType);
  /// fn(input, value) with a literal of the input's element type.
  mlir::Value apply(ScalarFn fn, mlir::Value input, double value);
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b) {
    return apply(ScalarFn::Select, {condition, a, b});
  }
  mlir::Value add(mlir::Value a, mlir::Value b) {
    return apply(ScalarFn::Add, {a, b});
  }
  mlir::Value sub(mlir::Value a, mlir::Value b) {
    return apply(ScalarFn::Sub, {a, b});
  }
  mlir::Value mul(mlir::Value a, mlir::Value b) {
    return apply(ScalarFn::Mul, {a, b});
  }
  mlir::Value div(mlir::Value a, mlir::Value b) {
    return apply(ScalarFn::Div, {a, b});
  }

  //===--- Layout -------------------------------------------------------===//
  mlir::Value broadcast(mlir::Value input, llvm::ArrayRef<IndexExpr> sizes);
  /// The number of elements must agree (proved, or checked at bind).
  mlir::Value reshape(mlir::Value input, llvm::ArrayRef<IndexExpr> sizes);
  mlir::Value transpose(mlir::Value input, llvm::ArrayRef<int64_t> permutation);
  /// Elements start, start + step, ... of each dimension, `sizes` of them.
  mlir::Value slice(mlir::Value input, llvm::ArrayRef<IndexExpr> starts,
                    llvm::ArrayRef<int64_t> steps,
                    llvm::ArrayRef<IndexExpr> sizes);
  /// The part [begin, begin + size) of one axis.
  mlir::Value sliceAxis(mlir::Value input, int64_t axis, const IndexExpr &begin,
                        const IndexExpr &size);
  mlir::Value pad(mlir::Value input, mlir::Value value,
                  llvm::ArrayRef<IndexExpr> low, llvm::ArrayRef<IndexExpr> high,
                  PadMode mode);
  mlir::Value concat(llvm::ArrayRef<mlir::Value> inputs, int64_t axis);
  mlir::Value gather(mlir::Value data, mlir::Value indices, int64_t axis);
  /// Loops as in GatherNdOp.
  mlir::Value gatherNd(mlir::Value data, llvm::ArrayRef<int64_t> dataLoops,
                       mlir::Value indices, llvm::ArrayRef<int64_t> indexLoops,
                       bool clamp);
  /// `size` elements along `axis`.
  mlir::Value resample(mlir::Value input, int64_t axis, const IndexExpr &size,
                       const Resampling &resampling);
  /// Inserts dimensions of size 1 so that they stand at `axes` of the result.
  mlir::Value unsqueeze(mlir::Value input, llvm::ArrayRef<int64_t> axes);
  /// Drops dimensions (of size 1, or checked to be).
  mlir::Value squeeze(mlir::Value input, llvm::ArrayRef<int64_t> axes);

  //===--- Reductions ---------------------------------------------------===//
  /// With `keepDims` the reduced dimensions stay with size 1.
  mlir::Value reduce(ReduceKind kind, mlir::Value input,
                     llvm::ArrayRef<int64_t> axes, bool keepDims);
  // Products give their operands' type or, on request, their accumulator's.
  /// Loops as in ContractOp; `resultRank` of them are kept.
  mlir::Value contract(mlir::Value lhs, llvm::ArrayRef<int64_t> lhsLoops,
                       mlir::Value rhs, llvm::ArrayRef<int64_t> rhsLoops,
                       unsigned resultRank, mlir::Type resultType = {});
  mlir::Value window(WindowKind kind, mlir::Value input, mlir::Value filter,
                     WindowShape shape, mlir::Type resultType = {});

  //===--- Sizes --------------------------------------------------------===//
  /// Makes a == b hold: true when proved, or when it may hold and a check was
  /// added; false (after an error) when it cannot.
  bool requireEqual(const IndexExpr &a, const IndexExpr &b,
                    llvm::StringRef subject);
  /// The range of a size symbol of this module.
  SymbolRange symbolRange(llvm::StringRef name);
  /// `input` with sizes known to be equal to its own spelled as `sizes`.
  mlir::Value withSizes(mlir::Value input, llvm::ArrayRef<IndexExpr> sizes);

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
};

/// The range that the module gives a size symbol: [0, unbounded) by default.
SymbolRange symbolRange(mlir::ModuleOp module, llvm::StringRef name);

} // namespace tenon

#endif // TENON_COMPILER_IR_GRAPH_GRAPHBUILDER_H
