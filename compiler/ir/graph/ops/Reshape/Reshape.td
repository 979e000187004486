// SPDX-License-Identifier: Apache-2.0
include "compiler/ir/graph/Graph.td"

def ReshapeOp : TenonOp<"reshape"> {
  let summary = "The same elements in row-major order under other sizes";
  let description = [{
    The number of elements is proved equal, or checked when sizes are bound.
  }];
  let arguments = (ins AnyRankedTensor:$input);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{ $input attr-dict `:` functional-type($input, $result) }];
  let hasVerifier = 1;
}
