// SPDX-License-Identifier: Apache-2.0
include "compiler/ir/graph/Graph.td"

def ConcatOp : TenonOp<"concat"> {
  let summary = "Joins tensors along one axis";
  let description = [{
    All other sizes are equal.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs, I64Attr:$axis);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{ `(` $inputs `)` $axis attr-dict `:` functional-type($inputs, $result) }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Null when the other sizes are not proved equal.
    static ::mlir::RankedTensorType resultType(::mlir::ValueRange inputs,
        int64_t axis);
  }];
}
