// SPDX-License-Identifier: Apache-2.0
include "compiler/ir/graph/Graph.td"

def ElementwiseOp : TenonOp<"elementwise"> {
  let summary = "One scalar function on every element";
  let description = [{
    result[i...] = fn(operands[i...]). Operands follow the broadcasting of ONNX
    (aligned at the last dimension; a size of 1, or a missing one, repeats).
    Sizes that are not 1 must be proved equal. Cast takes its type from the
    result.
  }];
  let arguments = (ins ScalarFnAttr:$fn, Variadic<AnyRankedTensor>:$inputs);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{ $fn `(` $inputs `)` attr-dict `:` functional-type($inputs, $result) }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The result of `fn` on operands of these types, or null when their sizes
    /// do not broadcast. `castTo` is the element type of a Cast.
    static ::mlir::RankedTensorType resultType(::tenon::ScalarFn fn,
        ::mlir::ValueRange inputs, ::mlir::Type castTo = {});
  }];
}
