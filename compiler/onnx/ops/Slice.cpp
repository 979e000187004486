// SPDX-License-Identifier: Apache-2.0
// Slice: start, start + step, ... up to but not including end, along each of
// `axes`; negative starts and ends count from the end, all are clamped.
// https://onnx.ai/onnx/operators/onnx__Slice.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

namespace {

/// Exporters write the largest int32 or int64 for "to the end"; no dimension
/// is that long.
constexpr int64_t kBeyond = INT32_MAX;

struct AxisRange {
  IndexExpr start, size;
  int64_t step = 1;
};

/// Works out start and size along one dimension. Clamps that the ranges of
/// the sizes prove needless do not show in the results.
class AxisSlicer {
public:
  AxisSlicer(OpImport &op, const IndexExpr &dim) : op(op), dim(dim) {}

  AxisRange slice(const IndexExpr &start, const IndexExpr &end, int64_t step) {
    return step > 0 ? forward(start, end, step) : backward(start, end, step);
  }

private:
  AxisRange forward(const IndexExpr &start, const IndexExpr &end,
                    int64_t step) {
    IndexExpr finish = dim;
    if (end.constant().value_or(0) < kBeyond)
      finish = clampedBelow(end);
    // A start beyond the end needs no clamp: nothing is read then.
    IndexExpr begin = start, count = finish - start;
    if (!isNonNegative(start)) {
      IndexExpr wrapped = fromEnd(start);
      begin = simplify(IndexExpr::max(wrapped, 0));
      count = IndexExpr::min(finish - wrapped, finish);
    }
    return {begin, countOf(count, step), step};
  }

  AxisRange backward(const IndexExpr &start, const IndexExpr &end,
                     int64_t step) {
    IndexExpr begin = dim - 1, finish = -1;
    if (start.constant().value_or(0) < kBeyond)
      begin = IndexExpr::max(IndexExpr::min(fromEnd(start), dim - 1), 0);
    if (end.constant().value_or(0) > -kBeyond)
      finish = IndexExpr::max(IndexExpr::min(fromEnd(end), dim - 1), -1);
    begin = simplify(begin);
    return {begin, countOf(begin - simplify(finish), -step), step};
  }

  /// Elements of a range of `length` taken every `step`.
  IndexExpr countOf(const IndexExpr &length, int64_t step) {
    IndexExpr count = IndexExpr::ceilDiv(simplify(length), step);
    return simplify(IndexExpr::max(count, 0));
  }

  /// min(position, dim), where negative positions count from the end.
  IndexExpr clampedBelow(const IndexExpr &position) {
    return simplify(IndexExpr::min(fromEnd(position), dim));
  }

  IndexExpr fromEnd(const IndexExpr &position) {
    if (isNonNegative(position))
      return position;
    if (isNonNegative(IndexExpr(-1) - position))
      return position + dim;
    // 1 where the position is negative, else 0.
    IndexExpr isNegative =
        IndexExpr::min(IndexExpr::max(IndexExpr(0) - position, 0), 1);
    return position + dim * isNegative;
  }

  bool isNonNegative(const IndexExpr &expr) {
    return expr.isNonNegative(
        [&](llvm::StringRef name) { return op.graph.symbolRange(name); });
  }
  IndexExpr simplify(const IndexExpr &expr) {
    return expr.simplify(
        [&](llvm::StringRef name) { return op.graph.symbolRange(name); });
  }

  OpImport &op;
  IndexExpr dim;
};

/// The operands or attributes of the node, one entry per sliced dimension.
struct SliceLists {
  Sizes starts, ends;
  llvm::SmallVector<int64_t> axes, steps;
};

} // namespace

static Sizes asSizes(llvm::ArrayRef<int64_t> values) {
  return Sizes(values.begin(), values.end());
}

static FailureOr<SliceLists> readLists(OpImport &op) {
  SliceLists lists;
  if (op.opset < 10) {
    lists.starts = asSizes(op.intsAttribute("starts"));
    lists.ends = asSizes(op.intsAttribute("ends"));
  } else {
    FailureOr<Sizes> starts = op.symbolicInts(1), ends = op.symbolicInts(2);
    if (failed(starts) || failed(ends))
      return failure();
    lists.starts = *starts;
    lists.ends = *ends;
  }
  auto axes = op.intsOperandOrAttribute(3, "axes");
  auto steps = op.intsOperandOrAttribute(4, "steps");
  if (failed(axes) || failed(steps))
    return failure();
  if (*axes)
    lists.axes = **axes;
  else
    for (size_t i = 0; i < lists.starts.size(); ++i)
      lists.axes.push_back(static_cast<int64_t>(i));
  lists.steps =
      *steps ? **steps : llvm::SmallVector<int64_t>(lists.starts.size(), 1);
  size_t count = lists.starts.size();
  if (lists.ends.size() != count || lists.axes.size() != count ||
      lists.steps.size() != count)
    return op.invalid(
        "starts, ends, axes and steps have " + llvm::Twine(count) + ", " +
        llvm::Twine(lists.ends.size()) + ", " + llvm::Twine(lists.axes.size()) +
        " and " + llvm::Twine(lists.steps.size()) +
        " entries; they must have as many");
  return lists;
}

static LogicalResult lowerSlice(OpImport &op) {
  FailureOr<SliceLists> lists = readLists(op);
  if (failed(lists))
    return failure();
  auto axes = op.normalizeAxes(lists->axes, op.rank(0));
  if (failed(axes))
    return failure();
  Sizes sizes = op.sizes(0), starts(sizes.size(), IndexExpr(0));
  llvm::SmallVector<int64_t> steps(sizes.size(), 1);
  for (auto [i, axis] : llvm::enumerate(*axes)) {
    if (lists->steps[i] == 0)
      return op.invalid("the step of axis " + llvm::Twine(axis) + " is 0");
    int64_t step = std::clamp(lists->steps[i], -kBeyond, kBeyond);
    AxisRange range = AxisSlicer(op, sizes[axis])
                          .slice(lists->starts[i], lists->ends[i], step);
    starts[axis] = range.start;
    steps[axis] = range.step;
    sizes[axis] = range.size;
  }
  return op.result(op.graph.slice(op.input(0), starts, steps, sizes));
}

OnnxOp tenon::describeSlice() {
  OnnxOperandRow axes{"axes", kIndices, 'I', OperandUse::Optional};
  OnnxOperandRow steps{"steps", kIndices, 'I', OperandUse::Optional};
  return {"Slice",
          "data[start:end:step] along axes, as numpy has it",
          {{.until = 9,
            .operands = {{"data"}},
            .attributes = {{"starts", OnnxAttributeType::Ints, true},
                           {"ends", OnnxAttributeType::Ints, true},
                           {"axes", OnnxAttributeType::Ints}},
            .lower = lowerSlice},
           {.since = 10,
            .operands = {{"data"},
                         {"starts", kIndices, 'I'},
                         {"ends", kIndices, 'I'},
                         axes,
                         steps},
            .lower = lowerSlice}}};
}
