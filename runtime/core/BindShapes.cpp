// SPDX-License-Identifier: Apache-2.0
//
// Checks shapes and binds symbols.
#include "runtime/core/BindShapes.h"

#include "format/CheckedMath.h"

namespace tenon::runtime {

using format::Code;
using format::Program;
using format::Result;
using format::Status;
using format::Value;
using format::ValueOp;
using format::ValueRange;

namespace {

std::string quote(const std::string &text) { return "'" + text + "'"; }

std::string describeDims(Dims dims) {
  std::string text;
  for (int64_t dim : dims)
    text += (text.empty() ? "" : ", ") + std::to_string(dim);
  return "[" + text + "]";
}

std::string describeRange(ValueRange range) {
  if (range.min == range.max)
    return std::to_string(range.min);
  if (range.max == format::kUnbounded)
    return "at least " + std::to_string(range.min);
  return std::to_string(range.min) + " to " + std::to_string(range.max);
}

/// "dimension 1 ('width') of input 'x'".
std::string nameDimension(const Program &program, uint32_t input, size_t axis) {
  const format::Port &port = program.inputs[input];
  const Value &value = program.values[port.dims[axis]];
  std::string name = value.op == ValueOp::symbol
                         ? " (" + quote(program.symbols[value.a].name) + ")"
                         : "";
  return "dimension " + std::to_string(axis) + name + " of input " +
         quote(port.name);
}

Status checkDimensions(const Program &program, std::span<const int64_t> values,
                       uint32_t input, Dims dims) {
  const format::Port &port = program.inputs[input];
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    int64_t expected = values[port.dims[axis]];
    if (dims[axis] != expected)
      return {Code::badShape,
              nameDimension(program, input, axis) + " is " +
                  std::to_string(dims[axis]) + " where the other inputs ask " +
                  "for " + std::to_string(expected) + " (" +
                  format::describeValue(program, port.dims[axis]) + ")"};
  }
  return {};
}

Status checkCheck(const Program &program, const format::Check &check,
                  std::span<const int64_t> values) {
  int64_t a = values[check.a];
  int64_t b = values[check.b];
  bool isEqual = check.kind == format::CheckKind::equal;
  if (isEqual ? a == b : a <= b)
    return {};
  return {Code::badShape,
          "these shapes do not fit the model: " + check.subject + " is " +
              std::to_string(a) + " (" +
              format::describeValue(program, check.a) + "), and must be " +
              (isEqual ? "" : "at most ") + std::to_string(b) + " (" +
              format::describeValue(program, check.b) +
              "); give other dimensions"};
}

} // namespace

std::string describePort(const Program &program, const format::Port &port) {
  std::string text;
  for (format::ValueId dim : port.dims) {
    text += text.empty() ? "" : ", ";
    text += format::describeValue(program, dim);
    const Value &value = program.values[dim];
    if (value.op != ValueOp::symbol)
      continue;
    const format::Symbol &symbol = program.symbols[value.a];
    text += ": " + describeRange({symbol.min, symbol.max});
  }
  return "[" + text + "]";
}

Status checkInputShape(const Program &program,
                       std::span<const ValueRange> ranges, uint32_t input,
                       Dims dims) {
  const format::Port &port = program.inputs[input];
  auto takes = [&] { return "; it takes " + describePort(program, port); };
  if (dims.size() != port.dims.size())
    return {Code::badShape, "input " + quote(port.name) + " has rank " +
                                std::to_string(port.dims.size()) +
                                ", but a shape of rank " +
                                std::to_string(dims.size()) + " was given, " +
                                describeDims(dims) + takes()};
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    ValueRange range = ranges[port.dims[axis]];
    if (dims[axis] >= std::max<int64_t>(range.min, 0) &&
        dims[axis] <= range.max)
      continue;
    return {Code::badShape, nameDimension(program, input, axis) + " is " +
                                std::to_string(dims[axis]) + ", and must be " +
                                describeRange(range) + takes()};
  }
  return {};
}

std::vector<int64_t> findSymbols(const Program &program,
                                 std::span<const std::vector<int64_t>> shapes) {
  std::vector<int64_t> symbols(program.symbols.size(), 0);
  std::vector<bool> isBound(program.symbols.size(), false);
  for (size_t input = 0; input < program.inputs.size(); ++input) {
    const format::Port &port = program.inputs[input];
    for (size_t axis = 0; axis < port.dims.size(); ++axis) {
      const Value &value = program.values[port.dims[axis]];
      if (value.op != ValueOp::symbol || isBound[value.a])
        continue;
      isBound[value.a] = true;
      symbols[value.a] = shapes[input][axis];
    }
  }
  return symbols;
}

Result<std::vector<int64_t>>
bindValues(const Program &program, std::span<const int64_t> symbols,
           std::span<const std::vector<int64_t>> shapes) {
  Result<std::vector<int64_t>> values =
      format::evaluateValues(program, symbols);
  if (!values.ok())
    return values;
  for (uint32_t i = 0; i < program.inputs.size(); ++i)
    TENON_TRY(checkDimensions(program, *values, i, shapes[i]));
  for (const format::Check &check : program.checks)
    TENON_TRY(checkCheck(program, check, *values));
  return values;
}

Result<int64_t> findTensorBytes(format::ElementType type, Dims dims) {
  auto tooLarge = [&] {
    return Status(Code::badShape, "a tensor of shape " + describeDims(dims) +
                                      " has no size; dimensions must not be "
                                      "negative, nor their product above 2^63");
  };
  // A tensor without elements is fine whatever its other dimensions are.
  bool isEmpty = false;
  for (int64_t dim : dims) {
    if (dim < 0)
      return tooLarge();
    isEmpty |= dim == 0;
  }
  std::optional<int64_t> bits = elementBits(type);
  for (int64_t dim : dims)
    bits = bits ? format::checkedMul(*bits, isEmpty ? 0 : dim) : std::nullopt;
  if (!bits)
    return tooLarge();
  constexpr int64_t kBitsPerByte = 8;
  return format::ceilDivide(*bits, kBitsPerByte);
}

} // namespace tenon::runtime
