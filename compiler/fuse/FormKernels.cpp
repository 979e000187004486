// SPDX-License-Identifier: Apache-2.0
// Draws the boundaries of kernels: from what must be in memory upwards, each
// kernel takes in the producers that are cheaper to compute in place.
//
//   %c = tenon.window convolve %x, %w      %k = tenon.kernel (%x, %w, %b) {
//   %s = tenon.elementwise add(%c, %b)       the three ops on the left, on
//   %r = tenon.elementwise max(%s, 0)        the body's arguments }
#include "compiler/fuse/FormKernels.h"
#include "compiler/fuse/KernelGroup.h"
#include "compiler/ir/graph/ConstantElements.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace tenon {

namespace {

/// What is computed more often than this is cheaper to store and load.
constexpr double kFewRepeats = 1.5;

class KernelFormer {
public:
  explicit KernelFormer(func::FuncOp function) : function(function) {}

  void run();

private:
  void grow(KernelGroup &group);
  bool tryPull(KernelGroup &group, Value tensor, const TensorUse &use);
  const char *whyNot(KernelGroup &group, Value tensor, const TensorUse &use);
  const char *whyNotReduction(const KernelGroup &group, const OpTraits &traits,
                              const TensorUse &use);
  OpTraits traits(Operation *op);
  bool isMovedConstant(Value tensor);
  bool finishesProduct(Operation *op);
  bool onlyUsedBy(const KernelGroup &group, Operation *op);
  void emit(KernelGroup &group);

  /// The tensor in memory that stands for a value of the graph.
  Value inMemory(Value value) {
    auto found = materialized.find(value);
    return found == materialized.end() ? value : found->second;
  }

  func::FuncOp function;
  llvm::DenseMap<Value, Value> materialized;
  llvm::DenseMap<Operation *, OpTraits> known;
  llvm::DenseSet<Operation *> needed; // must be in memory
  llvm::DenseSet<std::pair<Operation *, Operation *>> declined;
};

OpTraits KernelFormer::traits(Operation *op) {
  auto found = known.find(op);
  if (found == known.end())
    found = known.try_emplace(op, traitsOf(op)).first;
  return found->second;
}

bool KernelFormer::onlyUsedBy(const KernelGroup &group, Operation *op) {
  return llvm::all_of(op->getUsers(),
                      [&](Operation *user) { return group.contains(user); });
}

/// Why a reducing producer stays apart, or null.
const char *KernelFormer::whyNotReduction(const KernelGroup &group,
                                          const OpTraits &traits,
                                          const TensorUse &use) {
  bool epilogue = use.sameElement && !group.hasReduction();
  if (epilogue)
    return nullptr;
  if (traits.contracts)
    return "a product's results are read more than once or not in its order";
  if (!use.oncePerRow)
    return "a reduction's results are read more than once per row";
  if (use.rowRepeats > kFewRepeats)
    return "a reduction's results are read by several rows";
  return nullptr;
}

/// Whether `tensor` is a constant, moved about: packed weights, whose panels a
/// product walks evenly.
bool KernelFormer::isMovedConstant(Value tensor) {
  Operation *producer = tensor.getDefiningOp();
  while (producer && traits(producer).movesOnly)
    producer = producer->getOperand(0).getDefiningOp();
  return isa_and_nonnull<ConstantOp>(producer);
}

/// Whether `op` only computes with the elements of a product that nobody else
/// reads, so that the product's kernel can do it before storing them.
bool KernelFormer::finishesProduct(Operation *op) {
  OpTraits own = traits(op);
  if (!own.computes || own.reduces || own.movesOnly || own.chooses)
    return false;
  Sizes sizes = sizesOf(op->getResult(0));
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    Operation *producer = operand.getDefiningOp();
    return producer && producer->getNumResults() == 1 && operand.hasOneUse() &&
           sizesOf(operand) == sizes &&
           (traits(producer).contracts || finishesProduct(producer));
  });
}

/// Why `tensor`'s producer cannot join the group, or null.
const char *KernelFormer::whyNot(KernelGroup &group, Value tensor,
                                 const TensorUse &use) {
  Operation *producer = tensor.getDefiningOp();
  OpTraits own = traits(producer);
  if (own.sequential || traits(group.root()).sequential)
    return "a recurrence is a kernel of its own";
  if (producer->getNumResults() != 1)
    return "the producer has several results";
  constexpr size_t kMaxInputs = 24; // buffers of one kernel
  if (group.inputs().size() + producer->getNumOperands() > kMaxInputs)
    return "the kernel would read too many tensors";
  constexpr size_t kMaxOps = 96; // keeps a kernel's code and compile time small
  if (group.members().size() >= kMaxOps)
    return "the kernel would hold too many ops";
  constexpr size_t kMaxIndexLength = 200; // characters: see IndexExpr::str
  if (use.indexLength > kMaxIndexLength)
    return "finding its elements would cost more than storing them in order";
  bool last = onlyUsedBy(group, producer);
  if (own.reduces)
    return last ? whyNotReduction(group, own, use)
                : "its result is needed by other kernels too";
  constexpr unsigned kFewOperations = 2;
  if (own.movesOnly) {
    bool product = llvm::any_of(
        group.members(), [&](Operation *op) { return traits(op).contracts; });
    if (own.divides && product && !isMovedConstant(tensor))
      return "a product reads its operands at even steps only";
    if (own.strides && use.alongLast && use.evaluations > kFewRepeats &&
        !isMovedConstant(tensor))
      return "vectors would gather it again and again: moved once instead";
    return nullptr;
  }
  bool cheap = own.operations <= kFewOperations && !own.chooses;
  if (!last && !cheap)
    return "its result is needed by other kernels too";
  if ((!last || !use.sameElement) && finishesProduct(producer))
    return "its product finishes it in registers";
  if (use.repeats > kFewRepeats && !use.oncePerRow)
    return "each element would be computed again for every use";
  // A row kernel reads its row in several passes and computes its producers
  // in each. Storing and loading an element through the caches instead costs
  // about as much as this many multiply-adds on lanes.
  constexpr double kStoreAndLoad = 24;
  if (!use.oncePerRow && (use.evaluations - 1) * own.operations > kStoreAndLoad)
    return "computing it again in every pass would cost more than storing it";
  return nullptr;
}

