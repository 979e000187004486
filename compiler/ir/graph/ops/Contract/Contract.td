// SPDX-License-Identifier: Apache-2.0
include "compiler/ir/graph/Graph.td"

def ContractOp : TenonOp<"contract"> {
  let summary = "Sum of products over shared dimensions (every matrix product)";
  let description = [{
    Loops are numbered: 0..rank-1 are the result's dimensions, larger numbers
    are summed. lhs_loops and rhs_loops give the loop of each operand
    dimension. Half types are accumulated in fp32; the result may be of that
    type, for a bias to be added before the one rounding.
  }];
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs, DenseI64ArrayAttr:$lhs_loops, DenseI64ArrayAttr:$rhs_loops);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{ $lhs $lhs_loops `,` $rhs $rhs_loops attr-dict `:` functional-type(operands, $result) }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The size of every loop, or an empty list when operands disagree.
    static ::tenon::Sizes loopSizes(::mlir::Value lhs, ::mlir::Value rhs,
        ::llvm::ArrayRef<int64_t> lhsLoops, ::llvm::ArrayRef<int64_t> rhsLoops);
    /// Null when operands disagree. `resultRank` loops are kept.
    static ::mlir::RankedTensorType resultType(::mlir::Value lhs,
        ::mlir::Value rhs, ::llvm::ArrayRef<int64_t> lhsLoops,
        ::llvm::ArrayRef<int64_t> rhsLoops, unsigned resultRank);
  }];
}
