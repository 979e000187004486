// SPDX-License-Identifier: Apache-2.0
//
// The fault word: how a kernel says that the data asked for something that
// does not exist, such as a Gather index out of range.
//
// It is one int64 per context, zero before each run, and the last buffer of
// every kernel. The kernel clamps what it met, goes on, and stores a nonzero
// word; which of several faults is kept does not matter. After the step the
// runtime stops and reports it with the step's name and node.
#ifndef TENON_FORMAT_FAULTWORD_H
#define TENON_FORMAT_FAULTWORD_H

#include <cstdint>

namespace tenon::format {

/// Low eight bits of a fault word.
enum class FaultReason : uint8_t {
  none = 0,
  indexOutOfRange = 1,
  divisionByZero = 2,
  sizeMismatch = 3, // a size found in the data is not the size planned for
};

/// A word: bits 0-7 the reason, bits 8-31 one more than the position of the
/// node in Step::nodes (0: not told), bits 32-63 the offending number,
/// saturated to int32. The plain words 1, 2, 3 are faults of unknown node.
constexpr int64_t makeFaultWord(FaultReason reason, uint32_t nodePlusOne,
                                int32_t found) {
  uint64_t word = static_cast<uint8_t>(reason);
  word |= static_cast<uint64_t>(nodePlusOne & 0xffffffu) << 8;
  word |= static_cast<uint64_t>(static_cast<uint32_t>(found)) << 32;
  return static_cast<int64_t>(word);
}

constexpr FaultReason faultReason(int64_t word) {
  return static_cast<FaultReason>(word & 0xff);
}

constexpr uint32_t faultNodePlusOne(int64_t word) {
  return static_cast<uint32_t>(word >> 8) & 0xffffffu;
}

constexpr int32_t faultFound(int64_t word) {
  return static_cast<int32_t>(word >> 32);
}

} // namespace tenon::format

#endif // TENON_FORMAT_FAULTWORD_H
