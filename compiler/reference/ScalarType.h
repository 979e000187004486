// SPDX-License-Identifier: Apache-2.0
// What the reference knows of an element type: how values are held, rounded,
// wrapped, and stored as bytes.
//
// Floats of any width are held as double, integers and bool as int64: signed
// ones sign-extended, unsigned ones zero-extended (ui64 by its bits), bool as
// 0 or 1. A value in this form is called canonical.
#ifndef TENON_COMPILER_REFERENCE_SCALARTYPE_H
#define TENON_COMPILER_REFERENCE_SCALARTYPE_H

#include "mlir/IR/Types.h"
#include <cstdint>
#include <optional>

namespace tenon::reference {

enum class ScalarKind : uint8_t { Float, BFloat, Signed, Unsigned, Bool };

struct ScalarType {
  ScalarKind kind = ScalarKind::Float;
  uint8_t bits = 64;

  /// Absent for types that have no meaning here.
  static std::optional<ScalarType> of(mlir::Type type);

  bool isReal() const {
    return kind == ScalarKind::Float || kind == ScalarKind::BFloat;
  }
  /// Bytes of a stored element.
  int64_t bytes() const { return (bits + 7) / 8; }
  bool operator==(const ScalarType &) const = default;

  /// The nearest value of a float type, ties to even, denormals kept.
  double round(double value) const;
  /// The value modulo 2^bits, canonical. Not for floats.
  int64_t wrap(int64_t value) const;
  /// Limits of an integer type, canonical.
  int64_t least() const;
  int64_t greatest() const;

  /// Reads and writes one stored element, little-endian. `write` wants a value
  /// of this type already.
  double readReal(const char *from) const;
  int64_t readInteger(const char *from) const;
  void write(double value, char *to) const;
  void write(int64_t value, char *to) const;
};

/// Casts, as Graph.td says: float to integer truncates and saturates, NaN
/// gives 0; integer to integer wraps; to bool, all but zero is true.
int64_t realToInteger(double value, ScalarType to);
double integerToReal(int64_t value, ScalarType from, ScalarType to);
int64_t integerToInteger(int64_t value, ScalarType to);

} // namespace tenon::reference

#endif // TENON_COMPILER_REFERENCE_SCALARTYPE_H
