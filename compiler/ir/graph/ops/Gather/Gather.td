// SPDX-License-Identifier: Apache-2.0
include "compiler/ir/graph/Graph.td"

def GatherOp : TenonOp<"gather"> {
  let summary = "Selects along one axis by computed indices";
  let description = [{
    result[a..., i..., b...] = data[a..., indices[i...], b...] with `axis`
    dimensions before. A negative index counts from the end; one outside is
    reported at run time.
  }];
  let arguments = (ins AnyRankedTensor:$data, AnyRankedTensor:$indices, I64Attr:$axis);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{ $data `[` $indices `]` $axis attr-dict `:` functional-type(operands, $result) }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    static ::mlir::RankedTensorType resultType(::mlir::Value data,
        ::mlir::Value indices, int64_t axis);
  }];
}
