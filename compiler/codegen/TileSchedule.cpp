// SPDX-License-Identifier: Apache-2.0
// Chooses the register tile of a sum of products: which dimensions of the
// result are rows and lanes, which are joined, and how large the tile is.
#include "compiler/codegen/SumOfProducts.h"
#include "compiler/support/IndexStride.h"

using namespace mlir;

namespace tenon {

namespace {

class TileChooser {
public:
  TileChooser(KernelElements &elements, const TargetFacts &facts)
      : elements(elements), facts(facts), free(elements.builder()),
        sizes(sizesOf(elements.kernel().getResult(0))) {}

  std::optional<TileSchedule> choose();

private:
  std::optional<unsigned> laneDimension();
  std::optional<unsigned> rowDimension(const SumOfProducts &sum,
                                       const TileSchedule &schedule);
  TileSchedule scheduleOf(llvm::ArrayRef<unsigned> groups, unsigned lane,
                          unsigned row);
  std::optional<int64_t> groupColumns(const SumOfProducts &sum);
  bool isRegular(const SumOfProducts &sum, const TileSchedule &schedule);
  bool isAffine(const IndexExpr &expr, llvm::StringRef variable);
  bool chooseTile(TileSchedule &schedule, const SumOfProducts &sum);
  static double worth(const TileSchedule &schedule, bool rowOnLanes, int64_t m,
                      int64_t v);
  bool fitsCache(Value tensor);
  int64_t marginOf(const SumOfProducts &sum, const TileSchedule &schedule);

