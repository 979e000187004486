// SPDX-License-Identifier: Apache-2.0
include "compiler/ir/graph/Graph.td"

def SizesOp : TenonOp<"sizes"> {
  let summary = "Size expressions as a tensor of integers";
  let description = [{
    result[i] = values[i]; rank 1 (or 0 with one value).
  }];
  let arguments = (ins IndexExprsAttr:$values);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{ $values attr-dict `:` type($result) }];
  let hasVerifier = 1;
}
