// SPDX-License-Identifier: Apache-2.0
// Makes what kernels are tried on.
#include "compiler/driver/VerifyInputs.h"
#include "compiler/reference/RoundingError.h"
#include <cmath>
#include <limits>

namespace tenon {

using reference::ScalarType;

void fillRandomly(ScalarType type, llvm::MutableArrayRef<char> bytes,
                  RandomSource &random) {
  constexpr uint64_t kIntegers = 4;
  std::normal_distribution<double> normal(0, 1);
  auto width = static_cast<size_t>(type.bytes());
  bool isBool = type.kind == reference::ScalarKind::Bool;
  for (size_t at = 0; at + width <= bytes.size(); at += width) {
    if (type.isReal())
      type.write(type.round(normal(random)), bytes.data() + at);
    else
      type.write(static_cast<int64_t>(random() % (isBool ? 2 : kIntegers)),
                 bytes.data() + at);
  }
}

std::vector<Number> edgeCases(ScalarType type) {
  std::vector<Number> numbers;
  if (!type.isReal()) {
    if (type.kind != reference::ScalarKind::Bool)
      for (int64_t value : {type.least(), type.greatest(), type.least() + 1,
                            type.greatest() - 1, int64_t(0), int64_t(1)})
        numbers.push_back({false, 0, type.wrap(value)});
    return numbers;
  }
  double denormal = 2 * reference::leastRoundoff(type);
  double normal = reference::leastNormalOf(type);
  double greatest = reference::greatestOf(type);
  numbers.push_back({true, std::nan(""), 0});
  for (double value : {HUGE_VAL, 0.0, denormal, normal - denormal, normal,
                       greatest, std::sqrt(greatest), 1.0})
    for (double sign : {1, -1})
      numbers.push_back({true, type.round(sign * value), 0});
  return numbers;
}

void scatterEdgeCases(ScalarType type, llvm::MutableArrayRef<char> bytes,
                      double share, RandomSource &random) {
  std::vector<Number> numbers = edgeCases(type);
  auto width = static_cast<size_t>(type.bytes());
  size_t count = bytes.size() / width;
  // In integers: a distribution of the library takes a logarithm per number.
  auto often = static_cast<uint64_t>(
      std::ldexp(share, std::numeric_limits<uint64_t>::digits));
  for (size_t i = 0; i < count && !numbers.empty(); ++i) {
    if (i != 0 && i + 1 != count && random() >= often)
      continue;
    const Number &number = numbers[random() % numbers.size()];
    char *to = bytes.data() + i * width;
    if (number.isFloat)
      type.write(number.real, to);
    else
      type.write(number.integer, to);
  }
}

} // namespace tenon
