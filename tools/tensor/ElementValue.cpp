// SPDX-License-Identifier: Apache-2.0
// One description per float format instead of one routine per format.
#include "tools/tensor/ElementValue.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace tenon {
namespace {

using Special = FloatLayout::Special;
using Type = OnnxElementType;

/// OCP 8-bit and MX formats; bfloat16; IEEE 754 binary16, 32 and 64.
constexpr FloatLayout kFloat64 = {11, 52, 1023, Special::InfinityAndNan};
constexpr FloatLayout kFloat32 = {8, 23, 127, Special::InfinityAndNan};
constexpr FloatLayout kFloat16 = {5, 10, 15, Special::InfinityAndNan};
constexpr FloatLayout kBfloat16 = {8, 7, 127, Special::InfinityAndNan};
constexpr FloatLayout kE4M3FN = {4, 3, 7, Special::NanAllOnes};
constexpr FloatLayout kE4M3FNUZ = {4, 3, 8, Special::NanNegativeZero};
constexpr FloatLayout kE5M2 = {5, 2, 15, Special::InfinityAndNan};
constexpr FloatLayout kE5M2FNUZ = {5, 2, 16, Special::NanNegativeZero};
constexpr FloatLayout kE2M1 = {2, 1, 1, Special::None};

/// f8e8m0 is a power of two by its exponent alone; 255 is NaN.
constexpr int kE8M0Bias = 127;
constexpr uint64_t kE8M0Nan = 255;

constexpr uint64_t lowBits(int count) {
  return count >= 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
}

struct IntegerLayout {
  int bits;
  bool isSigned;
};

IntegerLayout integerLayout(Type type) {
  switch (type) {
  case Type::Int2:
  case Type::Int4:
  case Type::Int8:
  case Type::Int16:
  case Type::Int32:
  case Type::Int64:
    return {elementBits(type), true};
  case Type::Uint2:
  case Type::Uint4:
  case Type::Uint8:
  case Type::Uint16:
  case Type::Uint32:
  case Type::Uint64:
    return {elementBits(type), false};
  default:
    return {0, false};
  }
}

/// Width of what an index counts: parts of complex numbers, else elements.
int partBits(Type type) {
  return isComplexType(type) ? elementBits(type) / 2 : elementBits(type);
}

void storeBits(Type type, char *bytes, int64_t index, uint64_t value) {
  int bits = partBits(type);
  if (bits >= 8) {
    auto width = static_cast<size_t>(bits / 8);
    std::memcpy(bytes + static_cast<size_t>(index) * width, &value, width);
    return;
  }
  int64_t perByte = 8 / bits;
  auto shift = static_cast<int>(index % perByte) * bits;
  char &byte = bytes[index / perByte];
  auto cleared = static_cast<unsigned char>(byte) & ~(lowBits(bits) << shift);
  byte = static_cast<char>(cleared | ((value & lowBits(bits)) << shift));
}

uint64_t largestFinite(const FloatLayout &layout) {
  uint64_t all = lowBits(layout.exponentBits + layout.mantissaBits);
  switch (layout.special) {
  case Special::InfinityAndNan:
    return all - lowBits(layout.mantissaBits) - 1;
  case Special::NanAllOnes:
    return all - 1;
  case Special::NanNegativeZero:
  case Special::None:
    return all;
  }
  return all;
}

uint64_t encodeNan(const FloatLayout &layout) {
  uint64_t sign = uint64_t{1} << (layout.exponentBits + layout.mantissaBits);
  switch (layout.special) {
  case Special::InfinityAndNan:
    // The quiet NaN: highest exponent, highest bit of the mantissa.
    return (lowBits(layout.exponentBits) << layout.mantissaBits) |
           (uint64_t{1} << (layout.mantissaBits - 1));
  case Special::NanAllOnes:
    return sign - 1;
  case Special::NanNegativeZero:
    return sign;
  case Special::None:
    return 0;
  }
  return 0;
}

/// A magnitude to bits without sign; what rounds beyond the largest number is
/// one more than that.
uint64_t encodeMagnitude(const FloatLayout &layout, double magnitude) {
  if (magnitude == 0)
    return 0;
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  // frexp gives 0.5 <= m < 1: the leading bit is worth 2^(exponent - 1).
  int lowest = 1 - layout.bias;
  int scale = std::max(exponent - 1, lowest);
  double mantissa =
      std::nearbyint(std::ldexp(magnitude, layout.mantissaBits - scale));
  auto integer = static_cast<uint64_t>(mantissa);
  // A normal number's leading bit raises the exponent field by one, and a
  // mantissa that rounds up to the next power of two by one more.
  auto field = static_cast<uint64_t>(scale - lowest) << layout.mantissaBits;
  return field + integer;
}

double clampInteger(double value, IntegerLayout layout) {
  int magnitudeBits = layout.isSigned ? layout.bits - 1 : layout.bits;
  double low = layout.isSigned ? -std::ldexp(1.0, magnitudeBits) : 0.0;
  // Of doubles under 2^64 the largest is 2^64 - 2048: stay under the power.
  double high = std::min(std::ldexp(1.0, magnitudeBits) - 1.0,
                         std::nextafter(std::ldexp(1.0, magnitudeBits), 0.0));
  return std::clamp(std::nearbyint(value), low, high);
}

} // namespace

const FloatLayout *floatLayout(Type type) {
  switch (type) {
  case Type::Float64:
  case Type::Complex128:
    return &kFloat64;
  case Type::Float32:
  case Type::Complex64:
    return &kFloat32;
  case Type::Float16:
    return &kFloat16;
  case Type::Bfloat16:
    return &kBfloat16;
  case Type::Float8E4M3FN:
    return &kE4M3FN;
  case Type::Float8E4M3FNUZ:
    return &kE4M3FNUZ;
  case Type::Float8E5M2:
    return &kE5M2;
  case Type::Float8E5M2FNUZ:
    return &kE5M2FNUZ;
  case Type::Float4E2M1:
    return &kE2M1;
  default:
    return nullptr;
  }
}

