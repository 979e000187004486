// SPDX-License-Identifier: Apache-2.0
// Running an op's programs over its whole results.
#include "compiler/reference/RunOp.h"
#include "compiler/reference/ElementCompiler.h"
#include "compiler/reference/LaneSpace.h"
#include "llvm/Support/MathExtras.h"
#include <atomic>
#include <mutex>
#include <thread>

using namespace mlir;

namespace tenon::reference {

int64_t PreparedOp::work() const {
  int64_t total = 0;
  for (auto [program, result] : llvm::zip(programs, results)) {
    int64_t own = 0;
    if (llvm::MulOverflow(program.workPerElement, result.numElements(), own) ||
        llvm::AddOverflow(total, own, total))
      return INT64_MAX;
  }
  return total;
}

llvm::Expected<llvm::SmallVector<llvm::SmallVector<int64_t>>>
resultShapes(Operation *op, const SymbolBindings &bindings) {
  llvm::SmallVector<llvm::SmallVector<int64_t>> shapes;
  for (Value result : op->getResults()) {
    auto shape = bindSizes(sizesOf(result), bindings);
    if (!shape)
      return shape.takeError();
    shapes.push_back(std::move(*shape));
  }
  return shapes;
}

llvm::Expected<PreparedOp>
prepareOp(TensorBody op, const SymbolBindings &bindings, int64_t limitBytes) {
  PreparedOp prepared{op, {}, {}};
  auto shapes = resultShapes(op, bindings);
  if (!shapes)
    return shapes.takeError();
  int64_t left = limitBytes;
  for (auto [i, shape] : llvm::enumerate(*shapes)) {
    std::optional<int64_t> count = countElements(shape);
    if (!count || *count > left / int64_t(sizeof(double)))
      return failWith(InterpretErrorKind::TooLarge,
                      "a result of " +
                          (count ? llvm::Twine(*count) : "too many").str() +
                          " elements does not fit in the " + llvm::Twine(left) +
                          " bytes left",
                      op.getLoc());
    left -= *count * sizeof(double);
    auto tensor = Tensor::make(elementTypeOf(op->getResult(i)), shape);
    if (!tensor)
      return tensor.takeError();
    prepared.results.push_back(std::move(*tensor));
  }
  for (auto [i, result] : llvm::enumerate(prepared.results)) {
    Program &program = prepared.programs.emplace_back();
    if (result.numElements() == 0)
      continue;
    auto compiled = compileElement(op, i, bindings);
    if (!compiled)
      return compiled.takeError();
    program = std::move(*compiled);
  }
  return prepared;
}

namespace {

/// The machines of one result, one per thread, and what went wrong first.
class ResultRun {
public:
  ResultRun(PreparedOp &prepared, unsigned number,
            llvm::ArrayRef<Tensor> operands, unsigned threads)
      : axis(prepared.op.sequentialAxis()), program(prepared.programs[number]),
        result(prepared.results[number]), space(result.shape(), axis) {
    // A thread pays only for enough work.
    constexpr int64_t kWorkPerThread = 1 << 20;
    int64_t worth = prepared.work() / kWorkPerThread / steps() + 1;
    int64_t count = std::min<int64_t>({worth, threads, space.numRuns()});
    for (int64_t i = 0; i < std::max<int64_t>(count, 1); ++i)
      machines.push_back(std::make_unique<Machine>(program));
    for (auto [slot, tensor] : llvm::enumerate(program.tensors))
      setSource(prepared, number, operands, slot, tensor);
  }

  int64_t steps() const {
    return axis ? std::max<int64_t>(result.shape()[*axis], 1) : 1;
  }

  /// Computes every element of step `step`; false on a fault.
  bool runStep(int64_t step) {
    next = 0;
    std::vector<std::thread> workers;
    for (size_t i = 1; i < machines.size(); ++i)
      workers.emplace_back([&, i] { work(*machines[i], step); });
    work(*machines[0], step);
    for (std::thread &worker : workers)
      worker.join();
    return !stopped;
  }

  const Fault &firstFault() const { return *fault; }

private:
  void setSource(PreparedOp &prepared, unsigned number,
                 llvm::ArrayRef<Tensor> operands, unsigned slot, Value tensor) {
    const Tensor *source;
    if (tensor.getDefiningOp() == prepared.op.getOperation()) {
      unsigned own = cast<OpResult>(tensor).getResultNumber();
      source = &prepared.results[own];
      // Results before this one are a step ahead.
      ownSlots.push_back({slot, own < number ? 1 : 0});
    } else {
      auto all = prepared.op->getOperands();
      source = &operands[std::distance(all.begin(), llvm::find(all, tensor))];
    }
    for (auto &machine : machines)
      machine->setSource(slot, *source);
  }

  void work(Machine &machine, int64_t step) {
    if (axis) {
      machine.setIndex(*axis, step);
      for (auto [slot, ahead] : ownSlots)
        machine.setLimit(slot, *axis, step + ahead);
    }
    for (int64_t run = next++; run < space.numRuns() && !stopped; run = next++)
      if (machine.run(space.setIndices(machine, run)))
        machine.store(result);
      else
        keepFault(*machine.fault(), run);
  }

  /// The fault of the earliest run is the one reported, whoever met it first:
  /// runs are handed out in order and those begun are finished.
  void keepFault(const Fault &found, int64_t run) {
    std::lock_guard lock(mutex);
    stopped = true;
    if (fault && faultRun < run)
      return;
    fault = found;
    faultRun = run;
  }

  struct OwnSlot {
    unsigned slot;
    int64_t ahead;
  };

  std::optional<unsigned> axis; // of a recurrence
  const Program &program;
  Tensor &result;
  LaneSpace space;
  std::vector<std::unique_ptr<Machine>> machines;
  std::vector<OwnSlot> ownSlots;
  std::atomic<int64_t> next = 0;
  std::atomic<bool> stopped = false;
  std::mutex mutex;
  std::optional<Fault> fault;
  int64_t faultRun = 0;
};

} // namespace

llvm::Error runOp(PreparedOp &prepared, llvm::ArrayRef<Tensor> operands,
                  unsigned threads) {
  if (threads == 0)
    threads = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::unique_ptr<ResultRun>> runs;
  for (unsigned i = 0; i < prepared.results.size(); ++i)
    if (prepared.results[i].numElements() != 0)
      runs.push_back(
          std::make_unique<ResultRun>(prepared, i, operands, threads));
  // All results step by step: a recurrence's results read each other.
  int64_t steps = runs.empty() ? 0 : runs.front()->steps();
  for (int64_t step = 0; step < steps; ++step)
    for (auto &run : runs)
      if (!run->runStep(step))
        return failWith(InterpretErrorKind::IndexOutOfRange,
                        run->firstFault().describe(), prepared.op.getLoc());
  return llvm::Error::success();
}

} // namespace tenon::reference
