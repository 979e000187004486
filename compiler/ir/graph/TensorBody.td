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
        The axis of the results along which the op is computed in order;
        absent for all ops but recurrences. An element may load any result of
        its own op at a smaller index along this axis, and results with a
        smaller number at the same index too: a step computes all of result 0,
        then all of result 1, and so on. All results have this axis.}],
      "::std::optional<unsigned>", "sequentialAxis", (ins), [{}],
      [{ return ::std::nullopt; }]>,
  ];
}
#endif
