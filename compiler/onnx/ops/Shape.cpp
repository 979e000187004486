// SPDX-License-Identifier: Apache-2.0
// Shape: the sizes of x as integers. From opset 15 on a part of them: start and
// end count from the back when negative and are held within the rank.
// https://onnx.ai/onnx/operators/onnx__Shape.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerShape(OpImport &op) {
  Sizes sizes = op.sizes(0);
  auto rank = static_cast<int64_t>(sizes.size());
  auto place = [&](llvm::StringRef name, int64_t otherwise) {
    int64_t at = op.intAttribute(name, otherwise);
    return std::clamp<int64_t>(at < 0 ? at + rank : at, 0, rank);
  };
  int64_t start = place("start", 0), end = place("end", rank);
  return op.result(op.graph.sizes(
      llvm::ArrayRef(sizes).slice(start, std::max<int64_t>(end - start, 0))));
}

OnnxOp tenon::describeShape() {
  OnnxOpRow whole;
  whole.since = 1;
  whole.until = 14;
  whole.operands = {{"data"}};
  whole.lower = lowerShape;
  OnnxOpRow part = whole;
  part.since = 15;
  part.until = kLatestOpset;
  part.attributes = {{"end", OnnxAttributeType::Int},
                     {"start", OnnxAttributeType::Int}};
  return {"Shape", "sizes of x", {whole, part}};
}
