// SPDX-License-Identifier: Apache-2.0
include "compiler/ir/graph/Graph.td"
include "mlir/IR/RegionKindInterface.td"

def KernelOp : Op<TenonDialect, "kernel", [Pure, IsolatedFromAbove,
    SingleBlock]> {
  let summary = "Ops that are computed together by one kernel";
  let description = [{
    Made by fuse/. The body's arguments are the operands; the results are what
    the body yields, each computed from operands by pulling Elements through
    the body. A constant inside the body is a literal of the kernel's code.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` $inputs `)` attr-dict-with-keyword `:` functional-type($inputs, $results)
    $body
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The value inside the body that result `i` is.
    ::mlir::Value getYielded(unsigned i) {
      return getBody().front().getTerminator()->getOperand(i);
    }
  }];
}

def YieldOp : Op<TenonDialect, "yield", [Pure, Terminator,
    HasParent<"KernelOp">]> {
  let summary = "What a kernel's body gives";
  let arguments = (ins Variadic<AnyRankedTensor>:$values);
  let assemblyFormat = [{ $values attr-dict `:` type($values) }];
}
