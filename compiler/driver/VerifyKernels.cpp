// SPDX-License-Identifier: Apache-2.0
// Runs and judges the kernels of a build.
#include "compiler/driver/VerifyKernels.h"
#include "compiler/driver/SampleSizes.h"
#include "compiler/ir/graph/ConstantElements.h"
#include "compiler/plan/BuildProgram.h"
#include "compiler/reference/ElementEvaluator.h"
#include "compiler/target/cpu/HostImage.h"
#include "mlir/IR/Threading.h"
#include <cmath>
#include <random>

using namespace mlir;

namespace tenon {

namespace {

using reference::StoredTensor;
using Random = std::mt19937_64;
constexpr Random::result_type kSeed = 20260101; // the same in every build

/// Bytes of one tensor, aligned as kernels expect.
struct Memory {
  llvm::SmallVector<int64_t> shape;
  std::unique_ptr<char, void (*)(void *)> bytes{nullptr, std::free};
  int64_t size = 0;

  void allocate(int64_t count) {
    size = count;
    constexpr int64_t kLine = 64;
    int64_t rounded = (std::max<int64_t>(count, 1) + kLine - 1) / kLine * kLine;
    bytes.reset(static_cast<char *>(std::aligned_alloc(kLine, rounded)));
  }
};

class KernelVerifier {
public:
  KernelVerifier(const CompiledTarget &compiled, HostImage &image,
                 reference::SymbolBindings bindings, VerifyCounts &counts)
      : compiled(compiled), image(image), bindings(std::move(bindings)),
        counts(counts) {}

  Failure run();

private:
  Failure prepare(Value value);
  Failure runKernel(KernelOp kernel, const KernelPlan &plan, uint32_t entry);
  Failure judgeAll();
  Failure judge(KernelOp kernel, Random &random, VerifyCounts &counts) const;
  Failure judgeResult(KernelOp kernel, unsigned result,
                      reference::ElementEvaluator &evaluator, Random &random,
                      VerifyCounts &counts) const;
  llvm::Expected<StoredTensor> tensorOf(Value value) const;
  int64_t evaluate(const IndexExpr &expr);
  void fillInput(Value value, Memory &memory);

