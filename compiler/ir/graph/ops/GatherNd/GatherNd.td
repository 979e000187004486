// SPDX-License-Identifier: Apache-2.0
include "compiler/ir/graph/Graph.td"

def GatherNdOp : TenonOp<"gather_nd"> {
  let summary = "Reads elements at computed places, any dimensions at once";
  let description = [{
    Loops are numbered: 0..rank-1 are the result's dimensions. data_loops gives
    the loop of each data dimension, or -1 for one whose index is read from
    `indices`. index_loops gives the loop of each dimension of `indices`, with
    -1 for the one that lists the indices of the data dimensions marked -1, in
    their order; it may be missing when there is one such dimension. A loop is
    as long as its dimension of `indices`, or of the data where `indices` lacks
    it; the data may be longer. A negative index counts from the end; one
    outside is reported at run time or, with `clamp`, moved to the nearest end
    (negative ones to 0).
  }];
  let arguments = (ins AnyRankedTensor:$data, AnyRankedTensor:$indices, DenseI64ArrayAttr:$data_loops, DenseI64ArrayAttr:$index_loops, BoolAttr:$clamp);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{ $data $data_loops `[` $indices $index_loops `]` attr-dict `:` functional-type(operands, $result) }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Null when a loop has no size.
    static ::mlir::RankedTensorType resultType(::mlir::Value data,
        ::mlir::Value indices, ::llvm::ArrayRef<int64_t> dataLoops,
        ::llvm::ArrayRef<int64_t> indexLoops);
  }];
}
