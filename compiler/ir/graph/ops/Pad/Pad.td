// SPDX-License-Identifier: Apache-2.0
include "compiler/ir/graph/Graph.td"

def PadOp : TenonOp<"pad"> {
  let summary = "Extends a tensor";
  let description = [{
    low[d] elements are added before dimension d (negative: removed); what lies
    outside is `value` (rank 0) or comes from inside by `mode`.
  }];
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$value, IndexExprsAttr:$low, PadModeAttr:$mode);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{ $input `,` $value $low $mode attr-dict `:` functional-type(operands, $result) }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    static ::mlir::RankedTensorType resultType(::mlir::Value input,
        ::llvm::ArrayRef<::tenon::IndexExpr> low,
        ::llvm::ArrayRef<::tenon::IndexExpr> high);
  }];
}
