// SPDX-License-Identifier: Apache-2.0
// Chooses the register tile of a sum of products: which dimensions of the
// result are rows and lanes, which are joined, and how large the tile is.
#include "compiler/codegen/SumOfProducts.h"

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
  bool isRegular(const SumOfProducts &sum, const TileSchedule &schedule);
  bool isAffine(const IndexExpr &expr, llvm::StringRef variable);
  bool chooseTile(TileSchedule &schedule);

  KernelElements &elements;
  const TargetFacts &facts;
  FreeVariables free;
  Sizes sizes;
};

/// The last dimension that is not 1.
std::optional<unsigned> TileChooser::laneDimension() {
  for (size_t d = sizes.size(); d-- > 0;)
    if (!sizes[d].isConstant(1))
      return d;
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
  return schedule;
}

bool TileChooser::isAffine(const IndexExpr &expr, llvm::StringRef variable) {
  IndexExpr next =
      expr.substitute([&](llvm::StringRef name) -> std::optional<IndexExpr> {
        if (name == variable)
          return IndexExpr::symbol(name) + 1;
        return std::nullopt;
      });
  return free.of(next - expr).empty();
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
  IndexExpr scalar = offsetOf(sum.scalarLoad),
            vector = offsetOf(sum.vectorLoad);
  llvm::SmallVector<std::string> variables{sum.part.name, sum.lane.name};
  for (const IndexVariable &variable : sum.loops)
    variables.push_back(variable.name);
  for (const IndexVariable &variable : sum.reduce->variables)
    variables.push_back(variable.name);
  for (const std::string &name : variables) {
    if (!isAffine(scalar, name) || !isAffine(vector, name))
      return false;
    for (const IndexBound &bound : sum.bounds)
      if (!isAffine(bound.value, name))
        return false;
  }
  IndexExpr next =
      vector.substitute([&](llvm::StringRef name) -> std::optional<IndexExpr> {
        if (name == sum.lane.name)
          return IndexExpr::symbol(name) + 1;
        return std::nullopt;
      });
  return (next - vector).isConstant(1);
}

/// The dimension nearest to the lanes that only the scalar operand has.
std::optional<unsigned>
TileChooser::rowDimension(const SumOfProducts &sum,
                          const TileSchedule &schedule) {
  for (size_t d = sizes.size(); d-- > 0;) {
    unsigned loop = schedule.loopOf[d];
    if (loop == schedule.laneLoop || sizes[d].isConstant(1))
      continue;
    const std::string &name = sum.loops[loop].name;
    if (free.dependsOn(sum.scalarLoad, name) &&
        !free.dependsOn(sum.vectorLoad, name))
      return d;
  }
  return std::nullopt;
}

/// The tile that wastes least: rows times vectors within the registers, whole
/// tiles of the columns and rows where their number is known.
bool TileChooser::chooseTile(TileSchedule &schedule) {
  int64_t registers = facts.numVectorRegisters;
  int64_t parts = schedule.panel / schedule.lanes;
  std::optional<int64_t> columns = schedule.loops[schedule.laneLoop].constant();
  std::optional<int64_t> rows = schedule.loops[schedule.rowLoop].constant();
  int64_t columnVectors =
      columns ? (*columns + schedule.lanes - 1) / schedule.lanes : 64;
  double best = 0;
  constexpr int64_t kMaxRows = 14;
  // Fused multiply-adds in flight that hide the latency of one.
  constexpr double kInFlight = 8;
  for (int64_t vectors = 1; vectors <= 5; ++vectors) {
    bool wholePanels = vectors % parts == 0 || columnVectors < parts;
    if (vectors > columnVectors || !wholePanels)
      continue;
    // Of an unknown number of columns only the last vector may hang over.
    if (!columns && vectors > 1)
      continue;
    for (int64_t m = 1; m <= kMaxRows; ++m) {
      if (m * vectors + vectors + 1 > registers || (rows && m > *rows))
        continue;
      auto useful = [](int64_t size, int64_t tile) {
        int64_t tiles = (size + tile - 1) / tile;
        return static_cast<double>(size) / static_cast<double>(tiles * tile);
      };
      double efficiency = useful(columnVectors, vectors);
      if (rows)
        efficiency *= useful(*rows, m);
      double inFlight = static_cast<double>(m * vectors);
      efficiency *= std::min(1.0, inFlight / kInFlight);
      // Loads per multiply-add: vectors once, one broadcast per row.
      double loads = static_cast<double>(m + vectors) / inFlight;
      double score = efficiency / (1 + 0.3 * loads);
      if (score > best) {
        best = score;
        schedule.rows = m;
        schedule.vectors = vectors;
      }
    }
  }
  return best > 0;
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
  if (!chooseTile(schedule))
    return std::nullopt;
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
