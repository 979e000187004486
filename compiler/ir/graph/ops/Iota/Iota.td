// SPDX-License-Identifier: Apache-2.0
include "compiler/ir/graph/Graph.td"

def IotaOp : TenonOp<"iota"> {
  let summary = "The index along one axis";
  let description = [{
    result[i...] = start + i[axis] * step, computed in the element type.
  }];
  let arguments = (ins I64Attr:$axis, F64Attr:$start, F64Attr:$step);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{ $axis `from` $start `step` $step attr-dict `:` type($result) }];
  let hasVerifier = 1;
}
