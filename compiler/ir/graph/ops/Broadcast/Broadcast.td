// SPDX-License-Identifier: Apache-2.0
include "compiler/ir/graph/Graph.td"

def BroadcastOp : TenonOp<"broadcast"> {
  let summary = "Repeats a tensor along dimensions of size 1";
  let description = [{
    ONNX's one-directional broadcasting to the result's sizes.
  }];
  let arguments = (ins AnyRankedTensor:$input);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{ $input attr-dict `:` functional-type($input, $result) }];
  let hasVerifier = 1;
}
