// SPDX-License-Identifier: Apache-2.0
// Takes the element of a kernel apart into a sum of products.
#include "compiler/codegen/SumOfProducts.h"

using namespace mlir;

namespace tenon {

/// The operand of any casts to wider floats around a load.
static Element throughCasts(Element element) {
  while (element->kind == ElementKind::Apply && element->fn == ScalarFn::Cast &&
         isa<FloatType>(element->type))
    element = element->operands[0];
  return element;
}

/// Finds the only reduction of `element`; false when there are others.
static bool findReduce(Element element, Element &found,
                       llvm::SmallPtrSetImpl<Element> &seen) {
  if (!seen.insert(element).second)
    return true;
  if (element->kind == ElementKind::Reduce) {
    if (found || element->reduce != ReduceKind::Sum)
      return false;
    found = element;
    return true; // what is inside is looked at by the caller
  }
  return llvm::all_of(element->operands, [&](Element operand) {
    return findReduce(operand, found, seen);
  });
}

/// Whether any index in `element` is computed from data.
static bool isComputed(ElementBuilder &builder, Element load) {
  bool computed = false;
  for (const IndexExpr &index : load->indices)
    index.walkSymbols([&](llvm::StringRef name) {
      computed |= builder.findComputed(name) != nullptr;
    });
  return computed;
}

namespace {

/// The nest with one variable for the columns, of which more can be proved
/// than of panel, part and lane, whose last panel may hang over.
struct Nest {
  IndexVariable column;
  IndexExpr columnParts; // what `column` is in panel, part and lane
  llvm::SmallVector<IndexExpr> index;
};

} // namespace

/// Names the variables of the nest and the result's index over them.
static Nest makeNest(KernelElements &elements, const TileSchedule &schedule,
                     SumOfProducts &sum) {
  ElementBuilder &builder = elements.builder();
  Nest nest;
  llvm::SmallVector<IndexExpr> values;
  for (auto [i, size] : llvm::enumerate(schedule.loops)) {
    if (i != schedule.laneLoop) {
      sum.loops.push_back(builder.variable(size));
      values.push_back(sum.loops.back().expr());
      continue;
    }
    nest.column = builder.variable(size);
    sum.panel = builder.variable(IndexExpr::ceilDiv(size, schedule.panel));
    sum.part = builder.variable(schedule.panel / schedule.lanes);
    sum.lane = builder.variable(schedule.lanes);
    sum.loops.push_back(sum.panel);
    values.push_back(nest.column.expr());
    nest.columnParts = sum.panel.expr() * schedule.panel +
                       sum.part.expr() * schedule.lanes + sum.lane.expr();
  }
  if (schedule.groupLoop)
    values[schedule.laneLoop] =
        values[schedule.laneLoop] +
        values[*schedule.groupLoop] * schedule.loops[schedule.laneLoop];
  Sizes sizes = sizesOf(elements.kernel().getResult(0));
  nest.index.resize(sizes.size());
  for (unsigned loop = 0; loop < schedule.loops.size(); ++loop) {
    llvm::SmallVector<unsigned> dims;
    Sizes joined;
    for (unsigned d = 0; d < sizes.size(); ++d)
      if (schedule.loopOf[d] == loop) {
        dims.push_back(d);
        joined.push_back(sizes[d]);
      }
    if (dims.empty())
      continue;
    auto parts = builder.delinearize(values[loop], joined);
    for (auto [d, part] : llvm::zip(dims, parts))
      nest.index[d] = part;
  }
  return nest;
}

std::optional<SumOfProducts> takeApart(KernelElements &elements,
                                       const TileSchedule &schedule) {
  KernelOp kernel = elements.kernel();
  if (kernel.getNumResults() != 1)
    return std::nullopt;
  SumOfProducts sum;
  Nest nest = makeNest(elements, schedule, sum);
  auto intoParts = [&](llvm::StringRef name) -> std::optional<IndexExpr> {
    if (name == nest.column.name)
      return nest.columnParts;
    return std::nullopt;
  };
  for (const IndexExpr &at : nest.index)
    sum.index.push_back(at.substitute(intoParts));
  sum.root = elements.builder().rewrite(
      elements.at(kernel.getYielded(0), nest.index), intoParts,
      [](Value, llvm::ArrayRef<IndexExpr>) -> Element { return nullptr; });
  llvm::SmallPtrSet<Element, 16> seen;
  if (!findReduce(sum.root, sum.reduce, seen) || !sum.reduce)
    return std::nullopt;
  Element body = sum.reduce->operands[0];
  if (body->kind == ElementKind::Guard) {
    Element outside = body->operands[1];
    if (outside->kind != ElementKind::Constant || outside->number.real != 0 ||
        outside->number.integer != 0)
      return std::nullopt;
    sum.bounds.append(body->bounds.begin(), body->bounds.end());
    body = body->operands[0];
  }
  if (body->kind != ElementKind::Apply || body->fn != ScalarFn::Mul ||
      !(body->type.isF32() || body->type.isF64()))
    return std::nullopt;
  Element a = throughCasts(body->operands[0]);
  Element b = throughCasts(body->operands[1]);
  if (a->kind != ElementKind::Load || b->kind != ElementKind::Load ||
      isComputed(elements.builder(), a) || isComputed(elements.builder(), b))
    return std::nullopt;
  FreeVariables free(elements.builder());
  auto onLanes = [&](Element load) {
    return free.dependsOn(load, sum.lane.name) ||
           free.dependsOn(load, sum.panel.name);
  };
  if (!onLanes(a) && !onLanes(b))
    return std::nullopt;
  sum.rowOnLanes = onLanes(a) && onLanes(b);
  if (sum.rowOnLanes) {
    // The rows of a tile share the operand that fewer loops move.
    size_t movesA = free.of(a).size(), movesB = free.of(b).size();
    if (movesA == movesB)
      return std::nullopt;
    sum.vectorLoad = movesA < movesB ? a : b;
  } else {
    sum.vectorLoad = onLanes(a) ? a : b;
  }
  sum.rowLoad = sum.vectorLoad == a ? b : a;
  for (const IndexBound &bound : sum.bounds)
    if (free.dependsOn(bound.value, sum.lane.name) ||
        !free.of(bound.bound).empty())
      return std::nullopt;
  return sum;
}

IndexExpr SumOfProducts::atFirstTap(const IndexExpr &expr) const {
  return expr.substitute([&](llvm::StringRef name) -> std::optional<IndexExpr> {
    for (const IndexVariable &variable : reduce->variables)
      if (variable.name == name)
        return IndexExpr(0);
    return std::nullopt;
  });
}

IndexExpr columnTiles(const TileSchedule &schedule) {
  return IndexExpr::ceilDiv(schedule.loops[schedule.laneLoop],
                            schedule.vectors * schedule.lanes);
}

IndexExpr rowTiles(const TileSchedule &schedule) {
  const IndexExpr &size = schedule.loops[schedule.rowLoop];
  IndexExpr tiles = IndexExpr::ceilDiv(size, schedule.rows);
  if (size.constant())
    return tiles;
  // 1 where there are enough rows for one tile, else 0.
  IndexExpr enough = IndexExpr::min(
      1, IndexExpr::floorDiv(size, schedule.rows + schedule.margin));
  return enough * tiles + (IndexExpr(1) - enough) * size;
}

IndexExpr tileExtent(const TileSchedule &schedule) {
  IndexExpr extent = columnTiles(schedule) * rowTiles(schedule);
  for (unsigned i = 0; i < schedule.loops.size(); ++i)
    if (i != schedule.rowLoop && i != schedule.laneLoop)
      extent = extent * schedule.loops[i];
  return extent;
}

} // namespace tenon