  const CompiledTarget &compiled;
  HostImage &image;
  reference::SymbolBindings bindings;
  VerifyCounts &counts;
  llvm::DenseMap<Value, std::unique_ptr<Memory>> memories;
  std::vector<KernelOp> ran; // kernels whose results wait to be judged
  Random random{kSeed};      // of inputs
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

/// Numbers near 1 for floats; 0 to 3 for integers, which are indices or
/// classes more often than not; coins for bools.
void KernelVerifier::fillInput(Value value, Memory &memory) {
  Type type = elementTypeOf(value);
  reference::ScalarType scalar = *reference::ScalarType::of(type);
  std::normal_distribution<double> normal(0, 1);
  int64_t width = scalar.bytes();
  for (int64_t at = 0; at + width <= memory.size; at += width) {
    if (scalar.isReal())
      scalar.write(scalar.round(normal(random)), memory.bytes.get() + at);
    else
      scalar.write(static_cast<int64_t>(random() % (type.isInteger(1) ? 2 : 4)),
                   memory.bytes.get() + at);
  }
}

Failure KernelVerifier::prepare(Value value) {
  auto memory = std::make_unique<Memory>();
  int64_t bytes = elementBytes(elementTypeOf(value)).value_or(1);
  for (const IndexExpr &size : sizesOf(value)) {
    memory->shape.push_back(evaluate(size));
    bytes *= memory->shape.back();
  }
  memory->allocate(bytes);
  if (!memory->bytes)
    return Failure::of(FailureKind::Resources,
                       "no memory to verify a kernel (" +
                           std::to_string(bytes) + " bytes)",
                       "build with --no-verify");
  if (isa<BlockArgument>(value))
    fillInput(value, *memory);
  if (auto constant = value.getDefiningOp<ConstantOp>()) {
    std::vector<char> storage;
    llvm::ArrayRef<char> from = constantBytes(constant, storage);
    std::copy_n(from.data(), std::min<int64_t>(bytes, from.size()),
                memory->bytes.get());
  }
  memories[value] = std::move(memory);
  return {};
}

Failure KernelVerifier::runKernel(KernelOp kernel, const KernelPlan &plan,
                                  uint32_t entry) {
  std::vector<void *> buffers;
  for (Value operand : kernel->getOperands())
    buffers.push_back(memories[operand]->bytes.get());
  for (Value result : kernel->getResults())
    buffers.push_back(memories[result]->bytes.get());
  int64_t fault = 0;
  buffers.push_back(&fault);
  std::vector<int64_t> sizes;
  for (const std::string &symbol : plan.launch.symbols)
    sizes.push_back(bindings.lookup(symbol));
  // In two parts, as two threads of the runtime would: results must not depend
  // on where the range is cut.
  int64_t extent = evaluate(plan.launch.extent), cut = extent / 2;
  parallelFor(kernel.getContext(), 0, 2, [&](size_t part) {
    image.entry(entry)(buffers.data(), sizes.data(), part == 0 ? 0 : cut,
                       part == 0 ? cut : extent);
  });
  return {};
}

llvm::Expected<StoredTensor> KernelVerifier::tensorOf(Value value) const {
  const Memory &memory = *memories.find(value)->second;
  return StoredTensor::of(
      elementTypeOf(value), memory.shape,
      llvm::ArrayRef<char>(memory.bytes.get(), memory.size));
}

/// Relative error allowed per element, and as a share of the largest result.
/// Rounding errors of a sum of n terms grow as sqrt(n) half units in the last
/// place: 4e-6 of it for 4,096 terms in fp32.
double toleranceOf(Type type) {
  if (type.isF64())
    return 1e-11;
  if (type.isF16())
    return 4e-3;
  return type.isBF16() ? 3e-2 : 2e-5;
}

std::string numberText(const Number &number) {
  if (!number.isFloat)
    return std::to_string(number.integer);
  std::string text;
  llvm::raw_string_ostream(text) << number.real;
  return text;
}

bool agrees(const Number &found, const Number &expected, double tolerance,
            double largest) {
  if (!found.isFloat)
    return found.integer == expected.integer;
  if (std::isnan(expected.real) || std::isnan(found.real))
    return std::isnan(expected.real) && std::isnan(found.real);
  if (std::isinf(expected.real) || std::isinf(found.real))
    return expected.real == found.real;
  double allowed = tolerance * (std::abs(expected.real) + largest) + 1e-30;
  return std::abs(found.real - expected.real) <= allowed;
}

using Index = reference::ElementEvaluator::Index;

Index indexOf(int64_t position, llvm::ArrayRef<int64_t> shape) {
  Index index(shape.size());
  for (size_t d = index.size(); d-- > 0; position /= shape[d])
    index[d] = position % shape[d];
  return index;
}

/// What the reference says of elements, absent where it says nothing: an index
/// is out of range in random data, or the work is too much.
std::vector<std::optional<Number>>
computeSamples(reference::ElementEvaluator &evaluator, Value value,
               llvm::ArrayRef<Index> indices) {
  // All at once takes little longer than one, and one by one is for the rare
  // case in which some have no answer.
  auto all = evaluator.compute(value, indices);
  if (all)
    return {all->begin(), all->end()};
  llvm::consumeError(all.takeError());
  std::vector<std::optional<Number>> samples;
  for (const Index &index : indices) {
    auto one = evaluator.compute(value, index);
    samples.push_back(one ? std::optional<Number>(one->front()) : std::nullopt);
    if (!one)
      llvm::consumeError(one.takeError());
  }
  return samples;
}

Failure KernelVerifier::judgeResult(KernelOp kernel, unsigned result,
                                    reference::ElementEvaluator &evaluator,
                                    Random &random,
                                    VerifyCounts &counts) const {
  llvm::Expected<StoredTensor> found = tensorOf(kernel.getResult(result));
  if (!found)
    return Failure::of(FailureKind::Resources,
                       llvm::toString(found.takeError()));
  int64_t count = found->numElements();
  constexpr int64_t kSamples = 24; // beside the first and the last element
  std::vector<int64_t> positions{0, count - 1};
  for (int64_t i = 0; i < kSamples; ++i)
    positions.push_back(
        static_cast<int64_t>(random() % std::max<int64_t>(1, count)));
  if (count == 0)
    return {};
  double largest = 0;
  for (int64_t i = 0; found->isReal() && i < count; ++i)
    if (double value = found->at(i).real; std::isfinite(value))
      largest = std::max(largest, std::abs(value));
  double tolerance = toleranceOf(found->elementType());
  std::vector<Index> indices;
  for (int64_t position : positions)
    indices.push_back(indexOf(position, found->shape()));
  std::vector<std::optional<Number>> all =
      computeSamples(evaluator, kernel.getYielded(result), indices);
  for (auto [position, index, expected] : llvm::zip(positions, indices, all)) {
    if (!expected)
      continue;
    ++counts.checked;
    Number value = found->at(position);
    if (agrees(value, *expected, tolerance, largest))
      continue;
    ++counts.mismatches;
    std::string where;
    kernel->getLoc()->walk([&](Location at) {
      if (auto name = dyn_cast<NameLoc>(at))
        where += (where.empty() ? "" : ", ") + name.getName().str();
      return WalkResult::advance();
    });
    std::string indexText;
    for (int64_t i : index)
      indexText += (indexText.empty() ? "" : ", ") + std::to_string(i);
    return {FailureKind::Mismatch,
            {{where, "",
              "element [" + indexText + "] of result " +
                  std::to_string(result) + " is " + numberText(value) +
                  " and the reference says " + numberText(*expected),
              "this is a fault of the compiler: please report it with the "
              "model"}}};
  }
  return {};
}

Failure KernelVerifier::judge(KernelOp kernel, Random &random,
                              VerifyCounts &counts) const {
  std::deque<StoredTensor> operands;
  llvm::DenseMap<Value, const StoredTensor *> known;
  Block &body = kernel.getBody().front();
  for (auto [argument, operand] :
       llvm::zip(body.getArguments(), kernel->getOperands())) {
    llvm::Expected<StoredTensor> tensor = tensorOf(operand);
    if (!tensor)
      return Failure::of(FailureKind::Resources,
                         llvm::toString(tensor.takeError()));
    operands.push_back(std::move(*tensor));
    known[argument] = &operands.back();
  }
  // A recurrence is judged from its own earlier steps.
  for (auto [i, result] : llvm::enumerate(kernel->getResults())) {
    auto body = kernel.getYielded(i).getDefiningOp<TensorBody>();
    if (!body || !body.sequentialAxis())
      continue;
    llvm::Expected<StoredTensor> tensor = tensorOf(result);
    if (!tensor)
      return Failure::of(FailureKind::Resources,
                         llvm::toString(tensor.takeError()));
    operands.push_back(std::move(*tensor));
    known[kernel.getYielded(i)] = &operands.back();
  }
  constexpr int64_t kMaxElements = int64_t(1) << 22;
  reference::ElementEvaluator evaluator(
      [&](Value value) { return known.lookup(value); }, bindings, kMaxElements);
  for (unsigned i = 0; i < kernel.getNumResults(); ++i)
    if (Failure failure = judgeResult(kernel, i, evaluator, random, counts))
      return failure;
  return {};
}

/// On all cores; the failure told is that of the first kernel that has one.
Failure KernelVerifier::judgeAll() {
  std::vector<Failure> failures(ran.size());
  std::vector<VerifyCounts> each(ran.size());
  parallelFor(ran.front()->getContext(), 0, ran.size(), [&](size_t i) {
    Random own{kSeed + i};
    failures[i] = judge(ran[i], own, each[i]);
  });
  for (auto [failure, own] : llvm::zip(failures, each)) {
    counts.checked += own.checked;
    counts.mismatches += own.mismatches;
    if (failure)
      return failure;
  }
  return {};
}

Failure KernelVerifier::run() {
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
      int64_t offset = evaluate(*viewOffset(kernel));
      Memory &to = *memories[kernel.getResult(0)];
      std::copy_n(memories[kernel->getOperand(0)]->bytes.get() + offset,
                  to.size, to.bytes.get());
      continue;
    }
    runKernel(kernel, compiled.plans[next], compiled.kernels.entries[next]);
    ++next;
    ran.push_back(kernel);
  }
  return ran.empty() ? Failure() : judgeAll();
}

} // namespace

Failure verifyKernels(const CompiledTarget &compiled, VerifyCounts &counts) {
  llvm::Expected<HostImage> image =
      HostImage::map(*compiled.target, compiled.kernels.image);
  if (!image) { // code for another machine: it is verified there
    llvm::consumeError(image.takeError());
    return {};
  }
  std::optional<reference::SymbolBindings> bindings =
      sampleSizes(compiled.module.get());
  if (!bindings)
    return {};
  counts.ran = true;
  return KernelVerifier(compiled, *image, std::move(*bindings), counts).run();
}

} // namespace tenon
