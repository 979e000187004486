// SPDX-License-Identifier: Apache-2.0
// Chooses how plain loops walk a kernel's result.
#include "compiler/codegen/LoopSchedule.h"
#include "compiler/codegen/EmitAcrossKernel.h"
#include "compiler/ir/graph/FreeVariables.h"
#include "compiler/support/IndexStride.h"
#include <numeric>
#include <set>

using namespace mlir;

namespace tenon {

/// The index of every result dimension, given the value of every loop.
static llvm::SmallVector<IndexExpr>
resultIndex(KernelElements &elements, const LoopSchedule &schedule,
            llvm::ArrayRef<IndexExpr> values) {
  Sizes sizes = sizesOf(elements.kernel().getResult(0));
  llvm::SmallVector<IndexExpr> index(sizes.size());
  for (unsigned loop = 0; loop < schedule.loops.size(); ++loop) {
    llvm::SmallVector<unsigned> dims;
    Sizes joined;
    for (unsigned d = 0; d < sizes.size(); ++d)
      if (schedule.loopOf[d] == loop) {
        dims.push_back(d);
        joined.push_back(sizes[d]);
      }
    auto parts = elements.builder().delinearize(values[loop], joined);
    for (auto [d, part] : llvm::zip(dims, parts))
      index[d] = part;
  }
  return index;
}

llvm::SmallVector<LoopNest> makeLoopNests(KernelElements &elements,
                                          const LoopSchedule &schedule) {
  ElementBuilder &builder = elements.builder();
  LoopNest outer;
  llvm::SmallVector<IndexExpr> values;
  for (const IndexExpr &size : llvm::ArrayRef(schedule.loops).drop_back()) {
    outer.variables.push_back(builder.variable(size));
    values.push_back(outer.variables.back().expr());
  }
  llvm::SmallVector<LoopNest> nests;
  for (size_t i = 0; i + 1 < schedule.cuts.size(); ++i) {
    LoopNest &nest = nests.emplace_back(outer);
    nest.begin = schedule.cuts[i];
    nest.variables.push_back(
        builder.variable(schedule.cuts[i + 1] - schedule.cuts[i]));
    llvm::SmallVector<IndexExpr> at(values);
    at.push_back(nest.begin + nest.variables.back().expr());
    nest.index = resultIndex(elements, schedule, at);
  }
  return nests;
}

IndexExpr parallelExtent(const LoopSchedule &schedule) {
  IndexExpr extent(1);
  for (auto [i, size] :
       llvm::enumerate(llvm::ArrayRef(schedule.loops).drop_back()))
    if (i == schedule.across)
      extent = extent * IndexExpr::ceilDiv(size, schedule.lanes);
    else if (i + 2 == schedule.loops.size())
      extent = extent * IndexExpr::ceilDiv(size, schedule.unitRows);
    else
      extent = extent * size;
  if (schedule.block)
    extent = extent * IndexExpr::ceilDiv(schedule.loops.back(), schedule.block);
  return extent;
}

namespace {

/// An extent that is not known is taken as this.
static double sizeOf(const IndexExpr &extent) {
  constexpr double kUnknownExtent = 64;
  std::optional<int64_t> known = extent.constant();
  return known ? static_cast<double>(*known) : kUnknownExtent;
}

/// What the loads of a kernel look like along one variable.
struct LaneCost {
  double scalar = 0; // loads, reductions along contiguous memory on lanes
  double vector = 0; // vector loads, gathers priced per lane
};

class Chooser {
public:
  Chooser(KernelElements &elements, const TargetFacts &facts)
      : elements(elements), facts(facts), free(elements.builder()) {}

  LoopSchedule choose();

private:
  llvm::SmallVector<Element> resultsAt(const LoopNest &nest);
  llvm::SmallVector<IndexExpr> cutsOf(const LoopSchedule &schedule);
  std::set<int64_t> cutsInside(LoopSchedule schedule, int64_t begin,
                               int64_t end);
  bool addCuts(Element element, const IndexVariable &last,
               std::set<int64_t> &cuts);
  LoopSchedule join(llvm::ArrayRef<unsigned> groups);
  bool chooseAcross(LoopSchedule &schedule, const LoopNest &nest, bool hoisted);
  bool hasDivision(llvm::ArrayRef<Element> results);
  bool canJoin(const LoopSchedule &joined);
  LaneCost cost(llvm::ArrayRef<Element> results, llvm::StringRef variable,
                int64_t lanes);
  void addCost(Element element, llvm::StringRef variable, int64_t lanes,
               double times, const IndexVariable *innermost, LaneCost &sum);
  double loadCost(Element load, llvm::StringRef variable, int64_t lanes);
  int64_t widestBytes(llvm::ArrayRef<Element> results);

