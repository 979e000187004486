// SPDX-License-Identifier: Apache-2.0
//
// Widths and names of element types.
#include "format/ElementType.h"

namespace tenon::format {

namespace {
struct Row {
  uint32_t bits;
  const char *name;
};

Row describe(ElementType type) {
  switch (type) {
  case ElementType::f32:
    return {32, "f32"};
  case ElementType::u8:
    return {8, "u8"};
  case ElementType::i8:
    return {8, "i8"};
  case ElementType::u16:
    return {16, "u16"};
  case ElementType::i16:
    return {16, "i16"};
  case ElementType::i32:
    return {32, "i32"};
  case ElementType::i64:
    return {64, "i64"};
  case ElementType::string:
    return {0, "string"};
  case ElementType::boolean:
    return {8, "bool"};
  case ElementType::f16:
    return {16, "f16"};
  case ElementType::f64:
    return {64, "f64"};
  case ElementType::u32:
    return {32, "u32"};
  case ElementType::u64:
    return {64, "u64"};
  case ElementType::bf16:
    return {16, "bf16"};
  case ElementType::u4:
    return {4, "u4"};
  case ElementType::i4:
    return {4, "i4"};
  }
  return {0, "?"};
}
} // namespace

uint32_t elementBits(ElementType type) { return describe(type).bits; }

const char *elementName(ElementType type) { return describe(type).name; }

} // namespace tenon::format
