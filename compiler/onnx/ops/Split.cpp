// SPDX-License-Identifier: Apache-2.0
// Split: consecutive parts along `axis`, of the sizes `split`; without it of
// equal sizes, from opset 18 on with a smaller last one.
// https://onnx.ai/onnx/operators/onnx__Split.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

/// The sizes that `split` gives, as operand or attribute; absent without it.
static FailureOr<std::optional<Sizes>> givenSizes(OpImport &op) {
  if (op.hasInput(1)) {
    FailureOr<Sizes> values = op.symbolicInts(1);
    if (failed(values))
      return failure();
    return std::optional<Sizes>(*values);
  }
  if (!op.hasAttribute("split"))
    return std::optional<Sizes>();
  llvm::SmallVector<int64_t> values = op.intsAttribute("split");
  return std::optional<Sizes>(Sizes(values.begin(), values.end()));
}

/// `count` equal sizes; with `unequal` the last one takes what is left.
static Sizes equalSizes(const IndexExpr &total, int64_t count, bool unequal) {
  IndexExpr part = unequal ? IndexExpr::ceilDiv(total, count)
                           : IndexExpr::floorDiv(total, count);
  Sizes sizes(count, part);
  if (unequal)
    sizes.back() = total - part * (count - 1);
  return sizes;
}

static LogicalResult lowerSplit(OpImport &op) {
  auto axis = op.normalizeAxis(op.intAttribute("axis", 0), op.rank(0));
  if (failed(axis))
    return failure();
  FailureOr<std::optional<Sizes>> given = givenSizes(op);
  if (failed(given))
    return failure();
  int64_t count = op.numOutputs();
  if (op.intAttribute("num_outputs", count) != count)
    return op.invalid("num_outputs is " +
                      llvm::Twine(op.intAttribute("num_outputs", count)) +
                      " and the node has " + llvm::Twine(count) + " outputs");
  IndexExpr total = op.sizes(0)[*axis];
  Sizes sizes = *given
                    ? **given
                    : equalSizes(total, count, op.hasAttribute("num_outputs"));
  if (static_cast<int64_t>(sizes.size()) != count)
    return op.invalid("split has " + llvm::Twine(sizes.size()) +
                      " entries and the node " + llvm::Twine(count) +
                      " outputs");
  IndexExpr begin;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (failed(op.setOutput(
            i, op.graph.sliceAxis(op.input(0), *axis, begin, size))))
      return failure();
    begin = begin + size;
  }
  return success(
      op.graph.requireEqual(begin, total, "sum of the sizes of a split"));
}

OnnxOp tenon::describeSplit() {
  constexpr unsigned kManyOutputs = 1U << 16; // variadic
  OnnxOperandRow sizes{"split", kI64, 'S', OperandUse::Optional};
  OnnxAttributeRow axis{"axis", OnnxAttributeType::Int};
  OnnxOpRow row{.since = 13,
                .until = 17,
                .operands = {{"input"}, sizes},
                .attributes = {axis},
                .maxOutputs = kManyOutputs,
                .lower = lowerSplit};
  OnnxOpRow old = row, current = row;
  old.since = kOldestOpset;
  old.until = 12;
  old.operands = {{"input"}};
  old.attributes = {axis, {"split", OnnxAttributeType::Ints}};
  current.since = 18;
  current.until = kLatestOpset;
  current.attributes = {axis, {"num_outputs", OnnxAttributeType::Int}};
  return {"Split", "consecutive parts along axis", {old, row, current}};
}