bool isComplexType(Type type) {
  return type == Type::Complex64 || type == Type::Complex128;
}

bool isFloatType(Type type) {
  return type == Type::Float8E8M0 ||
         (floatLayout(type) && !isComplexType(type));
}

bool isIntegerType(Type type) { return integerLayout(type).bits > 0; }

uint64_t elementBitsAt(Type type, std::string_view bytes, int64_t index) {
  int bits = partBits(type);
  uint64_t value = 0;
  if (bits >= 8) {
    auto width = static_cast<size_t>(bits / 8);
    std::memcpy(&value, bytes.data() + static_cast<size_t>(index) * width,
                width);
    return value;
  }
  int64_t perByte = 8 / bits;
  auto byte =
      static_cast<unsigned char>(bytes[static_cast<size_t>(index / perByte)]);
  return (byte >> ((index % perByte) * bits)) & lowBits(bits);
}

int64_t elementAsInteger(Type type, std::string_view bytes, int64_t index) {
  uint64_t value = elementBitsAt(type, bytes, index);
  IntegerLayout layout = integerLayout(type);
  bool isNegative = layout.isSigned && (value >> (layout.bits - 1)) & 1;
  return static_cast<int64_t>(isNegative ? value | ~lowBits(layout.bits)
                                         : value);
}

double decodeFloat(const FloatLayout &layout, uint64_t bits) {
  uint64_t mantissa = bits & lowBits(layout.mantissaBits);
  uint64_t magnitude =
      bits & lowBits(layout.exponentBits + layout.mantissaBits);
  uint64_t exponent = magnitude >> layout.mantissaBits;
  bool isNegative = (bits >> (layout.exponentBits + layout.mantissaBits)) & 1;
  double nan = std::numeric_limits<double>::quiet_NaN();
  if (layout.special == Special::NanNegativeZero && isNegative &&
      magnitude == 0)
    return nan;
  if (magnitude > largestFinite(layout)) {
    bool isInfinity =
        layout.special == Special::InfinityAndNan && mantissa == 0;
    double infinity = std::numeric_limits<double>::infinity();
    return isInfinity ? (isNegative ? -infinity : infinity) : nan;
  }
  bool isNormal = exponent > 0;
  double fraction = static_cast<double>(
      mantissa + (isNormal ? uint64_t{1} << layout.mantissaBits : 0));
  int power = static_cast<int>(std::max<uint64_t>(exponent, 1)) - layout.bias -
              layout.mantissaBits;
  double value = std::ldexp(fraction, power);
  return isNegative ? -value : value;
}

uint64_t encodeFloat(const FloatLayout &layout, double value) {
  if (std::isnan(value))
    return encodeNan(layout);
  uint64_t sign = uint64_t{1} << (layout.exponentBits + layout.mantissaBits);
  uint64_t largest = largestFinite(layout);
  uint64_t magnitude = std::isinf(value)
                           ? largest + 1
                           : encodeMagnitude(layout, std::fabs(value));
  // One beyond the largest is the pattern of infinity where there is one.
  bool hasInfinity = layout.special == Special::InfinityAndNan;
  magnitude = std::min(magnitude, hasInfinity ? largest + 1 : largest);
  bool keepsSign = magnitude != 0 || layout.special != Special::NanNegativeZero;
  return std::signbit(value) && keepsSign ? magnitude | sign : magnitude;
}

double elementAsDouble(Type type, std::string_view bytes, int64_t index) {
  uint64_t bits = elementBitsAt(type, bytes, index);
  if (type == Type::Float32) // the common case, at the hardware's speed
    return std::bit_cast<float>(static_cast<uint32_t>(bits));
  if (type == Type::Bool)
    return bits != 0;
  if (type == Type::Float8E8M0)
    return bits == kE8M0Nan
               ? std::numeric_limits<double>::quiet_NaN()
               : std::ldexp(1.0, static_cast<int>(bits) - kE8M0Bias);
  if (const FloatLayout *layout = floatLayout(type))
    return decodeFloat(*layout, bits);
  if (type == Type::Uint64)
    return static_cast<double>(bits);
  return static_cast<double>(elementAsInteger(type, bytes, index));
}

void storeElement(Type type, char *bytes, int64_t index, double value) {
  if (type == Type::Float32) // the common case, at the hardware's speed
    return storeBits(type, bytes, index,
                     std::bit_cast<uint32_t>(static_cast<float>(value)));
  if (type == Type::Bool)
    return storeBits(type, bytes, index, value != 0);
  if (type == Type::Float8E8M0) {
    bool isNumber = value > 0 && std::isfinite(value);
    double power = isNumber ? std::nearbyint(std::log2(value)) : 0;
    power = std::clamp<double>(power, -kE8M0Bias, kE8M0Bias);
    return storeBits(type, bytes, index,
                     isNumber ? static_cast<uint64_t>(power + kE8M0Bias)
                              : kE8M0Nan);
  }
  if (const FloatLayout *layout = floatLayout(type))
    return storeBits(type, bytes, index, encodeFloat(*layout, value));
  IntegerLayout layout = integerLayout(type);
  if (layout.bits == 0 || std::isnan(value))
    return;
  double integer = clampInteger(value, layout);
  storeBits(type, bytes, index,
            layout.isSigned
                ? static_cast<uint64_t>(static_cast<int64_t>(integer))
                : static_cast<uint64_t>(integer));
}

} // namespace tenon
