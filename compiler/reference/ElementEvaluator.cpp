// SPDX-License-Identifier: Apache-2.0
// Elements on demand: a load from a value that is not in memory computes the
// elements it needs, which may load in turn. Everything computed is kept. Of
// what a good part is asked for, the rest is computed at once: whole runs of
// lanes cost a fraction of as many single elements.
#include "compiler/reference/ElementEvaluator.h"
#include "compiler/reference/ElementCompiler.h"
#include "compiler/reference/ElementStore.h"
#include "compiler/reference/LaneSpace.h"
#include "compiler/reference/Machine.h"
#include "compiler/reference/RunOp.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tenon::reference {

namespace {

/// The value itself, outside and inside of kernels: a kernel's result is what
/// its body yields, a body's argument the kernel's operand.
Value resolve(Value value) {
  if (auto kernel = value.getDefiningOp<KernelOp>())
    return kernel.getYielded(cast<OpResult>(value).getResultNumber());
  auto argument = dyn_cast<BlockArgument>(value);
  auto kernel = argument
                    ? dyn_cast<KernelOp>(argument.getOwner()->getParentOp())
                    : KernelOp();
  return kernel ? kernel.getInputs()[argument.getArgNumber()] : value;
}

/// A value whose elements are computed on demand.
struct Computed {
  Computed(Program program, llvm::SmallVector<int64_t> shape, TensorBody op,
           Type type)
      : program(std::move(program)), shape(std::move(shape)),
        count(countElements(this->shape).value_or(INT64_MAX)), type(type),
        sequentialAxis(op.sequentialAxis()), location(op.getLoc()) {}

  Number numberOf(ElementStore::Word word) const {
    if (program.type.isReal())
      return {true, llvm::bit_cast<double>(word), 0};
    return {false, 0, static_cast<int64_t>(word)};
  }

  Program program;
  BoundedNumber at(int64_t position) {
    if (whole)
      return {whole->at(position),
              wholeErrors ? wholeErrors->reals()[position] : 0};
    const ElementStore::Word *error = errors.find(position);
    return {numberOf(*elements.find(position)),
            error ? llvm::bit_cast<double>(*error) : 0};
  }
  void set(int64_t position, const BoundedNumber &number);
  /// Reads in `machine` need not ask any more.
  void provideWhole(Machine &machine, unsigned tensor) const {
    machine.setSource(tensor, *whole);
    if (wholeErrors)
      machine.setSourceErrors(tensor, *wholeErrors);
  }

  llvm::SmallVector<int64_t> shape;
  int64_t count;
  Type type; // of the elements
  std::optional<unsigned> sequentialAxis;
  Location location;
  ElementStore elements, errors; // errors only where they are tracked
  int64_t asked = 0;             // elements that were missing when asked for
  std::optional<Tensor> whole;   // all elements, once computed
  std::optional<Tensor> wholeErrors;
  bool triedWhole = false;
  std::vector<std::unique_ptr<Machine>> idle;
};

ElementStore::Word wordOf(const Number &number) {
  return number.isFloat ? llvm::bit_cast<ElementStore::Word>(number.real)
                        : static_cast<ElementStore::Word>(number.integer);
}

void Computed::set(int64_t position, const BoundedNumber &number) {
  elements.set(position, wordOf(number.value));
  if (number.error != 0)
    errors.set(position, llvm::bit_cast<ElementStore::Word>(number.error));
}

int64_t positionOf(llvm::ArrayRef<int64_t> index,
                   llvm::ArrayRef<int64_t> shape) {
  int64_t position = 0;
  for (auto [at, size] : llvm::zip(index, shape))
    position = position * size + at;
  return position;
}

bool isInside(llvm::ArrayRef<int64_t> index, llvm::ArrayRef<int64_t> shape) {
  return index.size() == shape.size() &&
         llvm::all_of(llvm::zip(index, shape), [](auto pair) {
           return std::get<0>(pair) >= 0 &&
                  std::get<0>(pair) < std::get<1>(pair);
         });
}

} // namespace

class ElementEvaluator::Implementation {
public:
  Implementation(Known known, SymbolBindings bindings, int64_t maxElements)
      : known(std::move(known)), bindings(std::move(bindings)),
        elementsLeft(maxElements) {}

  /// The tensor of a value that need not be computed, if any.
  KnownTensor findTensor(Value value);
  /// Computes the elements at `positions`, in chunks of lanes.
  bool compute(Computed &value, llvm::ArrayRef<int64_t> positions,
               llvm::MutableArrayRef<BoundedNumber> results);
  /// The same of `result`, at indices.
  llvm::Expected<std::vector<BoundedNumber>>
  compute(Value result, llvm::ArrayRef<Index> indices);
  /// Makes sure that `value` has the elements at `positions`, in
  /// `value.elements` or in `value.whole`.
  bool ensure(Computed &value, llvm::ArrayRef<int64_t> positions);
  /// Null after a failure.
  Computed *computedOf(Value value);

