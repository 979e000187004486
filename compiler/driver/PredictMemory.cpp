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
    for (format::ValueId dim : output.dims)
      if (bits)
        bits = format::checkedMul(*bits, values[dim]);
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

int64_t predictPeakBytes(const format::Program &program) {
  std::vector<int64_t> symbols;
  for (const format::Symbol &symbol : program.symbols)
    symbols.push_back(symbol.optimum);
  auto values = format::evaluateValues(program, symbols);
  if (!values.ok())
    return 0;
  std::vector<format::Lifetime> tensors;
  for (const format::Buffer &buffer : program.buffers) {
    if (buffer.kind != format::BufferKind::arena)
      continue;
    int64_t size = (*values)[buffer.size];
    if (size < 0)
      return 0;
    tensors.push_back({size, buffer.firstStep, buffer.lastStep});
  }
  std::optional<format::MemoryPlan> arena = format::planMemory(tensors);
  std::optional<int64_t> outputs = outputBytes(program, *values);
  if (!arena || !outputs)
    return 0;
  return format::checkedAdd(arena->peakBytes, *outputs).value_or(0);
}

} // namespace tenon
