// SPDX-License-Identifier: Apache-2.0
// A kernel in the making.
#include "compiler/fuse/KernelGroup.h"
#include "compiler/ir/graph/FreeVariables.h"
#include "compiler/ir/graph/GraphBuilder.h"
#include "compiler/ir/graph/KernelElements.h"
#include "compiler/support/IndexStride.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace tenon {

KernelGroup::KernelGroup(Operation *root) : rootOp(root) { ops.insert(root); }

llvm::SmallVector<Value> KernelGroup::inputs() const {
  llvm::SetVector<Value> result;
  for (Operation *op : ops)
    for (Value operand : op->getOperands())
      if (!operand.getDefiningOp() || !ops.contains(operand.getDefiningOp()))
        result.insert(operand);
  return result.takeVector();
}

bool KernelGroup::hasReduction() const {
  return llvm::any_of(ops, [](Operation *op) { return traitsOf(op).reduces; });
}

static std::function<SymbolRange(llvm::StringRef)> rangesOf(Operation *op) {
  ModuleOp module = op->getParentOfType<ModuleOp>();
  return [module](llvm::StringRef name) { return symbolRange(module, name); };
}

namespace {

/// Where in the root's element a load stands: the loops it is repeated by.
struct Place {
  llvm::SmallVector<IndexVariable> rows;    // the root's, without the last
  std::optional<IndexVariable> last;        // the root's, where it repeats
  llvm::SmallVector<IndexVariable> reduced; // of the reductions around
  bool guarded = false;
};

/// Walks the root's element, pulled through the group's ops, and looks at the
/// loads of tensors from outside.
class UseFinder {
public:
  UseFinder(const llvm::SetVector<Operation *> &ops, Operation *root)
      : root(root),
        puller(root, [&ops](Operation *op) { return ops.contains(op); }),
        builder(puller.builder()), free(builder) {}

  llvm::DenseMap<Value, TensorUse> find();
  /// The root's element, once `find` was called, as a tree: what is shared
  /// counts at each place.
  double treeSize() { return treeSize(whole); }

private:
  double treeSize(Element element);
  void walk(Element element, const Place &place);
  void walkIndex(const IndexExpr &index, const Place &place);
  void note(Element load, const Place &place);
  void collect(const IndexExpr &index, llvm::StringSet<> &names);
  void collect(Element element, llvm::StringSet<> &names);

  Operation *root;
  ElementPuller puller;
  ElementBuilder &builder;
  FreeVariables free;
  Place top; // the root's dimensions
  IndexExpr rootOffset;
  llvm::DenseMap<Value, TensorUse> uses;
  llvm::SmallPtrSet<Element, 32> seen;
  Element whole = nullptr;
  llvm::DenseMap<Element, double> treeSizes;
};

double UseFinder::treeSize(Element element) {
  auto known = treeSizes.find(element);
  if (known != treeSizes.end())
    return known->second;
  // Each guard is a branch, with code of its own on both sides.
  constexpr double kGuard = 256;
  double size = element->kind == ElementKind::Guard ? kGuard : 1;
  for (Element operand : element->operands)
    size += treeSize(operand);
  for (const IndexExpr &index : element->indices)
    index.walkSymbols([&](llvm::StringRef name) {
      if (const ComputedIndex *computed = builder.findComputed(name))
        size += treeSize(computed->value);
    });
  return treeSizes[element] = size;
}

void UseFinder::collect(Element element, llvm::StringSet<> &names) {
  for (const IndexExpr &index : element->indices)
    collect(index, names);
  for (Element operand : element->operands)
    collect(operand, names);
}

void UseFinder::collect(const IndexExpr &index, llvm::StringSet<> &names) {
  index.walkSymbols([&](llvm::StringRef name) {
    names.insert(name);
    if (const ComputedIndex *computed = builder.findComputed(name))
      collect(computed->value, names);
  });
}

static double sizeOf(const IndexExpr &extent) {
  constexpr double kUnknownExtent = 64;
  std::optional<int64_t> known = extent.constant();
  return known ? static_cast<double>(*known) : kUnknownExtent;
}

void UseFinder::note(Element load, const Place &place) {
  Value tensor = load->tensor;
  TensorUse &use = uses[tensor];
  ++use.loads;
  llvm::StringSet<> names;
  for (const IndexExpr &index : load->indices) {
    use.indexLength = std::max(use.indexLength, index.str().size());
    collect(index, names);
  }
  IndexExpr offset = builder.simplify(
      ElementBuilder::linearize(load->indices, sizesOf(tensor)));
  bool inReduction = !place.reduced.empty();
  use.sameElement &= offset == rootOffset && !inReduction;
  double evaluations = 1, missing = 1;
  auto repeat = [&](const IndexVariable &variable) {
    evaluations *= sizeOf(variable.extent);
    if (!names.contains(variable.name))
      missing *= sizeOf(variable.extent);
  };
  llvm::for_each(place.rows, repeat);
  llvm::for_each(place.reduced, repeat);
  if (place.last)
    repeat(*place.last);
  for (const IndexVariable &variable : place.reduced)
    use.oncePerRow &= !names.contains(variable.name);
  if (top.last) {
    use.oncePerRow &= !names.contains(top.last->name);
    use.alongLast |= names.contains(top.last->name);
  }
  double size = 1;
  for (const IndexExpr &extent : sizesOf(tensor))
    size *= sizeOf(extent);
  // A guard at the top (a concatenation) lets only a part of the evaluations
  // through: what it does not depend on is all that is surely repeated. Inside
  // a reduction a guard is padding, which lets nearly all of them through.
  bool partly = place.guarded && !inReduction;
  double repeats = partly ? missing : evaluations / std::max(size, 1.0);
  use.repeats = std::max(use.repeats, repeats);
  use.evaluations += repeats;
  double rows = 1, missingRows = 1;
  for (const IndexVariable &variable : place.rows) {
    rows *= sizeOf(variable.extent);
    if (!names.contains(variable.name))
      missingRows *= sizeOf(variable.extent);
  }
  use.rowRepeats = std::max(use.rowRepeats,
                            partly ? missingRows : rows / std::max(size, 1.0));
}

void UseFinder::walkIndex(const IndexExpr &index, const Place &place) {
  index.walkSymbols([&](llvm::StringRef name) {
    if (const ComputedIndex *computed = builder.findComputed(name))
      walk(computed->value, place);
  });
}

void UseFinder::walk(Element element, const Place &place) {
  if (!seen.insert(element).second)
    return;
  if (element->kind == ElementKind::Load)
    note(element, place);
  for (const IndexExpr &index : element->indices)
    walkIndex(index, place);
  Place inside(place);
  inside.reduced.append(element->variables.begin(), element->variables.end());
  inside.guarded |= element->kind == ElementKind::Guard;
  // A reduction that the last dimension does not change is made once a row.
  if (element->kind == ElementKind::Reduce && inside.last &&
      !free.dependsOn(element, inside.last->name))
    inside.last.reset();
  for (Element operand : element->operands)
    walk(operand, inside);
}

llvm::DenseMap<Value, TensorUse> UseFinder::find() {
  llvm::SmallVector<IndexExpr> index;
  Value result = root->getResult(0);
  for (const IndexExpr &size : sizesOf(result)) {
    top.rows.push_back(builder.variable(size));
    index.push_back(top.rows.back().expr());
  }
  if (!top.rows.empty())
    top.last = top.rows.pop_back_val();
  rootOffset =
      builder.simplify(ElementBuilder::linearize(index, sizesOf(result)));
  whole = puller.at(result, index);
  walk(whole, top);
  return std::move(uses);
}

} // namespace

