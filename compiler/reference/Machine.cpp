// SPDX-License-Identifier: Apache-2.0
// Running programs: index arithmetic, scalar functions, guards and storing.
// Loads are in MachineLoad.cpp, reductions in MachineReduce.cpp.
#include "compiler/reference/Machine.h"

namespace tenon::reference {

std::string Fault::describe() const {
  std::string range = "index " + std::to_string(index) + " is outside [0, " +
                      std::to_string(bound) + ")";
  if (!tensor)
    return range;
  return range + " in dimension " + std::to_string(dimension) +
         " of the operand that is read";
}

Machine::Machine(const Program &program)
    : program(program), storage(size_t(program.numRegisters) * kLanes),
      registers(program.numRegisters), sources(program.tensors.size()) {
  for (RegisterId id = 0; id < program.numRegisters; ++id)
    setUniform(id, 0);
  for (const Program::Constant &constant : program.constants) {
    if (!constant.value.isFloat) {
      setUniform(constant.id, constant.value.integer);
      continue;
    }
    *own<double>(constant.id) = constant.value.real;
    setReals(constant.id, true);
  }
}

void Machine::setSource(unsigned tensor, const Tensor &source) {
  sources[tensor].words = source.isReal()
                              ? static_cast<const void *>(source.reals().data())
                              : source.integers().data();
  sources[tensor].shape.assign(source.shape().begin(), source.shape().end());
}

void Machine::setSource(unsigned tensor, const StoredTensor &source) {
  sources[tensor].stored = &source;
  sources[tensor].shape.assign(source.shape().begin(), source.shape().end());
}

void Machine::setSourceErrors(unsigned tensor, const Tensor &errors) {
  sources[tensor].errors = errors.reals().data();
}

//===--- Registers --------------------------------------------------------===//

void Machine::setUniform(RegisterId id, int64_t value) {
  Register &to = registers[id];
  *own<int64_t>(id) = value;
  to.integers = own<int64_t>(id);
  to.errors = nullptr;
  to.uniform = to.consecutive = true;
  to.least = to.greatest = value;
}

void Machine::setLanes(RegisterId id) {
  Register &to = registers[id];
  const int64_t *values = to.integers = own<int64_t>(id);
  to.errors = nullptr;
  to.uniform = false;
  to.consecutive = true;
  for (int l = 1; l < lanes && to.consecutive; ++l)
    to.consecutive = values[l] == values[0] + l;
  auto [least, greatest] = std::minmax_element(values, values + lanes);
  to.least = *least;
  to.greatest = *greatest;
}

void Machine::setReals(RegisterId id, bool uniform) {
  registers[id].reals = own<double>(id);
  registers[id].uniform = uniform;
}

void Machine::setIndex(unsigned dimension, int64_t value) {
  setUniform(program.index[dimension], value);
}

int64_t *Machine::indexLanes(unsigned dimension) {
  return own<int64_t>(program.index[dimension]);
}

void Machine::indexLanesWritten(unsigned dimension, int count) {
  lanes = count;
  setLanes(program.index[dimension]);
}

//===--- Running ----------------------------------------------------------===//

bool Machine::run(int count) {
  lanes = count;
  active = nullptr;
  stopped = false;
  fault_.reset();
  std::fill(poisoned.begin(), poisoned.end(), 0);
  runCode(program.setup);
  runCode(program.body);
  return !stopped;
}

void Machine::runCode(const Code &code) {
  for (const Instruction &instruction : code) {
    if (stopped)
      return;
    std::visit([this](const auto &step) { run(step); }, instruction.step);
  }
}

void Machine::run(const Polynomial &step) {
  // What is one for all lanes first; it is all there is inside most loops.
  int64_t shift = step.constant;
  llvm::SmallVector<const Polynomial::Term *, 4> perLane;
  for (const Polynomial::Term &term : step.terms) {
    int64_t product = term.coefficient;
    bool uniform = true;
    for (RegisterId factor : term.factors) {
      uniform &= registers[factor].uniform;
      product *= *registers[factor].integers;
    }
    if (uniform)
      shift += product;
    else
      perLane.push_back(&term);
  }
  if (perLane.empty())
    return setUniform(step.result, shift);
  int64_t *out = own<int64_t>(step.result);
  std::fill(out, out + lanes, shift);
  int64_t products[kLanes];
  for (const Polynomial::Term *term : perLane) {
    std::fill(products, products + lanes, term->coefficient);
    for (RegisterId factor : term->factors) {
      const Register &by = registers[factor];
      for (int l = 0; l < lanes; ++l)
        products[l] *= by.integers[by.uniform ? 0 : l];
    }
    for (int l = 0; l < lanes; ++l)
      out[l] += products[l];
  }
  setLanes(step.result);
}

static int64_t applyIndexFunction(IndexAtomKind kind, int64_t a, int64_t b) {
  switch (kind) {
  case IndexAtomKind::Min:
    return std::min(a, b);
  case IndexAtomKind::Max:
    return std::max(a, b);
  default: // FloorDiv; by 0 only where no element depends on it
    if (b == 0)
      return 0;
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
  }
}

void Machine::run(const IndexFunction &step) {
  const Register &a = registers[step.lhs], &b = registers[step.rhs];
  if (a.uniform && b.uniform)
    return setUniform(step.result,
                      applyIndexFunction(step.kind, *a.integers, *b.integers));
  int64_t *out = own<int64_t>(step.result);
  for (int l = 0; l < lanes; ++l)
    out[l] = applyIndexFunction(step.kind, a.integers[a.uniform ? 0 : l],
                                b.integers[b.uniform ? 0 : l]);
  setLanes(step.result);
}

void Machine::run(const ComputeIndex &step) {
  const Register &value = registers[step.value];
  const Register &bound = registers[step.bound];
  if (value.errors)
    poison(step);
  bool uniform = value.uniform && bound.uniform;
  int64_t *out = own<int64_t>(step.result);
  for (int l = 0; l < (uniform ? 1 : lanes); ++l) {
    int64_t at = value.integers[value.uniform ? 0 : l];
    int64_t end = bound.integers[bound.uniform ? 0 : l];
    bool inside = at >= 0 && at < end;
    out[l] = inside ? at : std::max<int64_t>(0, std::min(at, end - 1));
    // With nothing to clamp to, even a clamped index is a fault.
    if (!inside && (step.faults || end <= 0) && (uniform || isActive(l))) {
      fault_ = {at, end, std::nullopt, 0};
      stopped = true;
      return;
    }
  }
  if (uniform)
    return setUniform(step.result, *out);
  setLanes(step.result);
}

void Machine::run(const Apply &step) {
  LaneValues operands[3];
  bool uniform = true;
  for (auto [i, id] : llvm::enumerate(step.operands)) {
    operands[i] = registers[id];
    uniform &= operands[i].uniform;
  }
  step.kernel({operands, step.operands.size()}, own<char>(step.result),
              uniform ? 1 : lanes, step.types);
  Register &to = registers[step.result];
  to.integers = own<int64_t>(step.result);
  to.uniform = uniform;
  if (tracksErrors())
    boundApply(step);
}

Machine::Sum Machine::sumOf(const IndexSum &sum, int64_t *scratch) {
  Sum result;
  for (RegisterId id : sum.parts) {
    const Register &part = registers[id];
    if (part.uniform) {
      result.shift += *part.integers;
      continue;
    }
    if (!result.lanes) {
      result.lanes = part.integers;
      result.consecutive = part.consecutive;
      result.least = part.least;
      result.greatest = part.greatest;
      continue;
    }
    for (int l = 0; l < lanes; ++l)
      scratch[l] = result.lanes[l] + part.integers[l];
    result.lanes = scratch;
    result.consecutive = false;
    // Wider than need be, which only costs a look at each lane.
    result.least += part.least;
    result.greatest += part.greatest;
  }
  result.least += result.shift;
  result.greatest += result.shift;
  return result;
}

//===--- Guards -----------------------------------------------------------===//

Machine::Share Machine::markInside(llvm::ArrayRef<Guard::Bound> bounds,
                                   LaneMask *inside) {
  int64_t scratch[2][kLanes];
  bool marked = false;
  for (const Guard::Bound &bound : bounds) {
    Sum value = sumOf(bound.value, scratch[0]);
    Sum end = sumOf(bound.bound, scratch[1]);
    if (value.least >= 0 && value.greatest < end.least)
      continue;
    if (!marked)
      std::fill(inside, inside + lanes, LaneMask(-1));
    marked = true;
    for (int l = 0; l < lanes; ++l)
      inside[l] &= -LaneMask(value.at(l) >= 0 && value.at(l) < end.at(l));
  }
  if (!marked)
    return Share::All;
  int64_t counted = 0, in = 0;
  for (int l = 0; l < lanes; ++l) {
    counted += isActive(l);
    in += isActive(l) && inside[l];
  }
  return in == counted ? Share::All : in == 0 ? Share::None : Share::Some;
}

void Machine::runBothSides(const Guard &step, const LaneMask *inside) {
  const LaneMask *around = active;
  LaneMask side[kLanes];
  for (int l = 0; l < lanes; ++l)
    side[l] = (around ? around[l] : -1) & inside[l];
  active = side;
  runCode(step.inside);
  for (int l = 0; l < lanes; ++l)
    side[l] = (around ? around[l] : -1) & ~inside[l];
  runCode(step.outside);
  active = around;
  auto merge = [&](auto *out, auto *ifInside, auto *ifOutside) {
    bool one = registers[step.insideResult].uniform;
    bool other = registers[step.outsideResult].uniform;
    for (int l = 0; l < lanes; ++l)
      out[l] = inside[l] ? ifInside[one ? 0 : l] : ifOutside[other ? 0 : l];
  };
  const Register &a = registers[step.insideResult];
  const Register &b = registers[step.outsideResult];
  if (step.isReal)
    merge(own<double>(step.result), a.reals, b.reals);
  else
    merge(own<int64_t>(step.result), a.integers, b.integers);
  registers[step.result].integers = own<int64_t>(step.result);
  registers[step.result].uniform = false;
  if (tracksErrors())
    mergeErrors(step, inside);
}

void Machine::run(const Guard &step) {
  LaneMask inside[kLanes];
  switch (markInside(step.bounds, inside)) {
  case Share::All:
    runCode(step.inside);
    registers[step.result] = registers[step.insideResult];
    return;
  case Share::None:
    runCode(step.outside);
    registers[step.result] = registers[step.outsideResult];
    return;
  case Share::Some:
    return runBothSides(step, inside);
  }
}

//===--- Results ----------------------------------------------------------===//

Number Machine::result(int lane) const {
  const Register &from = registers[program.result];
  int l = from.uniform ? 0 : lane;
  if (program.type.isReal())
    return {true, program.type.round(from.reals[l]), 0};
  return {false, 0, from.integers[l]};
}

template <typename T, typename Convert>
static void scatter(T *to, const int64_t *at, bool consecutive, int lanes,
                    Convert value) {
  if (consecutive)
    for (int l = 0; l < lanes; ++l)
      to[l] = value(l);
  else
    for (int l = 0; l < lanes; ++l)
      to[at[l]] = value(l);
}

void Machine::store(Tensor &to, Tensor *errors) {
  int64_t scratch[kLanes];
  Sum at = sumOf(program.position, scratch);
  int64_t first = at.lanes && at.consecutive ? at.lanes[0] : 0;
  const Register &from = registers[program.result];
  ScalarType type = program.type;
  if (errors)
    scatter(errors->reals().data() + at.shift + first, at.lanes, at.consecutive,
            lanes, [&](int l) { return error(l); });
  if (!type.isReal())
    return scatter(to.integers().data() + at.shift + first, at.lanes,
                   at.consecutive, lanes,
                   [&](int l) { return from.integers[from.uniform ? 0 : l]; });
  scatter(to.reals().data() + at.shift + first, at.lanes, at.consecutive, lanes,
          [&](int l) { return type.round(from.reals[from.uniform ? 0 : l]); });
}

} // namespace tenon::reference
