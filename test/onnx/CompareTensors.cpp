// SPDX-License-Identifier: Apache-2.0
// Elementwise comparison of tensors within a tolerance.
#include "test/onnx/CompareTensors.h"
#include "compiler/ir/graph/ConstantElements.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

namespace tenon {

static bool agree(const Number &found, const Number &expected,
                  const Tolerance &tolerance) {
  if (!expected.isFloat)
    return found.integer == expected.integer;
  if (std::isnan(found.real) || std::isnan(expected.real))
    return std::isnan(found.real) && std::isnan(expected.real);
  if (std::isinf(found.real) || std::isinf(expected.real))
    return found.real == expected.real;
  double allowed =
      tolerance.absolute + tolerance.relative * std::abs(expected.real);
  return std::abs(found.real - expected.real) <= allowed;
}

static std::string text(const Number &number) {
  return number.isFloat ? llvm::formatv("{0:e9}", number.real).str()
                        : std::to_string(number.integer);
}

static std::string text(llvm::ArrayRef<int64_t> list) {
  std::string inside = llvm::join(
      llvm::map_range(list, [](int64_t i) { return std::to_string(i); }), ",");
  return "[" + inside + "]";
}

static std::string text(const HostTensor &tensor) {
  std::string result = text(tensor.shape);
  llvm::raw_string_ostream(result) << " of " << tensor.elementType;
  return result;
}

/// The index of element `position` of a row-major tensor.
static std::string indexText(size_t position, llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t> index(shape.size());
  auto rest = static_cast<int64_t>(position);
  for (size_t k = shape.size(); k-- > 0; rest /= shape[k])
    index[k] = rest % shape[k];
  return text(index);
}

std::optional<std::string> describeDifference(const HostTensor &found,
                                              const HostTensor &expected,
                                              const Tolerance &tolerance) {
  if (found.elementType != expected.elementType ||
      found.shape != expected.shape ||
      found.bytes.size() != expected.bytes.size())
    return "is " + text(found) + ", expected " + text(expected);
  size_t width =
      (expected.elementType.getIntOrFloatBitWidth() + CHAR_BIT - 1) / CHAR_BIT;
  size_t count = expected.bytes.size() / width, wrong = 0;
  std::string first;
  for (size_t i = 0; i < count; ++i) {
    Number mine = decodeNumber(&found.bytes[i * width], found.elementType);
    Number theirs =
        decodeNumber(&expected.bytes[i * width], expected.elementType);
    if (agree(mine, theirs, tolerance))
      continue;
    if (wrong++ == 0)
      first = "element " + indexText(i, expected.shape) + " is " + text(mine) +
              ", expected " + text(theirs);
  }
  if (wrong == 0)
    return std::nullopt;
  return first + " (" + std::to_string(wrong) + " of " + std::to_string(count) +
         " elements differ)";
}

} // namespace tenon
