// SPDX-License-Identifier: Apache-2.0
// Plans kernels: class and schedule, prices, and the request that emits code.
#include "compiler/codegen/EmitKernel.h"
#include "compiler/codegen/ElementCost.h"
#include "compiler/codegen/EmitLoopKernel.h"
#include "compiler/codegen/EmitScalarFn.h"
#include "compiler/codegen/EmitSequentialKernel.h"
#include "compiler/codegen/EmitTileKernel.h"
#include "compiler/ir/kernel/Kernel.h"
#include <set>
#include <variant>

using namespace mlir;

namespace tenon {

/// The size symbols that a kernel's operand and result types use.
static std::vector<std::string> symbolsOf(KernelOp kernel) {
  std::set<std::string> names;
  auto add = [&](Value value) {
    for (const IndexExpr &size : sizesOf(value))
      size.walkSymbols([&](llvm::StringRef name) { names.insert(name.str()); });
  };
  for (Value value : kernel->getOperands())
    add(value);
  for (Value value : kernel->getResults())
    add(value);
  // Sizes inside the body, and size expressions in attributes.
  kernel.getBody().walk([&](Operation *op) {
    for (Value value : op->getResults())
      add(value);
    for (NamedAttribute attribute : op->getAttrs())
      if (auto exprs = dyn_cast<IndexExprsAttr>(attribute.getValue()))
        for (const IndexExpr &expr : exprs.exprs())
          expr.walkSymbols(
              [&](llvm::StringRef name) { names.insert(name.str()); });
  });
  return {names.begin(), names.end()};
}

/// A kernel's schedule, of the generator that makes it.
struct SequentialSchedule {}; // there is only one
using Schedule = std::variant<LoopSchedule, TileSchedule, SequentialSchedule>;

static OwningOpRef<ModuleOp> buildKernel(MLIRContext &context, KernelOp kernel,
                                         llvm::ArrayRef<std::string> symbols,
                                         const Schedule &schedule,
                                         const TargetFacts &facts) {
  loadKernelDialects(context);
  Location loc = UnknownLoc::get(&context);
  std::vector<KernelBuffer> buffers;
  for (Value value : kernel->getOperands())
    buffers.push_back({storageType(&context, elementTypeOf(value))});
  for (Value value : kernel->getResults())
    buffers.push_back({storageType(&context, elementTypeOf(value))});
  buffers.push_back({IntegerType::get(&context, 64)});
  OwningOpRef<ModuleOp> module =
      createKernelModule(loc, buffers, symbols.size());
  func::FuncOp function = getKernel(*module);
  Block &entry = function.getBody().front();
  OpBuilder builder(&context);
  builder.setInsertionPointToStart(&entry);
  KernelElements elements(kernel);
  ElementEmitter emitter(builder, loc, elements, facts);
  unsigned next = 0;
  for (Value argument : kernel.getBody().front().getArguments())
    emitter.bindBuffer(argument, entry.getArgument(next++));
  for (auto [i, result] : llvm::enumerate(kernel->getResults())) {
    // A recurrence reads its own results, which the body names otherwise.
    emitter.bindBuffer(kernel.getYielded(i), entry.getArgument(next));
    emitter.bindBuffer(result, entry.getArgument(next++));
  }
  emitter.bindFaultWord(entry.getArgument(next++));
  for (const std::string &symbol : symbols)
    emitter.bindSize(symbol, entry.getArgument(next++));
  Value begin = entry.getArgument(next), end = entry.getArgument(next + 1);
  if (auto *loops = std::get_if<LoopSchedule>(&schedule))
    emitLoopKernel(emitter, elements, *loops, begin, end);
  else if (auto *tiles = std::get_if<TileSchedule>(&schedule))
    emitTileKernel(emitter, elements, *tiles, begin, end);
  else
    emitSequentialKernel(emitter, elements, begin, end);
  builder.setInsertionPointToEnd(&entry);
  builder.create<func::ReturnOp>(loc);
  if (emitter.hasFailed()) {
    emitError(loc) << "the index of an element is too large an expression of "
                      "the symbolic sizes; fix some of them";
    return nullptr;
  }
  return module;
}

/// Equal texts compute the same: the body with its types, without locations,
/// and the ranges of the symbols, which simplification used.
static std::string keyOf(KernelOp kernel, llvm::StringRef schedule) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << schedule << "\n";
  OpPrintingFlags flags;
  flags.useLocalScope();
  kernel->print(out, flags);
  return text;
}

/// A name for profiles: the first and the last op of the body.
static std::string nameOf(KernelOp kernel) {
  std::string name;
  Operation *last = kernel.getYielded(0).getDefiningOp();
  for (Operation &op : kernel.getBody().front()) {
    if (!isa<TensorBody>(op))
      continue;
    llvm::StringRef first = op.getName().stripDialect();
    name = first.str();
    if (last && last != &op)
      name += "_" + last->getName().stripDialect().str();
    break;
  }
  return name;
}

/// The first generator that fits: tiles for sums of products, else loops.
static Schedule chooseSchedule(KernelElements &elements,
                               const TargetFacts &facts, KernelLaunch &launch) {
  if (sequentialBody(elements.kernel())) {
    launch.kernelClass = "recurrent";
    launch.schedule = "steps in order, reductions on lanes";
    launch.extent = 1;
    return SequentialSchedule();
  }
  if (auto tiles = chooseTileSchedule(elements, facts)) {
    launch.kernelClass = "tile";
    launch.schedule = tiles->reason;
    launch.extent = tileExtent(*tiles);
    return *tiles;
  }
  LoopSchedule loops = chooseLoopSchedule(elements, facts);
  launch.kernelClass = "loop";
  launch.schedule = loops.reason;
  launch.extent = parallelExtent(loops);
  return loops;
}

KernelPlan planKernel(KernelOp kernel, const TargetFacts &facts) {
  KernelElements elements(kernel);
  KernelPlan plan;
  KernelLaunch &launch = plan.launch;
  Schedule schedule = chooseSchedule(elements, facts, launch);
  launch.name = nameOf(kernel);
  launch.symbols = symbolsOf(kernel);
  KernelCost cost = costOfKernel(elements);
  launch.operations = cost.operations;
  launch.bytes = cost.bytes;
  launch.grain = grainFor(cost, launch.extent);
  plan.request.name = launch.name;
  plan.request.key = keyOf(kernel, launch.schedule);
  plan.request.build = [kernel, symbols = launch.symbols, schedule,
                        facts](MLIRContext &context) {
    return buildKernel(context, kernel, symbols, schedule, facts);
  };
  return plan;
}

} // namespace tenon
