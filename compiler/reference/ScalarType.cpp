// SPDX-License-Identifier: Apache-2.0
// Rounding, wrapping and storage of single values.
#include "compiler/reference/ScalarType.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cmath>
#include <cstring>

using namespace mlir;

namespace tenon::reference {

namespace {

/// A binary floating-point format with gradual underflow (IEEE 754-2008, 3.3).
struct FloatFormat {
  int precision;    // significand bits, the implicit one included
  int leastNormal;  // exponent of the least normal number
  double greatest;  // the greatest finite number
  int exponentBits; // of the stored form
};
constexpr FloatFormat kHalf = {11, -14, 65504.0, 5};
constexpr FloatFormat kBFloat = {8, -126, 0x1.FEp127, 8};

double roundTo(double value, const FloatFormat &format) {
  if (!std::isfinite(value) || value == 0)
    return value;
  int exponent = std::max(std::ilogb(value), format.leastNormal);
  double ulp = std::ldexp(1.0, exponent - (format.precision - 1));
  double rounded = std::rint(value / ulp) * ulp; // ties to even
  if (std::abs(rounded) > format.greatest)
    return std::copysign(INFINITY, value);
  return rounded;
}

uint16_t encode(double value, const FloatFormat &format) {
  int fractionBits = format.precision - 1;
  uint16_t sign = std::signbit(value) ? 1u << 15 : 0;
  uint16_t special = ((1u << format.exponentBits) - 1) << fractionBits;
  if (std::isnan(value))
    return sign | special | (1u << (fractionBits - 1));
  if (std::isinf(value))
    return sign | special;
  if (value == 0)
    return sign;
  int exponent = std::max(std::ilogb(value), format.leastNormal);
  double inUlps = std::ldexp(std::abs(value), fractionBits - exponent);
  // A denormal lacks the implicit bit, which adds 1 to the exponent field.
  return sign | (static_cast<uint16_t>(exponent - format.leastNormal)
                 << fractionBits) +
                    static_cast<uint16_t>(inUlps);
}

double decode(uint16_t bits, const FloatFormat &format) {
  int fractionBits = format.precision - 1;
  double sign = bits >> 15 ? -1 : 1;
  int fraction = bits & ((1 << fractionBits) - 1);
  int field = (bits >> fractionBits) & ((1 << format.exponentBits) - 1);
  if (field == (1 << format.exponentBits) - 1)
    return fraction ? NAN : sign * INFINITY;
  int significand = field ? fraction + (1 << fractionBits) : fraction;
  int exponent = format.leastNormal + std::max(field - 1, 0);
  return sign * std::ldexp(significand, exponent - fractionBits);
}

template <typename Stored> Stored read(const char *from) {
  Stored value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

} // namespace

std::optional<ScalarType> ScalarType::of(Type type) {
  if (isa<Float16Type, Float32Type, Float64Type>(type))
    return ScalarType{ScalarKind::Float,
                      static_cast<uint8_t>(type.getIntOrFloatBitWidth())};
  if (isa<BFloat16Type>(type))
    return ScalarType{ScalarKind::BFloat, 16};
  auto integer = dyn_cast_or_null<IntegerType>(type);
  if (!integer)
    return std::nullopt;
  unsigned bits = integer.getWidth();
  if (bits == 1)
    return ScalarType{ScalarKind::Bool, 1};
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
    return std::nullopt;
  return ScalarType{integer.isUnsigned() ? ScalarKind::Unsigned
                                         : ScalarKind::Signed,
                    static_cast<uint8_t>(bits)};
}

double ScalarType::round(double value) const {
  if (kind == ScalarKind::BFloat)
    return roundTo(value, kBFloat);
  if (bits == 16)
    return roundTo(value, kHalf);
  return bits == 32 ? static_cast<float>(value) : value;
}

int64_t ScalarType::wrap(int64_t value) const {
  unsigned unused = 64 - bits;
  auto shifted = static_cast<uint64_t>(value) << unused;
  if (kind == ScalarKind::Signed)
    return static_cast<int64_t>(shifted) >> unused;
  return static_cast<int64_t>(shifted >> unused);
}

int64_t ScalarType::least() const {
  return kind == ScalarKind::Signed ? INT64_MIN >> (64 - bits) : 0;
}

int64_t ScalarType::greatest() const {
  return kind == ScalarKind::Signed ? INT64_MAX >> (64 - bits) : wrap(-1);
}

double ScalarType::readReal(const char *from) const {
  if (kind == ScalarKind::BFloat)
    return decode(read<uint16_t>(from), kBFloat);
  if (bits == 16)
    return decode(read<uint16_t>(from), kHalf);
  return bits == 32 ? read<float>(from) : read<double>(from);
}

int64_t ScalarType::readInteger(const char *from) const {
  if (kind == ScalarKind::Bool)
    return *from != 0;
  uint64_t value = 0;
  std::memcpy(&value, from, bytes());
  return wrap(static_cast<int64_t>(value));
}

void ScalarType::write(double value, char *to) const {
  if (bits == 64) {
    std::memcpy(to, &value, sizeof(value));
  } else if (bits == 32) {
    auto narrow = static_cast<float>(value);
    std::memcpy(to, &narrow, sizeof(narrow));
  } else {
    uint16_t half = encode(
        value, bits == 16 && kind == ScalarKind::BFloat ? kBFloat : kHalf);
    std::memcpy(to, &half, sizeof(half));
  }
}

void ScalarType::write(int64_t value, char *to) const {
  std::memcpy(to, &value, bytes());
}

//===--- Casts ------------------------------------------------------------===//

int64_t realToInteger(double value, ScalarType to) {
  if (to.kind == ScalarKind::Bool)
    return value != 0;
  if (std::isnan(value))
    return 0;
  // Both ends compared as double: the greatest of 64 bits rounds up, and
  // everything from there on saturates.
  bool isUnsigned = to.kind == ScalarKind::Unsigned;
  double end = std::ldexp(1.0, isUnsigned ? to.bits : to.bits - 1);
  double whole = std::trunc(value);
  if (whole >= end)
    return to.greatest();
  if (whole <= (isUnsigned ? 0 : -end))
    return to.least();
  return isUnsigned ? static_cast<int64_t>(static_cast<uint64_t>(whole))
                    : static_cast<int64_t>(whole);
}

double integerToReal(int64_t value, ScalarType from, ScalarType to) {
  bool negative = from.kind != ScalarKind::Unsigned && value < 0;
  uint64_t magnitude = negative ? 0 - static_cast<uint64_t>(value) : value;
  // 53 bits fit a double. Narrower types round once, not twice: what is cut
  // off stays visible in the last bit kept ("sticky").
  constexpr int kSpare = 64 - 53;
  constexpr uint64_t kCut = (uint64_t(1) << kSpare) - 1;
  if (to.bits < 64 && magnitude >> 53 && (magnitude & kCut))
    magnitude = (magnitude & ~kCut) | (kCut + 1);
  double real = to.round(static_cast<double>(magnitude));
  return negative ? -real : real;
}

int64_t integerToInteger(int64_t value, ScalarType to) {
  return to.kind == ScalarKind::Bool ? value != 0 : to.wrap(value);
}

} // namespace tenon::reference
