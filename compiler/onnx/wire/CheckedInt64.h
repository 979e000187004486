// SPDX-License-Identifier: Apache-2.0
// 64-bit arithmetic that remembers an overflow. Why: sizes out of files are
// multiplied and added, and a wrapped product is how readers were broken into
// (testing-and-security: size arithmetic). Used for every size in this folder.
#ifndef TENON_COMPILER_ONNX_WIRE_CHECKEDINT64_H
#define TENON_COMPILER_ONNX_WIRE_CHECKEDINT64_H

#include <cassert>
#include <cstdint>

namespace tenon {

/// A number, or the knowledge that some step before overflowed. Once invalid,
/// every result computed from it is invalid.
class CheckedInt64 {
public:
  constexpr CheckedInt64(int64_t value) : number(value) {}
  static constexpr CheckedInt64 overflowed() {
    CheckedInt64 result(0);
    result.valid = false;
    return result;
  }

  constexpr bool isValid() const { return valid; }
  constexpr int64_t value() const {
    assert(valid && "the number overflowed: ask first");
    return number;
  }
  /// True when the number is known and at most `limit`.
  constexpr bool isAtMost(int64_t limit) const {
    return valid && number <= limit;
  }

  friend constexpr CheckedInt64 operator+(CheckedInt64 a, CheckedInt64 b) {
    CheckedInt64 result(0);
    result.valid =
        !__builtin_add_overflow(a.number, b.number, &result.number) &&
        a.valid && b.valid;
    return result;
  }
  friend constexpr CheckedInt64 operator-(CheckedInt64 a, CheckedInt64 b) {
    CheckedInt64 result(0);
    result.valid =
        !__builtin_sub_overflow(a.number, b.number, &result.number) &&
        a.valid && b.valid;
    return result;
  }
  friend constexpr CheckedInt64 operator*(CheckedInt64 a, CheckedInt64 b) {
    CheckedInt64 result(0);
    result.valid =
        !__builtin_mul_overflow(a.number, b.number, &result.number) &&
        a.valid && b.valid;
    return result;
  }

private:
  int64_t number;
  bool valid = true;
};

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WIRE_CHECKEDINT64_H
