// SPDX-License-Identifier: Apache-2.0
include "compiler/ir/graph/Graph.td"

def ConstantOp : Op<TenonDialect, "constant", [Pure, ConstantLike]> {
  let summary = "A tensor known at compile time";
  let description = [{
    `value` is a dense literal (small) or #tenon.weight (an entry of the
    dialect's WeightTable). A leaf: it has no element body of its own.
  }];
  let arguments = (ins AnyAttr:$value);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{ $value attr-dict `->` type($result) }];
  let hasVerifier = 1;
  let hasFolder = 1;
}