  KernelElements &elements;
  const TargetFacts &facts;
  FreeVariables free;
  Sizes sizes;
  std::optional<int64_t> group; // columns of one group
};

/// The last dimension that is not 1.
std::optional<unsigned> TileChooser::laneDimension() {
  for (size_t d = sizes.size(); d-- > 0;)
    if (!sizes[d].isConstant(1))
      return d;
  return std::nullopt;
}

/// Columns of one group, where the operands' indices divide the column by it:
/// a grouped convolution.
std::optional<int64_t> TileChooser::groupColumns(const SumOfProducts &sum) {
  std::optional<int64_t> columns = sizes[*laneDimension()].constant();
  for (Element load : {sum.rowLoad, sum.vectorLoad})
    for (const IndexExpr &index : load->indices)
      for (const IndexTerm &term : index.terms())
        for (const IndexAtomRef &atom : term.factors) {
          if (atom->kind != IndexAtomKind::FloorDiv ||
              !free.dependsOn(atom->lhs, sum.lane.name))
            continue;
          std::optional<int64_t> group = atom->rhs.constant();
          if (columns && group && *group > 1 && *columns % *group == 0)
            return group;
        }
  return std::nullopt;
}

TileSchedule TileChooser::scheduleOf(llvm::ArrayRef<unsigned> groups,
                                     unsigned lane, unsigned row) {
  TileSchedule schedule;
  for (unsigned d = 0; d < sizes.size(); ++d) {
    if (d == 0 || groups[d] != groups[d - 1])
      schedule.loops.push_back(IndexExpr(1));
    schedule.loops.back() = schedule.loops.back() * sizes[d];
    schedule.loopOf.push_back(schedule.loops.size() - 1);
  }
  schedule.laneLoop = schedule.loopOf[lane];
  schedule.rowLoop = schedule.loopOf[row];
  schedule.lanes = std::max<int64_t>(1, facts.vectorBytes / 4);
  schedule.panel = std::max(kPanelColumns, schedule.lanes);
  if (group) {
    IndexExpr &columns = schedule.loops[schedule.laneLoop];
    schedule.groupLoop = schedule.loops.size();
    IndexExpr count = IndexExpr::floorDiv(columns, *group);
    columns = *group;
    schedule.loops.push_back(count);
  }
  return schedule;
}

bool TileChooser::isAffine(const IndexExpr &expr, llvm::StringRef variable) {
  IndexExpr step = stepAlong(expr, variable);
  return step.isValid() && free.of(step).empty();
}

/// Whether both operands step evenly along every variable, the vector operand
/// by one along the lanes, and the bounds are affine.
bool TileChooser::isRegular(const SumOfProducts &sum,
                            const TileSchedule &schedule) {
  ElementBuilder &builder = elements.builder();
  auto offsetOf = [&](Element load) {
    return builder.simplify(
        ElementBuilder::linearize(load->indices, sizesOf(load->tensor)));
  };
  IndexExpr row = offsetOf(sum.rowLoad), vector = offsetOf(sum.vectorLoad);
  llvm::SmallVector<std::string> variables{sum.part.name, sum.lane.name};
  for (const IndexVariable &variable : sum.loops)
    variables.push_back(variable.name);
  for (const IndexVariable &variable : sum.reduce->variables)
    variables.push_back(variable.name);
  for (const std::string &name : variables) {
    if (!isAffine(row, name) || !isAffine(vector, name))
      return false;
    for (const IndexBound &bound : sum.bounds)
      if (!isAffine(bound.value, name))
        return false;
  }
  auto isContiguous = [&](const IndexExpr &offset) {
    return stepAlong(offset, sum.lane.name).isConstant(1);
  };
  return isContiguous(vector) && (!sum.rowOnLanes || isContiguous(row));
}

/// The dimension nearest to the lanes that only the row operand has.
std::optional<unsigned>
TileChooser::rowDimension(const SumOfProducts &sum,
                          const TileSchedule &schedule) {
  for (size_t d = sizes.size(); d-- > 0;) {
    unsigned loop = schedule.loopOf[d];
    if (loop == schedule.laneLoop || sizes[d].isConstant(1))
      continue;
    const std::string &name = sum.loops[loop].name;
    if (free.dependsOn(sum.rowLoad, name) &&
        !free.dependsOn(sum.vectorLoad, name))
      return d;
  }
  return std::nullopt;
}

/// Size of `tile` tiles over `size`, as the part of their work that is useful.
static double usefulPart(int64_t size, int64_t tile) {
  int64_t tiles = (size + tile - 1) / tile;
  return static_cast<double>(size) / static_cast<double>(tiles * tile);
}

/// What a tile of m rows and v vectors is worth: useful work over work, times
/// the multiply-adds in flight, over the price of its loads.
double TileChooser::worth(const TileSchedule &schedule, bool rowOnLanes,
                          int64_t m, int64_t v) {
  std::optional<int64_t> columns = schedule.loops[schedule.laneLoop].constant();
  std::optional<int64_t> rows = schedule.loops[schedule.rowLoop].constant();
  double efficiency = 1;
  if (columns)
    efficiency *=
        usefulPart((*columns + schedule.lanes - 1) / schedule.lanes, v);
  if (rows)
    efficiency *= usefulPart(*rows, m);
  // Fused multiply-adds in flight that hide the latency of one.
  constexpr double kInFlight = 8;
  double products = static_cast<double>(m * v);
  efficiency *= std::min(1.0, products / kInFlight);
  // Per multiply-add: the vectors once, one broadcast per row, or, of rows on
  // lanes, about what neighbouring taps do not share.
  double rowLoads = rowOnLanes ? static_cast<double>((m + 2) * v) / 3
                               : static_cast<double>(m);
  double loads = (rowLoads + static_cast<double>(v)) / products;
  return efficiency / (1 + 0.3 * loads);
}

/// The tile that wastes least within the registers.
bool TileChooser::chooseTile(TileSchedule &schedule, const SumOfProducts &sum) {
  int64_t parts = schedule.panel / schedule.lanes;
  std::optional<int64_t> columns = schedule.loops[schedule.laneLoop].constant();
  std::optional<int64_t> rows = schedule.loops[schedule.rowLoop].constant();
  // Of an unknown number of columns, as many as keep a tile's border small.
  constexpr int64_t kUnknownVectors = 2;
  int64_t columnVectors = columns
                              ? (*columns + schedule.lanes - 1) / schedule.lanes
                              : std::max(parts, kUnknownVectors);
  constexpr int64_t kMaxRows = 14, kMaxVectors = 5;
  double best = 0;
  for (int64_t v = 1; v <= std::min(kMaxVectors, columnVectors); ++v) {
    if (v % parts != 0 && columnVectors >= parts)
      continue;
    for (int64_t m = 1; m <= std::min(kMaxRows, rows.value_or(kMaxRows)); ++m) {
      // Accumulators, the shared vectors, and the row operand: one broadcast,
      // or as many vectors as there are taps in a row.
      int64_t operands = sum.rowOnLanes ? 4 : 1;
      if (m * v + v + operands > facts.numVectorRegisters)
        continue;
      double score = worth(schedule, sum.rowOnLanes, m, v);
      if (score > best) {
        best = score;
        schedule.rows = m;
        schedule.vectors = v;
      }
    }
  }
  schedule.columnsFirst = sum.rowOnLanes || fitsCache(sum.vectorLoad->tensor);
  return best > 0;
}

/// Rows that the taps of a guard reach over, at most.
int64_t TileChooser::marginOf(const SumOfProducts &sum,
                              const TileSchedule &schedule) {
  auto strideAlong = [&](const IndexExpr &value, const std::string &variable) {
    return stepAlong(value, variable).constant().value_or(0);
  };
  int64_t margin = 0;
  for (const IndexBound &bound : sum.bounds) {
    int64_t step = strideAlong(bound.value, sum.loops[schedule.rowLoop].name);
    if (step <= 0)
      continue;
    int64_t reach = 0;
    for (const IndexVariable &tap : sum.reduce->variables)
      reach += std::abs(strideAlong(bound.value, tap.name)) *
               (tap.extent.constant().value_or(1) - 1);
    margin = std::max(margin, (reach + step - 1) / step);
  }
  return margin;
}

/// Whether all of `tensor` stays in the second-level cache beside the rest.
bool TileChooser::fitsCache(Value tensor) {
  std::optional<int64_t> count = numElements(sizesOf(tensor)).constant();
  std::optional<int64_t> bytes = elementBytes(elementTypeOf(tensor));
  return count && bytes && facts.l2Bytes > 0 &&
         *count * *bytes <= facts.l2Bytes / 4;
}

std::optional<TileSchedule> TileChooser::choose() {
  std::optional<unsigned> lane = laneDimension();
  if (!lane || !facts.hasFusedMultiplyAdd || facts.vectorBytes < 16)
    return std::nullopt;
  if (!isa<Float32Type>(elementTypeOf(elements.kernel().getResult(0))) &&
      !elementTypeOf(elements.kernel().getResult(0)).isF16() &&
      !elementTypeOf(elements.kernel().getResult(0)).isBF16())
    return std::nullopt;
  llvm::SmallVector<unsigned> groups(sizes.size());
  for (unsigned d = 0; d < sizes.size(); ++d)
    groups[d] = d;
  TileSchedule schedule = scheduleOf(groups, *lane, *lane);
  std::optional<SumOfProducts> sum = takeApart(elements, schedule);
  if (sum && !isRegular(*sum, schedule) && (group = groupColumns(*sum))) {
    schedule = scheduleOf(groups, *lane, *lane);
    sum = takeApart(elements, schedule);
  }
  if (!sum || !sum->reduce->type.isF32() || !isRegular(*sum, schedule))
    return std::nullopt;
  std::optional<unsigned> row = rowDimension(*sum, schedule);
  if (!row) { // one row: a vector times a matrix
    for (unsigned d = 0; d < sizes.size() && !row; ++d)
      if (d != *lane && sizes[d].isConstant(1))
        row = d;
    if (!row)
      return std::nullopt;
  }
  schedule = scheduleOf(groups, *lane, *row);
  // Join dimensions before the rows while everything stays even.
  for (unsigned d = *row; d > 0 && groups[d - 1] != groups[*lane]; --d) {
    llvm::SmallVector<unsigned> trial(groups);
    for (unsigned &number : trial)
      if (number == groups[d])
        number = groups[d - 1];
    TileSchedule joined = scheduleOf(trial, *lane, *row);
    std::optional<SumOfProducts> again = takeApart(elements, joined);
    const std::string &name = again ? again->loops[joined.rowLoop].name : "";
    if (!again || !isRegular(*again, joined) ||
        free.dependsOn(again->vectorLoad, name))
      break;
    groups = trial;
    schedule = joined;
  }
  if (!chooseTile(schedule, *sum))
    return std::nullopt;
  if (!schedule.loops[schedule.rowLoop].constant())
    schedule.margin = marginOf(*takeApart(elements, schedule), schedule);
  schedule.reason = "register tile of " + std::to_string(schedule.rows) +
                    " rows x " + std::to_string(schedule.vectors) +
                    " vectors: least waste within the registers";
  return schedule;
}

} // namespace

std::optional<TileSchedule> chooseTileSchedule(KernelElements &elements,
                                               const TargetFacts &facts) {
  return TileChooser(elements, facts).choose();
}

} // namespace tenon
