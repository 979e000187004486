// SPDX-License-Identifier: Apache-2.0
//
// Evaluation of values to numbers and to ranges.
#include "format/ValueProgram.h"

#include "format/CheckedMath.h"

#include <algorithm>

namespace tenon::format {

namespace {

/// op(a, b), or nothing when it has no result in int64.
std::optional<int64_t> apply(ValueOp op, int64_t a, int64_t b) {
  bool isDivision =
      op == ValueOp::floorDiv || op == ValueOp::ceilDiv || op == ValueOp::mod;
  if (isDivision && b <= 0)
    return std::nullopt;
  switch (op) {
  case ValueOp::add:
    return checkedAdd(a, b);
  case ValueOp::sub:
    return checkedSub(a, b);
  case ValueOp::mul:
    return checkedMul(a, b);
  case ValueOp::floorDiv:
    return floorDivide(a, b);
  case ValueOp::ceilDiv:
    return ceilDivide(a, b);
  case ValueOp::mod:
    return floorRemainder(a, b);
  case ValueOp::min:
    return std::min(a, b);
  case ValueOp::max:
    return std::max(a, b);
  case ValueOp::constant:
  case ValueOp::symbol:
    break;
  }
  return std::nullopt;
}

Status noResult(const Program &program, ValueId id, int64_t a, int64_t b) {
  return {Code::badShape,
          "the shapes are too large or do not fit the model: the size " +
              describeValue(program, id) + " has no 64-bit result for " +
              std::to_string(a) + " and " + std::to_string(b) +
              "; give other dimensions"};
}

int64_t saturate(__int128 value) {
  constexpr int64_t kLow = std::numeric_limits<int64_t>::min();
  constexpr int64_t kHigh = std::numeric_limits<int64_t>::max();
  return static_cast<int64_t>(std::clamp<__int128>(value, kLow, kHigh));
}

ValueRange span(std::initializer_list<__int128> corners) {
  auto [low, high] = std::minmax(corners);
  return {saturate(low), saturate(high)};
}

/// Quotients are monotone in each operand where the divisor is positive;
/// other divisors are errors at bind and bound nothing.
template <typename Divide>
ValueRange divideRange(ValueRange a, ValueRange b, Divide divide) {
  int64_t low = std::max<int64_t>(b.min, 1);
  int64_t high = std::max<int64_t>(b.max, 1);
  return span({divide(a.min, low), divide(a.min, high), divide(a.max, low),
               divide(a.max, high)});
}

ValueRange applyRange(ValueOp op, ValueRange a, ValueRange b) {
  using Wide = __int128;
  switch (op) {
  case ValueOp::add:
    return span({Wide{a.min} + b.min, Wide{a.max} + b.max});
  case ValueOp::sub:
    return span({Wide{a.min} - b.max, Wide{a.max} - b.min});
  case ValueOp::mul:
    return span({Wide{a.min} * b.min, Wide{a.min} * b.max, Wide{a.max} * b.min,
                 Wide{a.max} * b.max});
  case ValueOp::floorDiv:
    return divideRange(a, b, floorDivide);
  case ValueOp::ceilDiv:
    return divideRange(a, b, ceilDivide);
  case ValueOp::mod:
    if (a.min >= 0 && a.max < b.min)
      return a;
    return {0, std::max<int64_t>(b.max, 1) - 1};
  case ValueOp::min:
    return {std::min(a.min, b.min), std::min(a.max, b.max)};
  case ValueOp::max:
    return {std::max(a.min, b.min), std::max(a.max, b.max)};
  case ValueOp::constant:
  case ValueOp::symbol:
    break;
  }
  return {};
}

} // namespace

Result<std::vector<int64_t>> evaluateValues(const Program &program,
                                            std::span<const int64_t> symbols) {
  std::vector<int64_t> numbers;
  numbers.reserve(program.values.size());
  for (const Value &value : program.values) {
    if (value.op == ValueOp::constant) {
      numbers.push_back(value.constant);
      continue;
    }
    if (value.op == ValueOp::symbol) {
      numbers.push_back(symbols[value.a]);
      continue;
    }
    int64_t a = numbers[value.a];
    int64_t b = numbers[value.b];
    std::optional<int64_t> number = apply(value.op, a, b);
    if (!number)
      return noResult(program, static_cast<ValueId>(numbers.size()), a, b);
    numbers.push_back(*number);
  }
  return numbers;
}

std::vector<ValueRange> findRanges(const Program &program) {
  std::vector<ValueRange> ranges;
  ranges.reserve(program.values.size());
  for (const Value &value : program.values) {
    if (value.op == ValueOp::constant) {
      ranges.push_back({value.constant, value.constant});
    } else if (value.op == ValueOp::symbol) {
      const Symbol &symbol = program.symbols[value.a];
      ranges.push_back({symbol.min, symbol.max});
    } else {
      ranges.push_back(applyRange(value.op, ranges[value.a], ranges[value.b]));
    }
  }
  return ranges;
}

} // namespace tenon::format
