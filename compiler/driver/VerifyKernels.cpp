// SPDX-License-Identifier: Apache-2.0
// Runs the kernels of a build.
#include "compiler/driver/VerifyKernels.h"
#include "compiler/driver/SampleSizes.h"
#include "compiler/driver/VerifyResults.h"
#include "compiler/fuse/KernelGroup.h"
#include "compiler/ir/graph/ConstantElements.h"
#include "compiler/plan/BuildProgram.h"
#include "compiler/target/cpu/HostImage.h"
#include "format/ValueProgram.h"
#include "mlir/IR/Threading.h"
#include <unistd.h>

using namespace mlir;

namespace tenon {

namespace {

using reference::ScalarType;
using reference::StoredTensor;

constexpr RandomSource::result_type kSeed = 20260101; // the same in each build

/// Bytes of one tensor, aligned as kernels expect.
struct Memory {
  llvm::SmallVector<int64_t> shape;
  Type type;
  std::unique_ptr<char, void (*)(void *)> bytes{nullptr, std::free};
  int64_t size = 0;

  bool allocate(int64_t count) {
    // Systems that overcommit promise what they do not have.
    static const int64_t kInstalled =
        int64_t(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
    if (count > kInstalled)
      return false;
    size = count;
    constexpr int64_t kLine = 64;
    int64_t rounded = (std::max<int64_t>(count, 1) + kLine - 1) / kLine * kLine;
    bytes.reset(static_cast<char *>(std::aligned_alloc(kLine, rounded)));
    return bytes != nullptr;
  }
  llvm::MutableArrayRef<char> span() {
    return {bytes.get(), static_cast<size_t>(size)};
  }
  /// What no kernel leaves behind by chance: NaN, -1, a bool that is neither.
  void markUnwritten() { std::fill_n(bytes.get(), size, char(-1)); }
};

Failure noMemory(Value value) {
  std::string sizes;
  for (const IndexExpr &size : sizesOf(value))
    sizes += (sizes.empty() ? "" : ", ") + size.str();
  return {FailureKind::Resources,
          {{nodesOf(value.getLoc()), "",
            "no memory to verify a tensor of sizes [" + sizes + "]",
            "build with --no-verify, or for smaller sizes"}}};
}

/// The operations of each launch, of sizes `bindings`.
std::vector<int64_t>
countOperations(const format::Program &program,
                const reference::SymbolBindings &bindings) {
  std::vector<int64_t> symbols, operations;
  for (const format::Symbol &symbol : program.symbols)
    symbols.push_back(bindings.lookup(symbol.name));
  auto values = format::evaluateValues(program, symbols);
  for (const format::Step &step : program.steps)
    if (step.kind == format::StepKind::kernel)
      operations.push_back(values.ok() ? (*values)[step.operations]
                                       : INT64_MAX); // beyond counting
  return operations;
}

/// A kernel that would run for minutes: some 1e9 operations a second in a
/// loop, some 1e11 in registers' tiles, some 1e8 where the reference computes
/// its dozens of samples among `elements` results.
Failure checkWork(const KernelLaunch &launch, Location location,
                  int64_t operations, int64_t elements) {
  constexpr int64_t kMostInLoops = int64_t(1) << 36;
  constexpr int64_t kMostInTiles = int64_t(1) << 42;
  constexpr int64_t kSamples = 48, kMostInSamples = int64_t(1) << 33;
  int64_t most = launch.kernelClass == "tile" ? kMostInTiles : kMostInLoops;
  // The samples' share of the work; of many results it is small.
  constexpr int64_t kFewElements = int64_t(1) << 20;
  int64_t few = std::clamp<int64_t>(elements, 1, kFewElements);
  if (elements <= kFewElements)
    most = std::min(most, kMostInSamples / std::min(few, kSamples) * few);
  if (operations <= most)
    return {};
  return {FailureKind::Resources,
          {{nodesOf(location), "",
            "verifying this takes " + std::to_string(operations) +
                " operations; allowed: " + std::to_string(most),
            "build with --no-verify, or for smaller sizes"}}};
}

/// A run that waits to be judged, with the memory that is only its own.
struct PendingRun {
  KernelRun run;
  std::deque<Memory> own;
};

class KernelVerifier {
public:
  KernelVerifier(const CompiledTarget &compiled, HostImage &image,
                 reference::SymbolBindings bindings, VerifyCounts &counts)
      : compiled(compiled), image(image), bindings(std::move(bindings)),
        counts(counts),
        operations(countOperations(compiled.program, this->bindings)) {}

