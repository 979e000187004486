// SPDX-License-Identifier: Apache-2.0
// Names and widths of ONNX's element types, as one table.
#include "compiler/onnx/wire/OnnxElementType.h"

#include <array>
#include <cstddef>

namespace tenon {
namespace {

struct Row {
  std::string_view name;
  int bits;
};

/// Row i describes the type of number i.
constexpr std::array<Row, 27> kRows = {{
    {"undefined", 0},  {"f32", 32},     {"u8", 8},         {"i8", 8},
    {"u16", 16},       {"i16", 16},     {"i32", 32},       {"i64", 64},
    {"string", 0},     {"bool", 8},     {"f16", 16},       {"f64", 64},
    {"u32", 32},       {"u64", 64},     {"c64", 64},       {"c128", 128},
    {"bf16", 16},      {"f8e4m3fn", 8}, {"f8e4m3fnuz", 8}, {"f8e5m2", 8},
    {"f8e5m2fnuz", 8}, {"u4", 4},       {"i4", 4},         {"f4e2m1", 4},
    {"f8e8m0", 8},     {"u2", 2},       {"i2", 2},
}};

const Row *findRow(OnnxElementType type) {
  auto number = static_cast<int32_t>(type);
  if (number < 0 || number >= static_cast<int32_t>(kRows.size()))
    return nullptr;
  return &kRows[static_cast<size_t>(number)];
}

} // namespace

bool isKnownElementType(OnnxElementType type) {
  return type != OnnxElementType::Undefined && findRow(type);
}

std::string_view elementTypeName(OnnxElementType type) {
  const Row *row = findRow(type);
  return row ? row->name : "unknown";
}

int elementBits(OnnxElementType type) {
  const Row *row = findRow(type);
  return row ? row->bits : 0;
}

} // namespace tenon