  bool trackErrors = false;

  llvm::Error takeError() {
    llvm::Error error = std::move(*failure);
    failure.reset();
    return error;
  }
  bool fail(llvm::Error error) {
    if (failure)
      llvm::consumeError(std::move(error));
    else
      failure.emplace(std::move(error));
    return false;
  }

private:
  std::unique_ptr<Machine> takeMachine(Computed &value);
  /// Tries to compute `value.whole`; a failure costs time and nothing else.
  void computeWhole(Computed &value);
  bool isWorthWhole(const Computed &value) const;
  bool load(Computed &from, llvm::ArrayRef<LaneValues> index,
            const LaneMask *active, int lanes, void *to, double *errors,
            Location location);
  bool ensureStepsBefore(Computed &value, llvm::ArrayRef<int64_t> positions);

  Known known;
  SymbolBindings bindings;
  int64_t elementsLeft;
  /// Scalar operations: some minutes, for samples that should take seconds.
  int64_t workLeft = int64_t(1'000'000'000'000);
  int depth = 0;
  llvm::DenseMap<Value, std::unique_ptr<Computed>> computed;
  llvm::DenseMap<Value, Tensor> constants;
  std::optional<llvm::Error> failure;
};

//===--- Values -----------------------------------------------------------===//

KnownTensor ElementEvaluator::Implementation::findTensor(Value value) {
  if (KnownTensor tensor = known(value))
    return tensor;
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant)
    return nullptr;
  auto found = constants.find(value);
  if (found != constants.end())
    return &found->second;
  llvm::Expected<Tensor> tensor = Tensor::fromConstant(constant);
  if (!tensor) {
    fail(tensor.takeError());
    return nullptr;
  }
  return &(constants[value] = *tensor);
}

Computed *ElementEvaluator::Implementation::computedOf(Value value) {
  auto found = computed.find(value);
  if (found != computed.end())
    return found->second.get();
  auto op = value.getDefiningOp<TensorBody>();
  if (!op) {
    fail(failWith(InterpretErrorKind::Unsupported,
                  "the elements of this value are neither given nor described",
                  value.getLoc()));
    return nullptr;
  }
  unsigned number = cast<OpResult>(value).getResultNumber();
  auto shape = bindSizes(sizesOf(value), bindings);
  if (!shape) {
    fail(shape.takeError());
    return nullptr;
  }
  auto program = compileElement(op, number, bindings);
  if (!program) {
    fail(program.takeError());
    return nullptr;
  }
  auto &slot = computed[value];
  slot = std::make_unique<Computed>(std::move(*program), std::move(*shape), op,
                                    elementTypeOf(value));
  return slot.get();
}

//===--- Computing --------------------------------------------------------===//

std::unique_ptr<Machine>
ElementEvaluator::Implementation::takeMachine(Computed &value) {
  if (!value.idle.empty()) {
    std::unique_ptr<Machine> machine = std::move(value.idle.back());
    value.idle.pop_back();
    return machine;
  }
  auto machine = std::make_unique<Machine>(value.program);
  if (trackErrors)
    machine->trackErrors();
  llvm::SmallVector<Value> sources;
  for (auto [slot, tensor] : llvm::enumerate(value.program.tensors)) {
    sources.push_back(resolve(tensor));
    KnownTensor source = findTensor(tensor);
    if (!source)
      source = findTensor(sources.back());
    if (source.stored)
      machine->setSource(slot, *source.stored);
    else if (source)
      machine->setSource(slot, *source.tensor);
  }
  machine->setLazyLoad(
      [this, sources, &machine = *machine, location = value.location](
          unsigned tensor, llvm::ArrayRef<LaneValues> index,
          const LaneMask *active, int lanes, void *to, double *errors) {
        Computed *from = computedOf(sources[tensor]);
        if (!from || !load(*from, index, active, lanes, to, errors, location))
          return false;
        if (from->whole)
          from->provideWhole(machine, tensor);
        return true;
      });
  return machine;
}