  Failure run(llvm::function_ref<void(double)> progress);

private:
  Failure prepare(Value value);
  Failure verify(KernelOp kernel, const KernelPlan &plan, uint32_t entry);
  Failure makeEdges(KernelOp kernel, std::deque<Memory> &made,
                    std::vector<Memory *> &memories);
  Failure launch(KernelOp kernel, const KernelPlan &plan, uint32_t entry,
                 llvm::ArrayRef<Memory *> memories, std::deque<Memory> own);
  Failure judgePending();
  int64_t call(const KernelPlan &plan, uint32_t entry,
               llvm::ArrayRef<Memory *> memories);
  void view(KernelOp kernel);
  int64_t evaluate(const IndexExpr &expr);

  const CompiledTarget &compiled;
  HostImage &image;
  reference::SymbolBindings bindings;
  VerifyCounts &counts;
  std::vector<int64_t> operations; // of each launch
  llvm::DenseMap<Value, std::unique_ptr<Memory>> memories;
  std::deque<PendingRun> pending;
  int64_t pendingBytes = 0;
  RandomSource random{kSeed};
};

int64_t KernelVerifier::evaluate(const IndexExpr &expr) {
  return expr
      .evaluate([&](llvm::StringRef name) -> std::optional<int64_t> {
        auto found = bindings.find(name);
        if (found == bindings.end())
          return std::nullopt;
        return found->second;
      })
      .value_or(0);
}

Failure KernelVerifier::prepare(Value value) {
  auto memory = std::make_unique<Memory>();
  memory->type = elementTypeOf(value);
  int64_t bytes = elementBytes(memory->type).value_or(1);
  for (const IndexExpr &size : sizesOf(value)) {
    memory->shape.push_back(evaluate(size));
    if (llvm::MulOverflow(bytes, memory->shape.back(), bytes))
      return noMemory(value);
  }
  if (!memory->allocate(bytes))
    return noMemory(value);
  if (auto constant = value.getDefiningOp<ConstantOp>()) {
    std::vector<char> storage;
    llvm::ArrayRef<char> from = constantBytes(constant, storage);
    std::copy_n(from.data(), std::min<int64_t>(bytes, from.size()),
                memory->bytes.get());
  } else if (isa<BlockArgument>(value)) {
    fillRandomly(*ScalarType::of(memory->type), memory->span(), random);
  }
  memories[value] = std::move(memory);
  return {};
}

/// Runs the kernel and returns its fault word.
int64_t KernelVerifier::call(const KernelPlan &plan, uint32_t entry,
                             llvm::ArrayRef<Memory *> memories) {
  std::vector<void *> buffers;
  for (Memory *memory : memories)
    buffers.push_back(memory->bytes.get());
  int64_t fault = 0;
  buffers.push_back(&fault);
  std::vector<int64_t> sizes;
  for (const std::string &symbol : plan.launch.symbols)
    sizes.push_back(bindings.lookup(symbol));
  // In two parts, as two threads of the runtime would: results must not depend
  // on where the range is cut.
  int64_t extent = evaluate(plan.launch.extent), cut = extent / 2;
  parallelFor(compiled.module.get().getContext(), 0, 2, [&](size_t part) {
    image.entry(entry)(buffers.data(), sizes.data(), part == 0 ? 0 : cut,
                       part == 0 ? cut : extent);
  });
  return fault;
}

/// `memories`: the kernel's operands, then its results.
Failure KernelVerifier::launch(KernelOp kernel, const KernelPlan &plan,
                               uint32_t entry,
                               llvm::ArrayRef<Memory *> memories,
                               std::deque<Memory> own) {
  size_t operands = kernel->getNumOperands();
  for (Memory *result : memories.drop_front(operands))
    result->markUnwritten();
  KernelRun run{kernel, {}, {}, call(plan, entry, memories) != 0};
  for (auto [i, memory] : llvm::enumerate(memories)) {
    llvm::Expected<StoredTensor> tensor =
        StoredTensor::of(memory->type, memory->shape, memory->span());
    if (!tensor)
      return Failure::of(FailureKind::Resources,
                         llvm::toString(tensor.takeError()));
    (i < operands ? run.operands : run.results).push_back(std::move(*tensor));
  }
  for (const Memory &memory : own)
    pendingBytes += memory.size;
  pending.push_back({std::move(run), std::move(own)});
  constexpr int64_t kMostBytes = int64_t(64) << 20; // held beside the tensors
  return pendingBytes > kMostBytes ? judgePending() : Failure();
}

/// On all cores; the failure told is that of the first run that has one.
Failure KernelVerifier::judgePending() {
  std::vector<Failure> failures(pending.size());
  std::vector<VerifyCounts> each(pending.size());
  parallelFor(compiled.module.get().getContext(), 0, pending.size(),
              [&](size_t i) {
                RandomSource own{kSeed + i};
                failures[i] = judgeRun(pending[i].run, bindings, own, each[i]);
              });
  pending.clear();
  pendingBytes = 0;
  for (auto [failure, own] : llvm::zip(failures, each)) {
    counts.checked += own.checked;
    counts.mismatches += own.mismatches;
    counts.unjudged += own.unjudged;
    if (failure)
      return failure;
  }
  return {};
}

/// Memory like `memories`, a kernel's operands and results, but with edge
/// cases among what the graph computes; constants stay. Where sums mix many
/// elements, few of them: else all results would be NaN.
Failure KernelVerifier::makeEdges(KernelOp kernel, std::deque<Memory> &made,
                                  std::vector<Memory *> &memories) {
  constexpr double kOften = 0.5, kSeldom = 1.0 / 1024;
  bool reduces = llvm::any_of(kernel.getBody().front(), [](Operation &op) {
    OpTraits traits = traitsOf(&op);
    return traits.reduces || traits.sequential;
  });
  size_t operands = kernel->getNumOperands();
  for (auto [i, memory] : llvm::enumerate(memories)) {
    bool isOperand = i < operands;
    if (isOperand && kernel->getOperand(i).getDefiningOp<ConstantOp>())
      continue;
    Memory &to = made.emplace_back();
    to.shape = memory->shape;
    to.type = memory->type;
    if (!to.allocate(memory->size))
      return noMemory(isOperand ? kernel->getOperand(i)
                                : kernel->getResult(i - operands));
    if (isOperand) {
      llvm::copy(memory->span(), to.bytes.get());
      scatterEdgeCases(*ScalarType::of(to.type), to.span(),
                       reduces ? kSeldom : kOften, random);
    }
    memory = &to;
  }
  return {};
}

Failure KernelVerifier::verify(KernelOp kernel, const KernelPlan &plan,
                               uint32_t entry) {
  std::vector<Memory *> plain;
  for (Value operand : kernel->getOperands())
    plain.push_back(memories[operand].get());
  for (Value result : kernel->getResults())
    plain.push_back(memories[result].get());
  std::vector<Memory *> edges = plain;
  std::deque<Memory> made;
  if (Failure failure = makeEdges(kernel, made, edges))
    return failure;
  if (Failure failure = launch(kernel, plan, entry, edges, std::move(made)))
    return failure;
  return launch(kernel, plan, entry, plain, {});
}

void KernelVerifier::view(KernelOp kernel) {
  int64_t offset = evaluate(*viewOffset(kernel));
  Memory &to = *memories[kernel.getResult(0)];
  std::copy_n(memories[kernel->getOperand(0)]->bytes.get() + offset, to.size,
              to.bytes.get());
}

Failure KernelVerifier::run(llvm::function_ref<void(double)> progress) {
  ModuleOp module = compiled.module.get();
  auto main = module.lookupSymbol<func::FuncOp>("main");
  for (BlockArgument argument : main.getArguments())
    if (Failure failure = prepare(argument))
      return failure;
  size_t next = 0;
  for (Operation &op : main.getBody().front()) {
    for (Value result : op.getResults())
      if (Failure failure = prepare(result))
        return failure;
    auto kernel = dyn_cast<KernelOp>(op);
    if (!kernel)
      continue;
    if (viewOffset(kernel)) {
      view(kernel);
      continue;
    }
    const KernelPlan &plan = compiled.plans[next];
    int64_t elements = evaluate(numElements(sizesOf(kernel.getResult(0))));
    if (Failure failure =
            checkWork(plan.launch, kernel.getLoc(), operations[next], elements))
      return failure;
    if (Failure failure =
            verify(kernel, plan, compiled.kernels.entries[next++]))
      return failure;
    progress(double(next) / double(compiled.plans.size()));
  }
  return judgePending();
}

} // namespace

Failure verifyKernels(const CompiledTarget &compiled, VerifyCounts &counts,
                      llvm::function_ref<void(double)> progress) {
  llvm::Expected<HostImage> image =
      HostImage::map(*compiled.target, compiled.kernels.image);
  if (!image) { // code for another machine: it is verified there
    llvm::consumeError(image.takeError());
    return {};
  }
  std::optional<reference::SymbolBindings> bindings =
      tellingSizes(compiled.module.get());
  if (!bindings)
    return {};
  counts.ran = true;
  return KernelVerifier(compiled, *image, std::move(*bindings), counts)
      .run(progress);
}

} // namespace tenon
