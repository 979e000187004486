// SPDX-License-Identifier: Apache-2.0
// The one interface of core ops: what an element of a result is.
#ifndef TENON_TENSOR_BODY
#define TENON_TENSOR_BODY
include "mlir/IR/OpBase.td"

def TensorBody : OpInterface<"TensorBody"> {
  let description = [{
    Describes how one element of each result is computed (Element.h). From it
    the interpreter computes the op, codegen emits it, fusion composes it and
    the cost model prices it.
  }];
  let cppNamespace = "::tenon";
  let methods = [
    InterfaceMethod<[{
        The element of result `result` at `index` (one expression per
        dimension of that result).}],
      "::tenon::Element", "element",
      (ins "::tenon::ElementBuilder &":$builder, "unsigned":$result,
           "::llvm::ArrayRef<::tenon::IndexExpr>":$index)>,
    InterfaceMethod<[{
        The axis of the results along which elements may load results of the
        same op at a smaller index, and which is therefore computed in order;
        absent for all ops but recurrences. All results share this axis and
        are computed together, one step after the other.}],
      "::std::optional<unsigned>", "sequentialAxis", (ins), [{}],
      [{ return ::std::nullopt; }]>,
  ];
}
#endif
