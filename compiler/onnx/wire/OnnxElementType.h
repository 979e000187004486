// SPDX-License-Identifier: Apache-2.0
// The element types of ONNX's TensorProto.DataType, with ONNX's own numbers.
// Why: every reader of model and tensor files names element types, also those
// that link no LLVM. Sits beside the wire reader, at the very start of the
// walk.
#ifndef TENON_COMPILER_ONNX_WIRE_ONNXELEMENTTYPE_H
#define TENON_COMPILER_ONNX_WIRE_ONNXELEMENTTYPE_H

#include <cstdint>
#include <string_view>

namespace tenon {

/// A file may hold any number here: ask `isKnownElementType` before use. The
/// engine file uses the same numbers.
enum class OnnxElementType : int32_t {
  Undefined = 0,
  Float32 = 1,
  Uint8 = 2,
  Int8 = 3,
  Uint16 = 4,
  Int16 = 5,
  Int32 = 6,
  Int64 = 7,
  String = 8,
  Bool = 9,
  Float16 = 10,
  Float64 = 11,
  Uint32 = 12,
  Uint64 = 13,
  Complex64 = 14,
  Complex128 = 15,
  Bfloat16 = 16,
  Float8E4M3FN = 17,
  Float8E4M3FNUZ = 18,
  Float8E5M2 = 19,
  Float8E5M2FNUZ = 20,
  Uint4 = 21,
  Int4 = 22,
  Float4E2M1 = 23,
  Float8E8M0 = 24,
  Uint2 = 25,
  Int2 = 26,
};

/// The type of a number out of a file; numbers that do not fit are unknown
/// types as well.
constexpr OnnxElementType elementTypeOf(int64_t number) {
  bool fits = number >= 0 && number <= INT32_MAX;
  return static_cast<OnnxElementType>(fits ? number : INT32_MAX);
}

/// True for the types above except Undefined.
bool isKnownElementType(OnnxElementType type);

/// "f32", "i4", "bool", ...; "undefined" or "unknown" for what is no type.
std::string_view elementTypeName(OnnxElementType type);

/// Bits of one element as ONNX stores it (4-bit types: 4); 0 for strings and
/// for what is no known type.
int elementBits(OnnxElementType type);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WIRE_ONNXELEMENTTYPE_H
