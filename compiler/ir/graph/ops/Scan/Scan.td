// SPDX-License-Identifier: Apache-2.0
include "compiler/ir/graph/Graph.td"

def ScanOp : TenonSequentialOp<"scan"> {
  let summary = "Folds a dimension and keeps every step";
  let description = [{
    result[i] along `axis` is the fold of input[0..i], or of input[0..i-1] if
    exclusive; each step is rounded to the element type. The Arg kinds have no
    scan. A scan from the end is one between two slices with step -1.
  }];
  let arguments = (ins AnyRankedTensor:$input, ReduceKindAttr:$kind, I64Attr:$axis, BoolAttr:$exclusive);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{ $kind $input $axis attr-dict `:` functional-type($input, $result) }];
  let hasVerifier = 1;
}
