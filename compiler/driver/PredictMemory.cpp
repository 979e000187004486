// SPDX-License-Identifier: Apache-2.0
// Plans the memory of a program.
#include "compiler/driver/PredictMemory.h"
#include "format/CheckedMath.h"
#include "format/ElementType.h"
#include "format/MemoryPlan.h"
#include "format/ValueProgram.h"

namespace tenon {

static std::optional<int64_t> outputBytes(const format::Program &program,
                                          llvm::ArrayRef<int64_t> values) {
  std::optional<int64_t> total = 0;
  for (const format::Port &output : program.outputs) {
    std::optional<int64_t> bits = format::elementBits(output.type);
    for (format::ValueId dim : output.dims) {
      if (values[dim] < 0)
        return std::nullopt;
      if (bits)
        bits = format::checkedMul(*bits, values[dim]);
    }
    constexpr int64_t kBitsPerByte = 8;
    std::optional<int64_t> bytes;
    if (bits)
      bytes =
          format::checkedAlign(*bits / kBitsPerByte, format::kBufferAlignment);
    if (!bytes || !total)
      return std::nullopt;
    total = format::checkedAdd(*total, *bytes);
  }
  return total;
}

static bool checksHold(const format::Program &program,
                       llvm::ArrayRef<int64_t> values) {
  return llvm::all_of(program.checks, [&](const format::Check &check) {
    int64_t a = values[check.a], b = values[check.b];
    return check.kind == format::CheckKind::equal ? a == b : a <= b;
  });
}

/// Nothing when the model does not accept these sizes.
static std::optional<int64_t> peakAt(const format::Program &program,
                                     const std::vector<int64_t> &symbols) {
  auto values = format::evaluateValues(program, symbols);
  if (!values.ok() || !checksHold(program, *values))
    return std::nullopt;
  std::vector<format::Lifetime> tensors;
  for (const format::Buffer &buffer : program.buffers) {
    if (buffer.kind != format::BufferKind::arena)
      continue;
    int64_t size = (*values)[buffer.size];
    if (size < 0)
      return std::nullopt;
    tensors.push_back({size, buffer.firstStep, buffer.lastStep});
  }
  std::optional<format::MemoryPlan> arena = format::planMemory(tensors);
  std::optional<int64_t> outputs = outputBytes(program, *values);
  if (!arena || !outputs)
    return std::nullopt;
  return format::checkedAdd(arena->peakBytes, *outputs);
}

PredictedMemory predictMemory(const format::Program &program) {
  std::vector<int64_t> symbols;
  for (const format::Symbol &symbol : program.symbols)
    symbols.push_back(symbol.optimum);
  std::optional<int64_t> peak = peakAt(program, symbols);
  if (!peak)
    return {};
  PredictedMemory memory{*peak, {}};
  for (const format::Symbol &symbol : program.symbols)
    memory.sizes.emplace_back(symbol.name, symbol.optimum);
  return memory;
}

} // namespace tenon
