// SPDX-License-Identifier: Apache-2.0
include "compiler/ir/graph/Graph.td"

def SliceOp : TenonOp<"slice"> {
  let summary = "A strided box of a tensor";
  let description = [{
    result[i...] = input[starts[d] + i * steps[d] ...]; steps may be negative.
  }];
  let arguments = (ins AnyRankedTensor:$input, IndexExprsAttr:$starts, DenseI64ArrayAttr:$steps);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{ $input $starts $steps attr-dict `:` functional-type($input, $result) }];
  let hasVerifier = 1;
}
