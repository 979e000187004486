// SPDX-License-Identifier: Apache-2.0
// Chooses how plain loops walk a kernel's result.
#include "compiler/codegen/LoopSchedule.h"
#include "compiler/ir/graph/FreeVariables.h"

using namespace mlir;

namespace tenon {

LoopNest makeLoopNest(KernelElements &elements, const LoopSchedule &schedule) {
  LoopNest nest;
  ElementBuilder &builder = elements.builder();
  for (const IndexExpr &size : schedule.loops)
    nest.variables.push_back(builder.variable(size));
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
    auto parts = builder.delinearize(nest.variables[loop].expr(), joined);
    for (auto [d, part] : llvm::zip(dims, parts))
      nest.index[d] = part;
  }
  return nest;
}

IndexExpr parallelExtent(const LoopSchedule &schedule) {
  IndexExpr extent(1);
  for (const IndexExpr &size : llvm::ArrayRef(schedule.loops).drop_back())
    extent = extent * size;
  if (schedule.block)
    extent = extent * IndexExpr::ceilDiv(schedule.loops.back(), schedule.block);
  return extent;
}

namespace {

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
  llvm::SmallVector<Element> resultsAt(const LoopSchedule &schedule,
                                       std::string &lastVariable);
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

llvm::SmallVector<Element> Chooser::resultsAt(const LoopSchedule &schedule,
                                              std::string &lastVariable) {
  LoopNest nest = makeLoopNest(elements, schedule);
  lastVariable = nest.variables.back().name;
  llvm::SmallVector<Element> results;
  KernelOp kernel = elements.kernel();
  for (unsigned i = 0; i < kernel.getNumResults(); ++i)
    results.push_back(elements.at(kernel.getYielded(i), nest.index));
  return results;
}

static bool divides(const IndexExpr &index) {
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
      if (divides(linear) && !free.of(linear).empty())
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
  std::string unused;
  return !hasDivision(resultsAt(joined, unused));
}

double Chooser::loadCost(Element load, llvm::StringRef variable,
                         int64_t lanes) {
  if (!free.dependsOn(load, variable))
    return 1.0 / static_cast<double>(lanes);
  Sizes sizes = sizesOf(load->tensor);
  IndexExpr linear = elements.builder().simplify(
      ElementBuilder::linearize(load->indices, sizes));
  IndexExpr next =
      linear.substitute([&](llvm::StringRef name) -> std::optional<IndexExpr> {
        if (name == variable)
          return IndexExpr::symbol(name) + 1;
        return std::nullopt;
      });
  if ((next - linear).isConstant(1))
    return 1.0 / static_cast<double>(lanes);
  constexpr double kGather = 1.5; // against a scalar load, per lane
  return kGather;
}

void Chooser::addCost(Element element, llvm::StringRef variable, int64_t lanes,
                      double times, const IndexVariable *innermost,
                      LaneCost &sum) {
  if (element->kind == ElementKind::Load) {
    sum.vector += times * loadCost(element, variable, lanes);
    sum.scalar +=
        times * (innermost ? loadCost(element, innermost->name, lanes) : 1.0);
  }
  if (element->kind == ElementKind::Apply) {
    double operations = costOf(element->fn);
    double spread = static_cast<double>(lanes);
    sum.vector += times * operations / spread;
    sum.scalar += times * (innermost ? operations / spread : operations);
  }
  if (element->kind == ElementKind::Reduce) {
    // A reduction that does not depend on the variable is hoisted out.
    if (!free.dependsOn(element, variable))
      return;
    constexpr double kUnknownExtent = 64;
    for (const IndexVariable &over : element->variables) {
      std::optional<int64_t> extent = over.extent.constant();
      times *= extent ? static_cast<double>(*extent) : kUnknownExtent;
    }
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

LoopSchedule Chooser::choose() {
  Sizes sizes = sizesOf(elements.kernel().getResult(0));
  LoopSchedule schedule;
  if (sizes.empty()) {
    schedule.loops.push_back(IndexExpr(1));
    schedule.reason = "one element";
    return schedule;
  }
  // Join neighbours from the innermost outwards while no index needs a
  // division for it.
  llvm::SmallVector<unsigned> group(sizes.size());
  for (unsigned d = 0; d < sizes.size(); ++d)
    group[d] = d;
  auto build = [&](llvm::ArrayRef<unsigned> groups) {
    LoopSchedule result;
    for (unsigned d = 0; d < sizes.size(); ++d) {
      if (d == 0 || groups[d] != groups[d - 1])
        result.loops.push_back(IndexExpr(1));
      result.loops.back() = result.loops.back() * sizes[d];
      result.loopOf.push_back(result.loops.size() - 1);
    }
    return result;
  };
  for (unsigned d = sizes.size() - 1; d > 0; --d) {
    llvm::SmallVector<unsigned> trial(group);
    for (unsigned &number : trial)
      if (number == group[d])
        number = group[d - 1];
    if (canJoin(build(trial)))
      group = trial;
  }
  schedule = build(group);
  std::string last;
  llvm::SmallVector<Element> results = resultsAt(schedule, last);
  int64_t lanes =
      std::max<int64_t>(1, facts.vectorBytes / widestBytes(results));
  LaneCost price = cost(results, last, lanes);
  std::optional<int64_t> inner = schedule.loops.back().constant();
  bool enough = !inner || *inner > 1;
  if (enough && price.vector < price.scalar)
    schedule.lanes = lanes;
  bool hoisted = llvm::any_of(
      results, [&](Element result) { return free.hasReduce(result); });
  // Units of about this many elements keep the parallel range fine enough to
  // share out and coarse enough to run.
  constexpr int64_t kBlock = 2048;
  bool rowWork = hoisted && price.vector < 1e6 && schedule.loops.size() > 1;
  if (!rowWork)
    schedule.block = kBlock;
  schedule.reason = schedule.lanes > 1
                        ? "lanes along the last dimension"
                        : "scalar along the last dimension: reductions take "
                          "the lanes";
  return schedule;
}

} // namespace

LoopSchedule chooseLoopSchedule(KernelElements &elements,
                                const TargetFacts &facts) {
  return Chooser(elements, facts).choose();
}

} // namespace tenon
