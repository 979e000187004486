// SPDX-License-Identifier: Apache-2.0
include "compiler/ir/graph/Graph.td"

def ResampleOp : TenonOp<"resample"> {
  let summary = "Reads one dimension at fractional positions";
  let description = [{
    Index i along `axis` of the result reads the operand about position
    x = (i * step + offset) / denominator, the three given by `position` with
    denominator > 0; all other dimensions are as they were.
      floor, ceil, half_down, half_up: the element at x rounded so.
      linear: floor(x) and the next, weighted by nearness.
      cubic: the four about x, weighted by Keys' kernel with `coefficient`.
    Positions outside move to the nearest end or, with exclude_outside, are
    left out. `stretch` [n, d], n >= d, widens the kernel by n / d so that more
    elements take part. In both cases the weights are scaled to sum to 1.
    Where x itself lies outside [0, size - 1] the result is `extrapolation`, if
    given. Weights are exact fractions until they are floats; half types are
    computed in fp32.
  }];
  let arguments = (ins AnyRankedTensor:$input, ResampleKindAttr:$kind, I64Attr:$axis, IndexExprsAttr:$position, IndexExprsAttr:$stretch, F64Attr:$coefficient, BoolAttr:$exclude_outside, OptionalAttr<F64Attr>:$extrapolation);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{ $kind $input `along` $axis `at` $position attr-dict `:` functional-type($input, $result) }];
  let hasVerifier = 1;
}