bool ElementEvaluator::Implementation::compute(
    Computed &value, llvm::ArrayRef<int64_t> positions,
    llvm::MutableArrayRef<BoundedNumber> results) {
  int64_t count = positions.size();
  int64_t mostOfThese =
      workLeft / std::max<int64_t>(1, value.program.workPerElement);
  if (count > std::min(elementsLeft, mostOfThese))
    return fail(failWith(InterpretErrorKind::TooLarge,
                         "computing single elements takes too many others, "
                         "or too long",
                         value.location));
  elementsLeft -= count;
  workLeft -= count * value.program.workPerElement;
  std::unique_ptr<Machine> machine = takeMachine(value);
  if (failure)
    return false;
  for (size_t first = 0; first < positions.size(); first += kLanes) {
    int lanes = std::min<size_t>(kLanes, positions.size() - first);
    int64_t inner = 1;
    for (unsigned dim = value.shape.size(); dim-- > 0;) {
      int64_t *to = machine->indexLanes(dim);
      for (int l = 0; l < lanes; ++l)
        to[l] = positions[first + l] / inner % value.shape[dim];
      machine->indexLanesWritten(dim, lanes);
      inner *= value.shape[dim];
    }
    if (!machine->run(lanes))
      return failure
                 ? false
                 : fail(failWith(InterpretErrorKind::IndexOutOfRange,
                                 machine->fault()->describe(), value.location));
    for (int l = 0; l < lanes; ++l)
      results[first + l] = {machine->result(l), machine->error(l)};
  }
  value.idle.push_back(std::move(machine));
  return true;
}

bool ElementEvaluator::Implementation::isWorthWhole(
    const Computed &value) const {
  if (value.triedWhole || value.sequentialAxis)
    return false;
  // A run of lanes costs about as much as this many elements one by one.
  constexpr int64_t kAlone = 8, kSmall = 1 << 20;
  int64_t work = 0;
  if (llvm::MulOverflow(value.count,
                        std::max<int64_t>(1, value.program.workPerElement),
                        work) ||
      value.count > elementsLeft / kAlone || work > workLeft / kAlone)
    return false;
  return (value.count <= kLanes && work <= kSmall) ||
         value.asked >= value.count / kAlone;
}

void ElementEvaluator::Implementation::computeWhole(Computed &value) {
  value.triedWhole = true;
  llvm::Expected<Tensor> whole = Tensor::make(value.type, value.shape);
  if (!whole)
    return llvm::consumeError(whole.takeError());
  std::optional<Tensor> errors;
  if (trackErrors) {
    llvm::Expected<Tensor> made =
        Tensor::make(Float64Type::get(value.type.getContext()), value.shape);
    if (!made)
      return llvm::consumeError(made.takeError());
    errors = std::move(*made);
  }
  elementsLeft -= value.count;
  workLeft -= value.count * value.program.workPerElement;
  std::unique_ptr<Machine> machine = takeMachine(value);
  LaneSpace space(value.shape, std::nullopt);
  bool done = !failure;
  for (int64_t run = 0; done && run < space.numRuns(); ++run) {
    done = machine->run(space.setIndices(*machine, run));
    if (done)
      machine->store(*whole, errors ? &*errors : nullptr);
  }
  // Some element that nobody asked for may be what fails.
  if (failure)
    llvm::consumeError(takeError());
  if (done) {
    value.whole = std::move(*whole);
    value.wholeErrors = std::move(errors);
  }
  value.idle.push_back(std::move(machine));
}

/// A recurrence goes step by step: without this, its last element would call
/// for the one before, and so on down, with a stack as deep as there are
/// steps.
bool ElementEvaluator::Implementation::ensureStepsBefore(
    Computed &value, llvm::ArrayRef<int64_t> positions) {
  unsigned axis = *value.sequentialAxis;
  int64_t stride = 1;
  for (int64_t size : llvm::ArrayRef(value.shape).drop_front(axis + 1))
    stride *= size;
  int64_t last = 0;
  for (int64_t position : positions)
    last = std::max(last, position / stride % value.shape[axis]);
  for (int64_t step = 0; step < last; ++step) {
    std::vector<int64_t> before;
    for (int64_t position : positions) {
      int64_t own = position / stride % value.shape[axis];
      int64_t at = position + (step - own) * stride;
      if (step < own && !value.elements.find(at))
        before.push_back(at);
    }
    if (!before.empty() && !ensure(value, before))
      return false;
  }
  return true;
}

bool ElementEvaluator::Implementation::ensure(
    Computed &value, llvm::ArrayRef<int64_t> positions) {
  constexpr int kDeepest = 400; // producers of producers; keeps the stack small
  if (depth >= kDeepest)
    return fail(failWith(InterpretErrorKind::TooLarge,
                         "too many ops are computed on demand in a row",
                         value.location));
  ++depth;
  bool done = !value.sequentialAxis || ensureStepsBefore(value, positions);
  std::vector<int64_t> missing;
  for (int64_t position : positions)
    if (!value.elements.find(position))
      missing.push_back(position);
  llvm::sort(missing);
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  value.asked += missing.size();
  if (done && isWorthWhole(value))
    computeWhole(value);
  std::vector<BoundedNumber> results(missing.size());
  done = done && (value.whole || compute(value, missing, results));
  --depth;
  if (!done || value.whole)
    return done;
  for (auto [position, result] : llvm::zip(missing, results))
    value.set(position, result);
  return true;
}

