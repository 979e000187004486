// SPDX-License-Identifier: Apache-2.0
// Pad: elements added at both ends of dimensions (negative: removed), of one
// value or taken from inside.
// https://onnx.ai/onnx/operators/onnx__Pad.html
#include "compiler/onnx/RequireSource.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace tenon;

/// The padding value as a scalar of the data's type.
static FailureOr<Value> paddingValue(OpImport &op) {
  if (!op.hasInput(2))
    return op.graph.scalar(op.floatAttribute("value", 0), op.elementType(0));
  if (!numElements(op.sizes(2)).isConstant(1))
    return FailureOr<Value>(op.invalid("constant_value must have one element"));
  return op.graph.reshape(op.input(2), {});
}

static LogicalResult lowerPad(OpImport &op) {
  auto mode = llvm::StringSwitch<std::optional<PadMode>>(
                  op.stringAttribute("mode", "constant"))
                  .Case("constant", PadMode::Constant)
                  .Case("edge", PadMode::Edge)
                  .Case("reflect", PadMode::Reflect)
                  .Case("wrap", op.opset >= 19 ? std::optional(PadMode::Wrap)
                                               : std::nullopt)
                  .Default(std::nullopt);
  if (!mode)
    return op.invalid("mode is '" + op.stringAttribute("mode", "") +
                          "', which this opset does not have",
                      "use constant, edge, reflect or, from opset 19, wrap");
  llvm::SmallVector<int64_t> listed = op.intsAttribute("pads");
  FailureOr<Sizes> pads = Sizes(listed.begin(), listed.end());
  if (op.opset >= 11)
    pads = op.symbolicInts(1);
  auto given = op.intsOperandOrAttribute(3, "axes");
  if (failed(pads) || failed(given))
    return failure();
  llvm::SmallVector<int64_t> all;
  for (int64_t i = 0; i < op.rank(0); ++i)
    all.push_back(i);
  auto axes = op.normalizeAxes(*given ? **given : all, op.rank(0));
  FailureOr<Value> value = paddingValue(op);
  if (failed(axes) || failed(value))
    return failure();
  if (pads->size() != 2 * axes->size())
    return op.invalid("pads has " + llvm::Twine(pads->size()) +
                      " entries and must have " +
                      llvm::Twine(2 * axes->size()));
  Sizes low(op.rank(0), IndexExpr(0)), high = low;
  for (auto [i, axis] : llvm::enumerate(*axes)) {
    low[axis] = (*pads)[i];
    high[axis] = (*pads)[axes->size() + i];
    IndexExpr from = op.sizes(0)[axis];
    if (*mode != PadMode::Constant &&
        !requireSource(op.graph, from, low[axis] + from + high[axis]))
      return failure();
  }
  return op.result(op.graph.pad(op.input(0), *value, low, high, *mode));
}

OnnxOp tenon::describePad() {
  OnnxAttributeRow mode{"mode", OnnxAttributeType::String};
  OnnxOperandRow value{"constant_value", kAll, 'T', OperandUse::Optional};
  return {"Pad",
          "data with pads[d] elements before and pads[rank + d] after",
          {{.until = 10,
            .operands = {{"data", kFloats}},
            .attributes = {mode,
                           {"pads", OnnxAttributeType::Ints, true},
                           {"value", OnnxAttributeType::Float}},
            .lower = lowerPad},
           {.since = 11,
            .until = 17,
            .operands = {{"data"}, {"pads", kI64, 'P'}, value},
            .attributes = {mode},
            .lower = lowerPad},
           {.since = 18,
            .operands = {{"data"},
                         {"pads", kI64, 'P'},
                         value,
                         {"axes", kIndices, 'A', OperandUse::Optional}},
            .attributes = {mode},
            .lower = lowerPad}}};
}