llvm::DenseMap<Value, TensorUse> KernelGroup::uses(double &treeSize) const {
  treeSize = 0;
  if (traitsOf(rootOp).sequential)
    return llvm::DenseMap<Value, TensorUse>();
  UseFinder finder(ops, rootOp);
  llvm::DenseMap<Value, TensorUse> found = finder.find();
  treeSize = finder.treeSize();
  return found;
}

//===--- Traits -----------------------------------------------------------===//

static void countElement(Element element, OpTraits &traits, unsigned &loads) {
  switch (element->kind) {
  case ElementKind::Load:
    ++loads;
    break;
  case ElementKind::Apply:
    traits.operations += costOf(element->fn);
    break;
  case ElementKind::Guard:
    traits.chooses = true;
    break;
  case ElementKind::Reduce: {
    traits.reduces = true;
    unsigned inside = 0;
    OpTraits ignored;
    countElement(element->operands[0], ignored, inside);
    traits.contracts |= inside > 1 && element->reduce == ReduceKind::Sum;
    break;
  }
  default:
    break;
  }
  for (Element operand : element->operands)
    countElement(operand, traits, loads);
}

OpTraits traitsOf(Operation *op) {
  OpTraits traits;
  auto body = dyn_cast<TensorBody>(op);
  if (!body)
    return traits;
  traits.computes = true;
  traits.sequential = body.sequentialAxis().has_value();
  if (traits.sequential)
    return traits;
  ElementBuilder builder(rangesOf(op));
  llvm::SmallVector<IndexExpr> index;
  for (const IndexExpr &size : sizesOf(op->getResult(0)))
    index.push_back(builder.variable(size).expr());
  Element element = body.element(builder, 0, index);
  unsigned loads = 0;
  countElement(element, traits, loads);
  traits.movesOnly = element->kind == ElementKind::Load;
  if (!traits.movesOnly)
    return traits;
  for (const IndexExpr &at : element->indices)
    for (const IndexTerm &term : at.terms())
      for (const IndexAtomRef &atom : term.factors)
        traits.divides |= atom->kind != IndexAtomKind::Symbol;
  if (index.empty() || sizesOf(op->getResult(0)).back().isConstant(1))
    return traits;
  IndexExpr offset =
      ElementBuilder::linearize(element->indices, sizesOf(element->tensor));
  IndexExpr stride =
      builder.simplify(stepAlong(offset, *index.back().symbolName()));
  traits.strides = !stride.isConstant(0) && !stride.isConstant(1);
  return traits;
}

} // namespace tenon
