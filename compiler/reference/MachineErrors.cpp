// SPDX-License-Identifier: Apache-2.0
// The error of every register, carried along when the caller asked for it.
//
// A function of values that are not exact is computed again at the corners of
// what the values may be. That bounds monotone functions; the others, and what
// may jump, have a case of their own. An integer is right or unknown, a bool
// is right or either.
#include "compiler/reference/Machine.h"
#include "compiler/reference/RoundingError.h"
#include <cmath>

namespace tenon::reference {

void Machine::trackErrors() {
  errorStorage.resize(size_t(program.numRegisters) * kLanes);
  poisoned.assign(kLanes, false);
}

/// Errors in `id`'s own storage become the register's, unless all are 0.
void Machine::adoptErrors(RegisterId id, int count) {
  const double *errors = ownErrors(id);
  bool any = std::any_of(errors, errors + count,
                         [](double error) { return error != 0; });
  registers[id].errors = any ? errors : nullptr;
}

double Machine::error(int lane) const {
  if (errorStorage.empty())
    return 0;
  if (poisoned[lane])
    return INFINITY;
  const Register &from = registers[program.result];
  double error = from.errorOf(lane);
  if (!program.type.isReal())
    return error;
  return errorOnceRounded(program.type, from.reals[from.uniform ? 0 : lane],
                          error);
}

//===--- Functions --------------------------------------------------------===//

namespace {

/// Bitwise and wrapping functions of a bool are monotone; of an integer that
/// is not known they can be anything.
bool isJudged(ScalarType type) {
  return type.isReal() || type.kind == ScalarKind::Bool;
}

/// The largest distance between results at a corner and at the centre.
void widen(double *errors, const void *corner, const void *centre,
           ScalarType type, int count) {
  if (type.isReal()) {
    auto *at = static_cast<const double *>(corner);
    auto *from = static_cast<const double *>(centre);
    for (int l = 0; l < count; ++l)
      errors[l] = std::max(errors[l], distance(at[l], from[l]));
    return;
  }
  double different = type.kind == ScalarKind::Bool ? 1 : INFINITY;
  auto *at = static_cast<const int64_t *>(corner);
  auto *from = static_cast<const int64_t *>(centre);
  for (int l = 0; l < count; ++l)
    if (at[l] != from[l])
      errors[l] = std::max(errors[l], different);
}

} // namespace

/// Operand `i` of `step`, moved by `sign` times its error.
LaneValues Machine::movedOperand(const Apply &step, unsigned i, int sign,
                                 uint64_t *storage) {
  const Register &from = registers[step.operands[i]];
  int count = from.uniform ? 1 : lanes;
  LaneValues moved;
  moved.uniform = from.uniform;
  if (operandType(step, i).isReal()) {
    auto *to = reinterpret_cast<double *>(storage);
    for (int l = 0; l < count; ++l)
      to[l] = from.reals[l] + sign * from.errors[l];
    moved.reals = to;
    return moved;
  }
  auto *to = reinterpret_cast<int64_t *>(storage);
  for (int l = 0; l < count; ++l)
    to[l] = from.integers[l] ^ int64_t(sign > 0 && from.errors[l] > 0);
  moved.integers = to;
  return moved;
}

ScalarType Machine::operandType(const Apply &step, unsigned i) {
  constexpr ScalarType kCondition{ScalarKind::Bool, 1};
  return step.fn == ScalarFn::Select && i == 0 ? kCondition
                                               : step.types.operand;
}

void Machine::computeCorners(const Apply &step,
                             llvm::ArrayRef<unsigned> inexact, double *errors,
                             int count) {
  constexpr unsigned kMostOperands = 3;
  uint64_t moved[kMostOperands][kLanes], results[kLanes];
  LaneValues operands[kMostOperands];
  for (auto [i, id] : llvm::enumerate(step.operands))
    operands[i] = registers[id];
  for (unsigned corner = 0; corner < 1u << inexact.size(); ++corner) {
    for (auto [bit, i] : llvm::enumerate(inexact))
      operands[i] =
          movedOperand(step, i, corner >> bit & 1 ? 1 : -1, moved[bit]);
    step.kernel({operands, step.operands.size()}, results, count, step.types);
    widen(errors, results, own<char>(step.result), step.types.result, count);
  }
}

/// What corners do not show.
double Machine::errorBetweenCorners(const Apply &step, int lane,
                                    double atCorners) const {
  auto operand = [&](unsigned i) -> const Register & {
    return registers[step.operands[i]];
  };
  auto isZeroInside = [&](unsigned i) {
    return std::abs(operand(i).real(lane)) <= operand(i).errorOf(lane);
  };
  bool isExact = true;
  for (auto [i, id] : llvm::enumerate(step.operands)) {
    if (registers[id].errorOf(lane) == 0)
      continue;
    isExact = false;
    if (!isJudged(operandType(step, i)))
      return INFINITY;
  }
  if (isExact || !step.types.operand.isReal())
    return atCorners;
  switch (step.fn) {
  case ScalarFn::Sin:
  case ScalarFn::Cos: // they change no faster than what they are given
    return std::min(operand(0).errorOf(lane), 2.0);
  case ScalarFn::Tan:
    return operand(0).errorOf(lane) > 1 ? INFINITY : atCorners;
  case ScalarFn::Reciprocal:
    return isZeroInside(0) ? INFINITY : atCorners;
  case ScalarFn::Div:
    return isZeroInside(1) ? INFINITY : atCorners;
  case ScalarFn::Mod:
  case ScalarFn::Fmod: // jumps wherever the quotient passes a whole number
    return INFINITY;
  case ScalarFn::Pow:
    return isZeroInside(0) ? INFINITY : atCorners;
  case ScalarFn::Equal:
  case ScalarFn::NotEqual:
    return std::abs(operand(0).real(lane) - operand(1).real(lane)) <=
                   operand(0).errorOf(lane) + operand(1).errorOf(lane)
               ? 1
               : atCorners;
  default:
    return atCorners;
  }
}

void Machine::boundApply(const Apply &step) {
  Register &to = registers[step.result];
  Rounding rounding =
      step.types.result.isReal() ? roundingOf(step.fn) : Rounding::None;
  llvm::SmallVector<unsigned, 3> inexact;
  for (auto [i, id] : llvm::enumerate(step.operands))
    if (registers[id].errors)
      inexact.push_back(i);
  to.errors = nullptr;
  if (inexact.empty() && rounding == Rounding::None)
    return;
  int count = to.uniform ? 1 : lanes;
  double *errors = ownErrors(step.result);
  std::fill_n(errors, count, 0);
  if (!inexact.empty()) {
    computeCorners(step, inexact, errors, count);
    for (int l = 0; l < count; ++l)
      errors[l] = errorBetweenCorners(step, l, errors[l]);
  }
  if (rounding != Rounding::None)
    for (int l = 0; l < count; ++l)
      errors[l] += roundingError(rounding, step.types.result, to.real(l),
                                 /*isExact=*/errors[l] == 0);
  adoptErrors(step.result, count);
}

//===--- Choices ----------------------------------------------------------===//

void Machine::mergeErrors(const Guard &step, const LaneMask *inside) {
  double *errors = ownErrors(step.result);
  for (int l = 0; l < lanes; ++l)
    errors[l] =
        registers[inside[l] ? step.insideResult : step.outsideResult].errorOf(
            l);
  adoptErrors(step.result, lanes);
}

/// What is read at an index that may be another is unknown.
void Machine::poison(const ComputeIndex &step) {
  for (int l = 0; l < lanes; ++l)
    if (isActive(l) && registers[step.value].errorOf(l) > 0)
      poisoned[l] = 1;
}

//===--- Folds ------------------------------------------------------------===//

void Machine::startFoldErrors(const Reduce &step) {
  std::fill_n(ownErrors(step.result), lanes, 0);
  std::fill_n(ownErrors(step.best), lanes, 0); // magnitudes
}

/// One more term of a sum: infinite ones and NaN are what they are in any
/// order, so only the others count.
static void addTerm(double term, double error, double &sum, double &magnitude) {
  if (std::isfinite(term))
    magnitude += std::abs(term);
  sum += std::isfinite(term) || error == 0 ? error : INFINITY;
}

/// One more factor: errors are relative, the magnitude is how far any product
/// of some factors may be from 1, in powers of two.
static void addFactor(double factor, double error, double &sum,
                      double &magnitude) {
  double size = std::abs(factor);
  if (std::isfinite(factor) && factor != 0)
    magnitude += std::abs(std::log2(size));
  sum += error > 0 ? error / size : 0;
}

void Machine::addProductErrors(const Reduce &step, int lane) {
  const Register &a = registers[step.factors->first];
  const Register &b = registers[step.factors->second];
  double x = a.real(lane), y = b.real(lane);
  double ofX = a.errorOf(lane), ofY = b.errorOf(lane), error = 0;
  if (ofX > 0 || ofY > 0)
    error = std::abs(x) * ofY + std::abs(y) * ofX + ofX * ofY;
  addTerm(x * y, std::isnan(error) ? INFINITY : error,
          ownErrors(step.result)[lane], ownErrors(step.best)[lane]);
}

/// One more value of a fold. Of the greatest and the least the largest error
/// counts; a position is unknown as soon as one of the values is.
void Machine::addFoldErrors(const Reduce &step) {
  double *errors = ownErrors(step.result), *magnitudes = ownErrors(step.best);
  const Register &body = registers[step.bodyResult];
  for (int l = 0; l < lanes; ++l) {
    if (!isActive(l))
      continue;
    if (step.factors) {
      addProductErrors(step, l);
      continue;
    }
    double error = body.errorOf(l);
    if (isArg(step.kind) || !step.type.isReal())
      errors[l] = error > 0 ? INFINITY : errors[l];
    else if (step.kind == ReduceKind::Sum)
      addTerm(body.real(l), error, errors[l], magnitudes[l]);
    else if (step.kind == ReduceKind::Product)
      addFactor(body.real(l), error, errors[l], magnitudes[l]);
    else
      errors[l] = std::max(errors[l], error);
  }
}

static double productError(ScalarType type, int64_t count, double product,
                           double relative, double magnitude) {
  // Beyond this a partial product may leave the range of the type, or enter
  // that of its denormals, where errors are not relative.
  if (magnitude >= -std::log2(leastNormalOf(type)))
    return INFINITY;
  if (!std::isfinite(product) || product == 0)
    return relative > 0 ? INFINITY : 0;
  double roundings = static_cast<double>(count) + 1;
  return std::abs(product) * (relative + roundings * unitRoundoff(type));
}

void Machine::finishFoldErrors(const Reduce &step, int64_t count) {
  double *errors = ownErrors(step.result), *magnitudes = ownErrors(step.best);
  bool isReal = step.type.isReal() && !isArg(step.kind);
  for (int l = 0; l < lanes && isReal; ++l) {
    if (step.kind == ReduceKind::Sum)
      errors[l] += sumError(step.type, count, magnitudes[l]);
    else if (step.kind == ReduceKind::Product)
      errors[l] = productError(step.type, count, own<double>(step.result)[l],
                               errors[l], magnitudes[l]);
  }
  adoptErrors(step.result, lanes);
}

} // namespace tenon::reference
