// SPDX-License-Identifier: Apache-2.0
include "compiler/ir/graph/Graph.td"

def TransposeOp : TenonOp<"transpose"> {
  let summary = "Permutes dimensions";
  let description = [{
    result dimension k is operand dimension permutation[k].
  }];
  let arguments = (ins AnyRankedTensor:$input, DenseI64ArrayAttr:$permutation);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{ $input $permutation attr-dict `:` functional-type($input, $result) }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    static ::mlir::RankedTensorType resultType(::mlir::Value input,
        ::llvm::ArrayRef<int64_t> permutation);
  }];
}
