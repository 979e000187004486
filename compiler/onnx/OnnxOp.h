// SPDX-License-Identifier: Apache-2.0
// How an ONNX operator is described to the importer: rows of plain data, one
// per range of opset versions. ops/<Name>.cpp defines `describe<Name>()` and
// nothing else registers it. Arity, element types and attributes are checked
// from the row before `lower` is called, so a lower function may trust them.
#ifndef TENON_COMPILER_ONNX_ONNXOP_H
#define TENON_COMPILER_ONNX_ONNXOP_H

#include "compiler/onnx/wire/OnnxModel.h"
#include "mlir/Support/LogicalResult.h"
#include <vector>

namespace tenon {

class OpImport;

/// A set of element types, one bit per OnnxElementType number.
using TypeSet = uint32_t;
constexpr TypeSet typeBit(OnnxElementType type) {
  return TypeSet(1) << static_cast<int32_t>(type);
}
inline constexpr TypeSet kF16 = typeBit(OnnxElementType::Float16);
inline constexpr TypeSet kBf16 = typeBit(OnnxElementType::Bfloat16);
inline constexpr TypeSet kF32 = typeBit(OnnxElementType::Float32);
inline constexpr TypeSet kF64 = typeBit(OnnxElementType::Float64);
inline constexpr TypeSet kFloats = kF16 | kBf16 | kF32 | kF64;
inline constexpr TypeSet kBool = typeBit(OnnxElementType::Bool);
inline constexpr TypeSet kI8 = typeBit(OnnxElementType::Int8);
inline constexpr TypeSet kI32 = typeBit(OnnxElementType::Int32);
inline constexpr TypeSet kI64 = typeBit(OnnxElementType::Int64);
inline constexpr TypeSet kSigned =
    kI8 | typeBit(OnnxElementType::Int16) | kI32 | kI64;
inline constexpr TypeSet kUnsigned =
    typeBit(OnnxElementType::Uint8) | typeBit(OnnxElementType::Uint16) |
    typeBit(OnnxElementType::Uint32) | typeBit(OnnxElementType::Uint64);
inline constexpr TypeSet kIntegers = kSigned | kUnsigned;
inline constexpr TypeSet kNumbers = kFloats | kIntegers;
inline constexpr TypeSet kAll = kNumbers | kBool;
inline constexpr TypeSet kIndices = kI32 | kI64;

enum class OperandUse : uint8_t { Required, Optional, Variadic };

/// One input. Operands with the same non-zero `group` letter have one element
/// type ('T' in ONNX's own pages).
struct OnnxOperandRow {
  const char *name;
  TypeSet types = kAll;
  char group = 'T';
  OperandUse use = OperandUse::Required;
};

struct OnnxAttributeRow {
  const char *name;
  OnnxAttributeType type;
  bool required = false;
};

using LowerFunction = mlir::LogicalResult (*)(OpImport &);

inline constexpr int kLatestOpset = 28; // the newest opset we have read
inline constexpr int kOldestOpset = 7;

/// The operator as opset versions [since, until] define it.
struct OnnxOpRow {
  int since = kOldestOpset;
  int until = kLatestOpset;
  std::vector<OnnxOperandRow> operands = {};
  std::vector<OnnxAttributeRow> attributes = {};
  unsigned maxOutputs = 1;
  LowerFunction lower = nullptr;
};

/// All of an operator: what it computes in one line, and its rows.
struct OnnxOp {
  const char *name;
  const char *formula;
  std::vector<OnnxOpRow> rows;
  const char *domain = "";
};

// describe<Name>() of every file under ops/.
#define ONNX_OP(Name) OnnxOp describe##Name();
#include "compiler/onnx/OnnxOps.inc"
#undef ONNX_OP

/// Null when there is no such operator.
const OnnxOp *findOnnxOp(std::string_view domain, std::string_view name);
/// The row for an opset version, or null.
const OnnxOpRow *findOnnxRow(const OnnxOp &op, int64_t opset);
/// Every operator, in the order of their names.
const std::vector<OnnxOp> &allOnnxOps();
/// The known operator whose name is nearest, or an empty string.
std::string nearestOnnxOp(std::string_view name);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_ONNXOP_H
