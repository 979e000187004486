// SPDX-License-Identifier: Apache-2.0
//
// The reading half of EncodeProgram.h. Every function here works on hostile
// bytes: a failed read gives zeros and the list ends at once.
#include "format/EncodeProgram.h"

#include <algorithm>

namespace tenon::format {

namespace {

uint32_t readOptional(ByteReader &in) {
  uint64_t number = in.number();
  // Too large an index becomes kNone - 1 and fails the range check later.
  return number == 0
             ? kNone
             : static_cast<uint32_t>(std::min<uint64_t>(number - 1, kNone - 1));
}

std::vector<uint32_t> readIndices(ByteReader &in, uint32_t limit) {
  std::vector<uint32_t> indices;
  uint32_t count = in.count(limit);
  for (uint32_t i = 0; i < count && !in.failed(); ++i)
    indices.push_back(in.index());
  return indices;
}

std::vector<std::string> readStrings(ByteReader &in, uint32_t limit) {
  std::vector<std::string> strings;
  uint32_t count = in.count(limit);
  for (uint32_t i = 0; i < count && !in.failed(); ++i)
    strings.push_back(in.string());
  return strings;
}

void read(ByteReader &in, Symbol &symbol) {
  symbol.name = in.string();
  symbol.min = in.signedNumber();
  symbol.max = in.signedNumber();
  symbol.optimum = in.signedNumber();
}

void read(ByteReader &in, Value &value) {
  value.op = static_cast<ValueOp>(in.byte());
  if (value.op == ValueOp::constant) {
    value.constant = in.signedNumber();
    return;
  }
  value.a = in.index();
  if (value.op != ValueOp::symbol)
    value.b = in.index();
}

void read(ByteReader &in, Check &check) {
  check.kind = static_cast<CheckKind>(in.byte());
  check.a = in.index();
  check.b = in.index();
  check.subject = in.string();
}

void read(ByteReader &in, Port &port) {
  port.name = in.string();
  port.type = static_cast<ElementType>(in.byte());
  port.dims = readIndices(in, ProgramLimits::kRank);
  port.alignment = in.index();
}

void read(ByteReader &in, Buffer &buffer) {
  buffer.kind = static_cast<BufferKind>(in.byte());
  switch (buffer.kind) {
  case BufferKind::input:
  case BufferKind::output:
    buffer.index = in.index();
    return;
  case BufferKind::constant:
    buffer.offset = in.number();
    buffer.length = in.number();
    return;
  case BufferKind::arena:
    buffer.size = readOptional(in);
    buffer.firstStep = in.index();
    buffer.lastStep = in.index();
    return;
  case BufferKind::alias:
    buffer.index = in.index();
    buffer.size = readOptional(in);
    buffer.byteOffset = readOptional(in);
    return;
  }
}

void read(ByteReader &in, Step &step) {
  step.kind = static_cast<StepKind>(in.byte());
  step.kernel = in.index();
  step.buffers = readIndices(in, ProgramLimits::kArguments);
  step.sizes = readIndices(in, ProgramLimits::kArguments);
  step.extent = in.index();
  step.grain = readOptional(in);
  step.operations = readOptional(in);
  step.bytes = readOptional(in);
  step.name = in.string();
  step.nodes = readStrings(in, ProgramLimits::kNodes);
}

void read(ByteReader &in, Kernel &kernel) {
  kernel.name = in.string();
  kernel.entry = in.number();
}

void read(ByteReader &in, Property &property) {
  property.key = in.text();
  property.value = in.text();
}

template <typename T>
void readList(ByteReader &in, uint32_t limit, std::vector<T> &items) {
  uint32_t count = in.count(limit);
  for (uint32_t i = 0; i < count && !in.failed(); ++i)
    read(in, items.emplace_back());
}

Status damaged(const char *section) {
  return {Code::badEngine,
          std::string("the engine's ") + section +
              " section cannot be decoded: a count, string or number in it is "
              "out of bounds, or bytes follow its end; build the engine again"};
}

} // namespace

Result<Program> decodeProgram(Bytes bytes) {
  ByteReader in(bytes);
  Program program;
  readList(in, ProgramLimits::kSymbols, program.symbols);
  readList(in, ProgramLimits::kValues, program.values);
  readList(in, ProgramLimits::kChecks, program.checks);
  readList(in, ProgramLimits::kPorts, program.inputs);
  readList(in, ProgramLimits::kPorts, program.outputs);
  readList(in, ProgramLimits::kBuffers, program.buffers);
  readList(in, ProgramLimits::kSteps, program.steps);
  if (!in.atEnd())
    return damaged("program");
  return program;
}

Result<Variant> decodeVariant(Bytes bytes) {
  ByteReader in(bytes);
  Variant variant;
  variant.name = in.string();
  variant.device = in.string();
  variant.features = readStrings(in, ProgramLimits::kFeatures);
  variant.rank = in.index();
  variant.textBytes = in.number();
  readList(in, ProgramLimits::kKernels, variant.kernels);
  if (!in.atEnd())
    return damaged("variant");
  return variant;
}

Result<EngineMetadata> decodeMetadata(Bytes bytes) {
  ByteReader in(bytes);
  EngineMetadata metadata;
  metadata.producer = in.string();
  metadata.modelName = in.string();
  metadata.modelHash = in.string();
  readList(in, ProgramLimits::kProperties, metadata.properties);
  if (!in.atEnd())
    return damaged("metadata");
  return metadata;
}

} // namespace tenon::format
