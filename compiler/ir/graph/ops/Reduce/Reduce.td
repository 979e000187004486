// SPDX-License-Identifier: Apache-2.0
include "compiler/ir/graph/Graph.td"

def ReduceOp : TenonOp<"reduce"> {
  let summary = "Folds dimensions away";
  let description = [{
    The reduced dimensions are not in the result. Half types are accumulated in
    fp32; the Arg forms reduce one axis and give i64.
  }];
  let arguments = (ins AnyRankedTensor:$input, ReduceKindAttr:$kind, DenseI64ArrayAttr:$axes);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{ $kind $input $axes attr-dict `:` functional-type($input, $result) }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    static ::mlir::RankedTensorType resultType(::tenon::ReduceKind kind,
        ::mlir::Value input, ::llvm::ArrayRef<int64_t> axes);
  }];
}
