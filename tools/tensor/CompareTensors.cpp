// SPDX-License-Identifier: Apache-2.0
// One pass over two tensors gathers every measure.
#include "tools/tensor/CompareTensors.h"

#include "tools/tensor/ElementValue.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace tenon {
namespace {

/// Floats in their order as integers: neighbours differ by 1, both zeros are
/// 0. Only for layouts whose patterns are ordered by magnitude.
int64_t orderedBits(const FloatLayout &layout, uint64_t bits) {
  uint64_t sign = uint64_t{1} << (layout.exponentBits + layout.mantissaBits);
  auto magnitude = static_cast<int64_t>(bits & (sign - 1));
  return bits & sign ? -magnitude : magnitude;
}

class Comparison {
public:
  Comparison(const HostTensor &actual, const HostTensor &expected,
             CompareTolerance tolerance)
      : actual(actual), expected(expected), tolerance(tolerance) {}

  TensorDifference run();

private:
  void compareStrings();
  void compareNumbers();
  void compareElement(int64_t index);
  double errorOf(int64_t index, double a, double e) const;
  void countUlp(int64_t index);
  void mismatch(int64_t part);
  void finish();

  const HostTensor &actual;
  const HostTensor &expected;
  CompareTolerance tolerance;
  TensorDifference result;
  int64_t partsPerElement = 1;
  int64_t lastMismatch = -1;
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();
  double dotProduct = 0, actualSquares = 0, expectedSquares = 0;
};

/// Complex numbers are compared by parts and counted by elements.
void Comparison::mismatch(int64_t part) {
  int64_t element = part / partsPerElement;
  if (element == lastMismatch)
    return;
  lastMismatch = element;
  ++result.numMismatches;
  if (result.firstMismatch < 0)
    result.firstMismatch = element;
}

void Comparison::compareStrings() {
  for (size_t i = 0; i < actual.strings.size(); ++i)
    if (actual.strings[i] != expected.strings[i])
      mismatch(static_cast<int64_t>(i));
}

/// 64-bit integers differ by less than a double shows: subtract them first.
double Comparison::errorOf(int64_t index, double a, double e) const {
  bool areWide = result.sameType && elementBits(actual.elementType) == 64 &&
                 isIntegerType(actual.elementType);
  if (!areWide)
    return std::fabs(a - e);
  uint64_t x = elementBitsAt(actual.elementType, actual.bytes.view(), index);
  uint64_t y =
      elementBitsAt(expected.elementType, expected.bytes.view(), index);
  bool isLess = actual.elementType == OnnxElementType::Int64
                    ? static_cast<int64_t>(x) < static_cast<int64_t>(y)
                    : x < y;
  return static_cast<double>(isLess ? y - x : x - y);
}

void Comparison::countUlp(int64_t index) {
  const FloatLayout *layout = floatLayout(actual.elementType);
  if (!layout || !result.sameType)
    return;
  int64_t a = orderedBits(
      *layout, elementBitsAt(actual.elementType, actual.bytes.view(), index));
  int64_t e = orderedBits(*layout, elementBitsAt(expected.elementType,
                                                 expected.bytes.view(), index));
  // Of opposite signs, doubles can be further apart than 63 bits tell.
  int64_t distance = 0;
  if (__builtin_sub_overflow(std::max(a, e), std::min(a, e), &distance))
    distance = std::numeric_limits<int64_t>::max();
  result.maxUlp = std::max(result.maxUlp, distance);
}

void Comparison::compareElement(int64_t index) {
  double a = elementAsDouble(actual.elementType, actual.bytes.view(), index);
  double e =
      elementAsDouble(expected.elementType, expected.bytes.view(), index);
  if (std::isnan(a) || std::isnan(e)) {
    if (std::isnan(a) != std::isnan(e))
      mismatch(index);
    return;
  }
  if (std::isinf(a) || std::isinf(e)) {
    if (a != e)
      mismatch(index);
    return;
  }
  lowest = std::min(lowest, e);
  highest = std::max(highest, e);
  dotProduct += a * e;
  actualSquares += a * a;
  expectedSquares += e * e;
  countUlp(index);
  double error = errorOf(index, a, e);
  if (error > result.maxAbsoluteError) {
    result.maxAbsoluteError = error;
    result.worstElement = index / partsPerElement;
  }
  if (e != 0)
    result.maxRelativeError =
        std::max(result.maxRelativeError, error / std::fabs(e));
  if (error > tolerance.absolute + tolerance.relative * std::fabs(e))
    mismatch(index);
}

void Comparison::compareNumbers() {
  partsPerElement = isComplexType(actual.elementType) ? 2 : 1;
  int64_t count = result.numElements * partsPerElement;
  for (int64_t part = 0; part < count; ++part)
    compareElement(part);
}

void Comparison::finish() {
  double span = highest - lowest;
  if (!(span > 0))
    span = std::fabs(highest);
  if (result.maxAbsoluteError > 0)
    result.maxErrorOfRange = result.maxAbsoluteError / span;
  bool isOneZero = (actualSquares == 0) != (expectedSquares == 0);
  if (isOneZero)
    result.cosine = 0;
  else if (actualSquares > 0)
    result.cosine =
        dotProduct / (std::sqrt(actualSquares) * std::sqrt(expectedSquares));
}

TensorDifference Comparison::run() {
  result.sameType = actual.elementType == expected.elementType;
  result.sameShape = actual.shape == expected.shape;
  bool areStrings = actual.elementType == OnnxElementType::String;
  bool bothOrNone =
      areStrings == (expected.elementType == OnnxElementType::String) &&
      isComplexType(actual.elementType) == isComplexType(expected.elementType);
  if (!result.sameShape || !bothOrNone)
    return result;
  result.numElements = expected.numElements();
  bool hasUlp = result.sameType && floatLayout(actual.elementType);
  result.maxUlp = hasUlp ? 0 : -1;
  if (areStrings) {
    compareStrings();
    return result;
  }
  compareNumbers();
  finish();
  return result;
}

} // namespace

TensorDifference compareTensors(const HostTensor &actual,
                                const HostTensor &expected,
                                CompareTolerance tolerance) {
  return Comparison(actual, expected, tolerance).run();
}

std::string elementPosition(const HostTensor &tensor, int64_t index) {
  std::vector<int64_t> position(tensor.shape.size());
  for (size_t axis = position.size(); axis-- > 0;) {
    int64_t size = std::max<int64_t>(tensor.shape[axis], 1);
    position[axis] = index % size;
    index /= size;
  }
  std::string text = "[";
  for (size_t axis = 0; axis < position.size(); ++axis)
    text += (axis ? "," : "") + std::to_string(position[axis]);
  return text + "]";
}

std::string elementText(const HostTensor &tensor, int64_t index) {
  OnnxElementType type = tensor.elementType;
  if (type == OnnxElementType::String)
    return quoteName(tensor.strings[static_cast<size_t>(index)]);
  if (type == OnnxElementType::Uint64)
    return std::to_string(elementBitsAt(type, tensor.bytes.view(), index));
  if (isIntegerType(type))
    return std::to_string(elementAsInteger(type, tensor.bytes.view(), index));
  std::array<char, 64> text;
  double value = elementAsDouble(type, tensor.bytes.view(), index);
  // The shortest text that reads back as the same number of its own width.
  bool isDouble = elementBits(type) == 64 && !isComplexType(type);
  auto end = isDouble ? std::to_chars(text.begin(), text.end(), value)
                      : std::to_chars(text.begin(), text.end(),
                                      static_cast<float>(value));
  return std::string(text.data(), end.ptr);
}

} // namespace tenon