bool KernelFormer::tryPull(KernelGroup &group, Value tensor,
                           const TensorUse &use) {
  Operation *producer = tensor.getDefiningOp();
  if (!producer || declined.contains({group.root(), producer}))
    return false;
  if (isa<ConstantOp>(producer)) {
    if (!splatValue(tensor))
      return false;
    group.add(producer);
    return true;
  }
  if (!traits(producer).computes)
    return false;
  if (const char *reason = whyNot(group, tensor, use)) {
    declined.insert({group.root(), producer});
    emitRemark(producer->getLoc()) << "not fused: " << reason;
    return false;
  }
  group.add(producer);
  return true;
}

void KernelFormer::grow(KernelGroup &group) {
  // Later stages walk elements as trees: what is used twice, and made of what
  // is used twice, and so on, must not double without end.
  constexpr double kMostTree = 1 << 14;
  bool changed = true;
  while (changed) {
    changed = false;
    double treeSize = 0;
    llvm::DenseMap<Value, TensorUse> uses = group.uses(treeSize);
    if (treeSize > kMostTree) {
      emitRemark(group.root()->getLoc())
          << "nothing more fused: the kernel would read too many times what "
             "it computes";
      return;
    }
    for (Value tensor : group.inputs())
      changed |= tryPull(group, tensor, uses.lookup(tensor));
    if (!changed)
      return;
    // What was declined for its users may have been waiting for one of them.
    for (Operation *op : group.members())
      for (Value operand : op->getOperands())
        if (Operation *producer = operand.getDefiningOp())
          declined.erase({group.root(), producer});
  }
}

/// Moves copies of the group's ops into a kernel op in the root's place.
void KernelFormer::emit(KernelGroup &group) {
  Operation *root = group.root();
  OpBuilder builder(root);
  llvm::SmallVector<Value> inputs = group.inputs(), operands;
  for (Value input : inputs)
    operands.push_back(inMemory(input));
  llvm::SmallVector<Location> locations;
  for (Operation *op : group.members())
    locations.push_back(op->getLoc());
  auto kernel = builder.create<KernelOp>(builder.getFusedLoc(locations),
                                         root->getResultTypes(), operands);
  Block *body = builder.createBlock(&kernel.getBody());
  IRMapping mapping;
  for (Value input : inputs)
    mapping.map(input, body->addArgument(input.getType(), input.getLoc()));
  llvm::SmallVector<Operation *> ordered(group.members());
  llvm::sort(ordered,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  for (Operation *op : ordered)
    builder.clone(*op, mapping);
  llvm::SmallVector<Value> yielded;
  for (Value result : root->getResults())
    yielded.push_back(mapping.lookup(result));
  builder.create<YieldOp>(root->getLoc(), yielded);
  for (auto [old, made] : llvm::zip(root->getResults(), kernel.getResults()))
    materialized[old] = made;
}

void KernelFormer::run() {
  Block &block = function.getBody().front();
  llvm::SmallVector<Operation *> order;
  for (Operation &op : llvm::reverse(block.getOperations()))
    order.push_back(&op);
  auto need = [&](Value value) {
    if (Operation *producer = value.getDefiningOp())
      needed.insert(producer);
  };
  for (Value value : block.getTerminator()->getOperands())
    need(value);
  llvm::SmallVector<KernelGroup> groups;
  for (Operation *op : order) {
    if (!needed.contains(op) || !traits(op).computes)
      continue;
    KernelGroup group(op);
    grow(group);
    for (Value input : group.inputs())
      need(input);
    groups.push_back(std::move(group));
  }
  for (KernelGroup &group : llvm::reverse(groups))
    emit(group);
  for (OpOperand &operand : block.getTerminator()->getOpOperands())
    operand.set(inMemory(operand.get()));
  for (Operation *op : order)
    if (op->use_empty() && isa<TensorBody, ConstantOp>(op))
      op->erase();
}

} // namespace

LogicalResult formKernels(func::FuncOp function) {
  KernelFormer(function).run();
  return success();
}

} // namespace tenon
