// SPDX-License-Identifier: Apache-2.0
//
// The element types of tensors that pass between a program and its caller.
//
// Numbers are stable: they stand in engine files and in the C interface
// (tenon_type). Gaps are other types of the models we read, kept free.
#ifndef TENON_FORMAT_ELEMENTTYPE_H
#define TENON_FORMAT_ELEMENTTYPE_H

#include <cstdint>

namespace tenon::format {

enum class ElementType : uint8_t {
  f32 = 1,
  u8 = 2,
  i8 = 3,
  u16 = 4,
  i16 = 5,
  i32 = 6,
  i64 = 7,
  string = 8,
  boolean = 9, // one byte, 0 or 1
  f16 = 10,
  f64 = 11,
  u32 = 12,
  u64 = 13,
  bf16 = 16,
  u4 = 21, // two in a byte, low half first
  i4 = 22,
};

/// Bits of one element; 0 for strings and for numbers that name no type.
uint32_t elementBits(ElementType type);

/// Short name such as "f32"; "?" for numbers that name no type.
const char *elementName(ElementType type);

} // namespace tenon::format

#endif // TENON_FORMAT_ELEMENTTYPE_H
