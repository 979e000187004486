// SPDX-License-Identifier: Apache-2.0
//
// Evaluates a program's values: sizes as functions of the symbols.
//
// The runtime does it once per bind, the compiler to predict memory. The
// arithmetic is checked: a size that does not fit int64 is an error, never a
// small number.
#ifndef TENON_FORMAT_VALUEPROGRAM_H
#define TENON_FORMAT_VALUEPROGRAM_H

#include "format/Program.h"
#include "format/Status.h"

#include <span>
#include <string>
#include <vector>

namespace tenon::format {

/// All values of a sound program for these symbols, one number each.
/// badShape when one overflows or divides by zero or less.
Result<std::vector<int64_t>> evaluateValues(const Program &program,
                                            std::span<const int64_t> symbols);

/// Smallest and largest number a value can be; both saturate at the limits
/// of int64, and kUnbounded means that there is none.
struct ValueRange {
  int64_t min = 0;
  int64_t max = 0;
  bool operator==(const ValueRange &) const = default;
};

/// The range of each value over the ranges of the symbols. Values that
/// depend on each other are treated as free: ranges may be too wide, never
/// too narrow.
std::vector<ValueRange> findRanges(const Program &program);

/// A value as a formula over the symbols, such as "(h+2)/4". Formulas above
/// `limit` characters are shortened to "v12", the value's number.
std::string describeValue(const Program &program, ValueId id,
                          size_t limit = 80);

} // namespace tenon::format

#endif // TENON_FORMAT_VALUEPROGRAM_H
