// SPDX-License-Identifier: Apache-2.0
// MeanVarianceNormalization: x less its mean by its deviation over `axes`.
// https://onnx.ai/onnx/operators/onnx__MeanVarianceNormalization.html
#include "compiler/onnx/Normalization.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerMeanVarianceNormalization(OpImport &op) {
  constexpr double kGuard = 1e-9; // ONNX's function body adds it
  GraphBuilder &graph = op.graph;
  auto axes = op.normalizeAxes(op.intsAttribute("axes", {0, 2, 3}), op.rank(0));
  if (failed(axes))
    return failure();
  Value x = widenHalf(graph, op.input(0));
  Value centred = graph.sub(x, meanOver(graph, x, *axes));
  Value variance = meanOver(graph, graph.mul(centred, centred), *axes);
  Value deviation = graph.apply(ScalarFn::Sqrt, {variance});
  Value y = graph.div(centred, graph.apply(ScalarFn::Add, deviation, kGuard));
  return op.result(graph.cast(y, op.elementType(0)));
}

OnnxOp tenon::describeMeanVarianceNormalization() {
  return {"MeanVarianceNormalization",
          "(x - mean) / (sqrt(variance) + 1e-9)",
          {{.since = 9,
            .operands = {{"X", kFloats}},
            .attributes = {{"axes", OnnxAttributeType::Ints}},
            .lower = lowerMeanVarianceNormalization}}};
}