bool ElementEvaluator::Implementation::load(Computed &from,
                                            llvm::ArrayRef<LaneValues> index,
                                            const LaneMask *active, int lanes,
                                            void *to, double *errors,
                                            Location location) {
  llvm::SmallVector<int64_t, 32> positions(lanes, 0), wanted;
  bool inside = true;
  for (auto [values, size] : llvm::zip(index, from.shape))
    for (int l = 0; l < lanes; ++l) {
      int64_t at = values.integers[values.uniform ? 0 : l];
      bool idle = active && !active[l], good = at >= 0 && at < size;
      inside &= good || idle; // idle lanes may hold anything
      positions[l] =
          good && !idle && positions[l] >= 0 ? positions[l] * size + at : -1;
    }
  if (!inside)
    return fail(failWith(InterpretErrorKind::IndexOutOfRange,
                         "an element outside of an operand is read", location));
  auto *words = static_cast<ElementStore::Word *>(to);
  for (int l = 0; l < lanes && !from.whole; ++l) {
    const ElementStore::Word *word =
        positions[l] < 0 ? nullptr : from.elements.find(positions[l]);
    words[l] = word ? *word : 0;
    if (!word && positions[l] >= 0)
      wanted.push_back(positions[l]);
  }
  if (!wanted.empty() && !ensure(from, wanted))
    return false;
  for (int l = 0; l < lanes; ++l)
    if (positions[l] >= 0 && from.whole)
      words[l] = wordOf(from.whole->at(positions[l]));
    else if (positions[l] >= 0 && !wanted.empty())
      words[l] = *from.elements.find(positions[l]);
  for (int l = 0; l < lanes && errors; ++l)
    errors[l] = positions[l] < 0 ? 0 : from.at(positions[l]).error;
  return true;
}

//===--- Interface --------------------------------------------------------===//

ElementEvaluator::ElementEvaluator(Known known, SymbolBindings bindings,
                                   int64_t maxElements)
    : implementation(std::make_unique<Implementation>(
          std::move(known), std::move(bindings), maxElements)) {}
ElementEvaluator::~ElementEvaluator() = default;

llvm::Expected<std::vector<BoundedNumber>>
ElementEvaluator::Implementation::compute(Value result,
                                          llvm::ArrayRef<Index> indices) {
  Computed *value = computedOf(resolve(result));
  if (!value)
    return takeError();
  std::vector<int64_t> positions;
  for (const Index &index : indices) {
    if (!isInside(index, value->shape))
      return failWith(InterpretErrorKind::BadInput,
                      "an index outside of the result", result.getLoc());
    positions.push_back(positionOf(index, value->shape));
  }
  std::vector<BoundedNumber> results(positions.size());
  if (!compute(*value, positions, results))
    return takeError();
  return results;
}

llvm::Expected<std::vector<Number>>
ElementEvaluator::compute(Value result, llvm::ArrayRef<Index> indices) {
  auto bounded = implementation->compute(result, indices);
  if (!bounded)
    return bounded.takeError();
  std::vector<Number> numbers;
  for (const BoundedNumber &number : *bounded)
    numbers.push_back(number.value);
  return numbers;
}

llvm::Expected<std::vector<BoundedNumber>>
ElementEvaluator::computeBounded(Value result, llvm::ArrayRef<Index> indices) {
  implementation->trackErrors = true;
  return implementation->compute(result, indices);
}

llvm::Expected<Number> ElementEvaluator::at(Value value,
                                            llvm::ArrayRef<int64_t> index) {
  Implementation &it = *implementation;
  KnownTensor known = it.findTensor(value);
  Computed *from = known ? nullptr : it.computedOf(resolve(value));
  if (!known && !from)
    return it.takeError();
  llvm::ArrayRef<int64_t> shape = known.stored   ? known.stored->shape()
                                  : known.tensor ? known.tensor->shape()
                                                 : from->shape;
  if (!isInside(index, shape))
    return failWith(InterpretErrorKind::BadInput,
                    "an index outside of the value", value.getLoc());
  int64_t position = positionOf(index, shape);
  if (known)
    return known.stored ? known.stored->at(position)
                        : known.tensor->at(position);
  if (!it.ensure(*from, position))
    return it.takeError();
  return from->at(position).value;
}

} // namespace tenon::reference