  KernelElements &elements;
  const TargetFacts &facts;
  FreeVariables free;
};

llvm::SmallVector<Element> Chooser::resultsAt(const LoopNest &nest) {
  llvm::SmallVector<Element> results;
  KernelOp kernel = elements.kernel();
  for (unsigned i = 0; i < kernel.getNumResults(); ++i)
    results.push_back(elements.at(kernel.getYielded(i), nest.index));
  return results;
}

static int64_t ceilOf(int64_t a, int64_t b) {
  return *IndexExpr::ceilDiv(a, b).constant();
}

/// The values of the last variable, counted from the nest's begin, at which
/// an outermost guard of `element` changes; false when guards depend on it in
/// another way. A guard inside a reduction is padding, of which nothing is
/// gained.
bool Chooser::addCuts(Element element, const IndexVariable &last,
                      std::set<int64_t> &cuts) {
  if (element->kind == ElementKind::Reduce ||
      !free.dependsOn(element, last.name))
    return true;
  bool changes = false;
  for (const IndexBound &bound : element->bounds) {
    if (!free.dependsOn(bound.value, last.name))
      continue;
    changes = true;
    std::optional<int64_t> first =
        substituteOne(bound.value, last.name, 0).constant();
    std::optional<int64_t> stride =
        stepAlong(bound.value, last.name).constant();
    std::optional<int64_t> size = bound.bound.constant();
    if (!first || !size || !stride || *stride <= 0)
      return false;
    cuts.insert(ceilOf(-*first, *stride));
    cuts.insert(ceilOf(*size - *first, *stride));
  }
  return changes || llvm::all_of(element->operands, [&](Element operand) {
           return addCuts(operand, last, cuts);
         });
}

/// Cuts inside [begin, end) of the last loop, as far as guards are of use.
std::set<int64_t> Chooser::cutsInside(LoopSchedule schedule, int64_t begin,
                                      int64_t end) {
  schedule.cuts = {begin, end};
  LoopNest nest = makeLoopNests(elements, schedule).front();
  std::set<int64_t> found, inside;
  for (Element result : resultsAt(nest))
    if (!addCuts(result, nest.variables.back(), found))
      return {};
  for (int64_t cut : found)
    if (cut > 0 && cut < end - begin)
      inside.insert(begin + cut);
  return inside;
}

/// Cuts the last loop at outermost guards, then each piece at the guards that
/// are outermost there.
llvm::SmallVector<IndexExpr> Chooser::cutsOf(const LoopSchedule &schedule) {
  llvm::SmallVector<IndexExpr> whole{0, schedule.loops.back()};
  std::optional<int64_t> extent = schedule.loops.back().constant();
  if (!extent || *extent == 0)
    return whole;
  constexpr size_t kMaxPieces = 8; // copies of the loop
  std::set<int64_t> cuts{0, *extent};
  for (auto at = cuts.begin(); std::next(at) != cuts.end();) {
    int64_t begin = *at, end = *std::next(at);
    std::set<int64_t> more = cutsInside(schedule, begin, end);
    if (cuts.size() + more.size() > kMaxPieces + 1)
      return whole;
    cuts.insert(more.begin(), more.end());
    if (more.empty())
      ++at;
  }
  return llvm::map_to_vector(cuts, [](int64_t cut) { return IndexExpr(cut); });
}

static bool divides(const IndexExpr &index) {
  if (!index.isValid())
    return true; // grown too large to be worked with
  for (const IndexTerm &term : index.terms())
    for (const IndexAtomRef &leaf : term.factors)
      if (leaf->kind != IndexAtomKind::Symbol)
        return true;
  return false;
}

/// Whether walking the elements needs a division (of an index that is not a
/// size): the sign that two dimensions were better left apart.
bool Chooser::hasDivision(llvm::ArrayRef<Element> results) {
  llvm::SmallVector<Element> work(results);
  llvm::SmallPtrSet<Element, 16> seen;
  while (!work.empty()) {
    Element node = work.pop_back_val();
    if (!seen.insert(node).second)
      continue;
    if (node->kind == ElementKind::Load) {
      Sizes sizes = sizesOf(node->tensor);
      IndexExpr linear = elements.builder().simplify(
          ElementBuilder::linearize(node->indices, sizes));
      if (!linear.isValid() || (divides(linear) && !free.of(linear).empty()))
        return true;
    }
    for (const IndexBound &bound : node->bounds)
      if (divides(bound.value) && !free.of(bound.value).empty())
        return true;
    if (node->kind == ElementKind::Index && divides(node->indices[0]) &&
        !free.of(node->indices[0]).empty())
      return true;
    for (const IndexExpr &index : node->indices)
      index.walkSymbols([&](llvm::StringRef name) {
        if (const ComputedIndex *c = elements.builder().findComputed(name))
          work.push_back(c->value);
      });
    work.append(node->operands.begin(), node->operands.end());
  }
  return false;
}

bool Chooser::canJoin(const LoopSchedule &joined) {
  LoopSchedule uncut = joined;
  uncut.cuts = {0, joined.loops.back()};
  return !hasDivision(resultsAt(makeLoopNests(elements, uncut).front()));
}

double Chooser::loadCost(Element load, llvm::StringRef variable,
                         int64_t lanes) {
  if (!free.dependsOn(load, variable))
    return 1.0 / static_cast<double>(lanes);
  Sizes sizes = sizesOf(load->tensor);
  IndexExpr linear = elements.builder().simplify(
      ElementBuilder::linearize(load->indices, sizes));
  std::optional<int64_t> stride = stepAlong(linear, variable).constant();
  if (stride && *stride >= 1 && *stride <= kMaxShuffledStride)
    return static_cast<double>(2 * *stride - 1) / static_cast<double>(lanes);
  constexpr double kGather = 1.5; // against a scalar load, per lane
  return kGather;
}

void Chooser::addCost(Element element, llvm::StringRef variable, int64_t lanes,
                      double times, const IndexVariable *innermost,
                      LaneCost &sum) {
  // A short reduction fills as many lanes as it has elements.
  int64_t inner = lanes;
  if (innermost)
    if (std::optional<int64_t> extent = innermost->extent.constant())
      inner = std::clamp<int64_t>(*extent, 1, lanes);
  if (element->kind == ElementKind::Load) {
    sum.vector += times * loadCost(element, variable, lanes);
    sum.scalar +=
        times * (innermost ? loadCost(element, innermost->name, inner) : 1.0);
  }
  if (element->kind == ElementKind::Apply) {
    double operations = costOf(element->fn);
    sum.vector += times * operations / static_cast<double>(lanes);
    sum.scalar += times * (innermost ? operations / static_cast<double>(inner)
                                     : operations);
  }
  if (element->kind == ElementKind::Reduce) {
    // A reduction that does not depend on the variable is hoisted out.
    if (!free.dependsOn(element, variable))
      return;
    for (const IndexVariable &over : element->variables)
      times *= sizeOf(over.extent);
    innermost = &element->variables.back();
  }
  for (Element operand : element->operands)
    addCost(operand, variable, lanes, times, innermost, sum);
}

LaneCost Chooser::cost(llvm::ArrayRef<Element> results,
                       llvm::StringRef variable, int64_t lanes) {
  LaneCost sum;
  for (Element result : results)
    addCost(result, variable, lanes, 1, nullptr, sum);
  return sum;
}

/// Bytes of the widest number computed with, which decides the lanes.
int64_t Chooser::widestBytes(llvm::ArrayRef<Element> results) {
  int64_t widest = 4;
  llvm::SmallVector<Element> work(results);
  llvm::SmallPtrSet<Element, 16> seen;
  while (!work.empty()) {
    Element node = work.pop_back_val();
    if (!seen.insert(node).second)
      continue;
    if (node->type.isF64() || node->type.getIntOrFloatBitWidth() == 64)
      widest = 8;
    work.append(node->operands.begin(), node->operands.end());
  }
  return widest;
}

/// The loops when dimensions of equal `groups` are joined.
LoopSchedule Chooser::join(llvm::ArrayRef<unsigned> groups) {
  Sizes sizes = sizesOf(elements.kernel().getResult(0));
  LoopSchedule result;
  for (unsigned d = 0; d < sizes.size(); ++d) {
    if (d == 0 || groups[d] != groups[d - 1])
      result.loops.push_back(IndexExpr(1));
    result.loops.back() = result.loops.back() * sizes[d];
    result.loopOf.push_back(result.loops.size() - 1);
  }
  return result;
}

/// Turns squares in registers where an operand lies across the result.
bool Chooser::chooseAcross(LoopSchedule &schedule, const LoopNest &nest,
                           bool hoisted) {
  int64_t square = facts.vectorBytes / 4;
  auto hasRoom = [&](const IndexExpr &size) {
    std::optional<int64_t> known = size.constant();
    return !known || *known >= square;
  };
  if (schedule.cuts.size() != 2 || hoisted || square < 2 ||
      elements.kernel().getNumResults() != 1 || facts.transposeTile < square ||
      !hasRoom(schedule.loops.back()))
    return false;
  Element result = resultsAt(nest).front();
  if (result->type.getIntOrFloatBitWidth() != 32)
    return false;
  for (unsigned loop = 0; loop + 1 < schedule.loops.size(); ++loop) {
    if (!hasRoom(schedule.loops[loop]) ||
        loadsAcross(elements, nest, loop, result).empty())
      continue;
    constexpr int64_t kBlock = 512; // squares of a unit stay in the first cache
    schedule.across = loop;
    schedule.lanes = square;
    schedule.block = kBlock;
    schedule.reason = "squares turned in registers: an operand lies across";
    return true;
  }
  return false;
}

LoopSchedule Chooser::choose() {
  Sizes sizes = sizesOf(elements.kernel().getResult(0));
  LoopSchedule schedule;
  if (sizes.empty()) {
    schedule.loops.push_back(IndexExpr(1));
    schedule.cuts = {0, 1};
    schedule.reason = "one element";
    return schedule;
  }
  // Join neighbours from the innermost outwards while no index needs a
  // division for it.
  llvm::SmallVector<unsigned> group(sizes.size());
  std::iota(group.begin(), group.end(), 0);
  for (unsigned d = sizes.size() - 1; d > 0; --d) {
    llvm::SmallVector<unsigned> trial(group);
    for (unsigned &number : trial)
      if (number == group[d])
        number = group[d - 1];
    bool trivial = sizes[d].isConstant(1) || sizes[d - 1].isConstant(1);
    if (trivial || canJoin(join(trial)))
      group = trial;
  }
  schedule = join(group);
  schedule.cuts = cutsOf(schedule);
  LaneCost price;
  bool hoisted = false;
  int64_t widest = 0;
  llvm::SmallVector<LoopNest> nests = makeLoopNests(elements, schedule);
  for (const LoopNest &nest : nests)
    widest = std::max(widest, widestBytes(resultsAt(nest)));
  int64_t lanes = std::max<int64_t>(1, facts.vectorBytes / widest);
  for (const LoopNest &nest : nests) {
    llvm::SmallVector<Element> results = resultsAt(nest);
    LaneCost one = cost(results, nest.variables.back().name, lanes);
    double share = sizeOf(nest.variables.back().extent) /
                   std::max(sizeOf(schedule.loops.back()), 1.0);
    price.scalar += share * one.scalar;
    price.vector += share * one.vector;
    hoisted |= llvm::any_of(
        results, [&](Element result) { return free.hasReduce(result); });
  }
  if (!schedule.loops.back().isConstant(1) && price.vector < price.scalar)
    schedule.lanes = lanes;
  // Units of about this many elements keep the parallel range fine enough to
  // share out and coarse enough to run.
  constexpr int64_t kBlock = 2048;
  bool rowWork = hoisted && price.vector < 1e6 && schedule.loops.size() > 1;
  if (!rowWork)
    schedule.block = kBlock;
  if (chooseAcross(schedule, nests.front(), hoisted))
    return schedule;
  std::optional<int64_t> last = schedule.loops.back().constant();
  if (!rowWork && last && *last > 0 && schedule.loops.size() > 1)
    schedule.unitRows = std::max<int64_t>(1, kBlock / *last);
  // Vectors no wider than the loop, rather than masked ones.
  while (last && schedule.lanes > std::max<int64_t>(*last, 1))
    schedule.lanes /= 2;
  schedule.reason = schedule.lanes > 1
                        ? "lanes along the last dimension"
                        : "scalar along the last dimension: reductions take "
                          "the lanes";
  if (nests.size() > 1)
    schedule.reason += ", in " + std::to_string(nests.size()) + " pieces";
  return schedule;
}

} // namespace

LoopSchedule chooseLoopSchedule(KernelElements &elements,
                                const TargetFacts &facts) {
  return Chooser(elements, facts).choose();
}

} // namespace tenon
