// SPDX-License-Identifier: Apache-2.0
// Single elements of a tensor's bytes as numbers, for every numeric type of
// ONNX. Used where speed does not matter: random inputs, comparison, print.
#ifndef TENON_TOOLS_TENSOR_ELEMENTVALUE_H
#define TENON_TOOLS_TENSOR_ELEMENTVALUE_H

#include "compiler/onnx/wire/OnnxElementType.h"

#include <cstdint>
#include <string_view>

namespace tenon {

/// Layout of a binary float of up to 64 bits.
struct FloatLayout {
  enum class Special : uint8_t {
    InfinityAndNan,  ///< as IEEE 754: the highest exponent is for these
    NanAllOnes,      ///< no infinity, NaN where all bits but the sign are 1
    NanNegativeZero, ///< no infinity, NaN where negative zero would be
    None,            ///< every pattern is a number
  };
  int exponentBits;
  int mantissaBits;
  int bias;
  Special special;
};

/// The layout of a float, or of a part of a complex number; null for integers,
/// booleans, strings and f8e8m0.
const FloatLayout *floatLayout(OnnxElementType type);

bool isFloatType(OnnxElementType type);   ///< floats of all widths, f8e8m0
bool isIntegerType(OnnxElementType type); ///< signed and unsigned, not bool
bool isComplexType(OnnxElementType type);

/// The bits of one element, in the lowest bits of the result. Complex types
/// have two parts, each a float: index them as 2i and 2i + 1.
uint64_t elementBitsAt(OnnxElementType type, std::string_view bytes,
                       int64_t index);

/// The element as a double: exact for all types but integers beyond 2^53.
/// Booleans are 0 or 1; complex types are indexed by part.
double elementAsDouble(OnnxElementType type, std::string_view bytes,
                       int64_t index);

/// The element of an integer type; exact (uint64 by its bits).
int64_t elementAsInteger(OnnxElementType type, std::string_view bytes,
                         int64_t index);

/// Stores a number: floats round to nearest even, and what is too large
/// becomes infinity, or the largest number where there is none; integers
/// round to nearest even and are clamped to their range, NaN leaves them.
void storeElement(OnnxElementType type, char *bytes, int64_t index,
                  double value);

/// Bits to a number by a layout.
double decodeFloat(const FloatLayout &layout, uint64_t bits);

/// A number to bits by a layout.
uint64_t encodeFloat(const FloatLayout &layout, double value);

} // namespace tenon

#endif // TENON_TOOLS_TENSOR_ELEMENTVALUE_H
