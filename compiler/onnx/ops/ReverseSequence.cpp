// SPDX-License-Identifier: Apache-2.0
// ReverseSequence: the first sequence_lens[b] steps of each batch entry b in
// reverse order, the others as they are.
// https://onnx.ai/onnx/operators/onnx__ReverseSequence.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerReverseSequence(OpImport &op) {
  int64_t batch = op.intAttribute("batch_axis", 1);
  int64_t time = op.intAttribute("time_axis", 0);
  if (op.rank(0) < 2 || op.rank(1) != 1)
    return op.invalid("input and sequence_lens have " + Twine(op.rank(0)) +
                      " and " + Twine(op.rank(1)) +
                      " dimensions and must have at least 2 and 1");
  if (batch + time != 1 || batch * time != 0)
    return op.invalid("batch_axis and time_axis are " + Twine(batch) + " and " +
                      Twine(time) + " and must be 0 and 1 or 1 and 0");
  GraphBuilder &graph = op.graph;
  // Where each step comes from, [time, batch] in the input's order.
  Sizes sizes = op.sizes(0);
  sizes.truncate(2);
  Value step = graph.iota(sizes, time, 0, 1, op.elementType(1));
  Value length = graph.unsqueeze(op.input(1), {time});
  Value mirrored = graph.sub(graph.apply(ScalarFn::Sub, length, 1.0), step);
  if (!mirrored)
    return failure();
  Value within = graph.apply(ScalarFn::Less, {step, length});
  Value from = graph.select(within, mirrored, step);
  llvm::SmallVector<int64_t> dataLoops;
  for (int64_t i = 0; i < op.rank(0); ++i)
    dataLoops.push_back(i == time ? -1 : i);
  return op.result(graph.gatherNd(op.input(0), dataLoops, from, {0, 1},
                                  /*clamp=*/false));
}

OnnxOp tenon::describeReverseSequence() {
  return {"ReverseSequence",
          "y[b, t] = x[b, t < lens[b] ? lens[b] - 1 - t : t]",
          {{.since = 10,
            .operands = {{"input"}, {"sequence_lens", kI64, 'L'}},
            .attributes = {{"batch_axis", OnnxAttributeType::Int},
                           {"time_axis", OnnxAttributeType::Int}},
            .lower = lowerReverseSequence}}};
}
