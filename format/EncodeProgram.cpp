// SPDX-License-Identifier: Apache-2.0
//
// The writing half of EncodeProgram.h; DecodeProgram.cpp mirrors it line by
// line.
#include "format/EncodeProgram.h"

namespace tenon::format {

namespace {

/// kNone becomes 0 and every other index one more, so that "none" is short.
void writeOptional(ByteWriter &out, uint32_t index) {
  out.number(index == kNone ? 0 : uint64_t{index} + 1);
}

void writeIndices(ByteWriter &out, const std::vector<uint32_t> &indices) {
  out.number(indices.size());
  for (uint32_t index : indices)
    out.number(index);
}

void writeStrings(ByteWriter &out, const std::vector<std::string> &strings) {
  out.number(strings.size());
  for (const std::string &string : strings)
    out.string(string);
}

void write(ByteWriter &out, const Symbol &symbol) {
  out.string(symbol.name);
  out.signedNumber(symbol.min);
  out.signedNumber(symbol.max);
  out.signedNumber(symbol.optimum);
}

void write(ByteWriter &out, const Value &value) {
  out.byte(static_cast<uint8_t>(value.op));
  if (value.op == ValueOp::constant) {
    out.signedNumber(value.constant);
    return;
  }
  out.number(value.a);
  if (value.op != ValueOp::symbol)
    out.number(value.b);
}

void write(ByteWriter &out, const Check &check) {
  out.byte(static_cast<uint8_t>(check.kind));
  out.number(check.a);
  out.number(check.b);
  out.string(check.subject);
}

void write(ByteWriter &out, const Port &port) {
  out.string(port.name);
  out.byte(static_cast<uint8_t>(port.type));
  writeIndices(out, port.dims);
  out.number(port.alignment);
}

void write(ByteWriter &out, const Buffer &buffer) {
  out.byte(static_cast<uint8_t>(buffer.kind));
  switch (buffer.kind) {
  case BufferKind::input:
  case BufferKind::output:
    out.number(buffer.index);
    return;
  case BufferKind::constant:
    out.number(buffer.offset);
    out.number(buffer.length);
    return;
  case BufferKind::arena:
    writeOptional(out, buffer.size);
    out.number(buffer.firstStep);
    out.number(buffer.lastStep);
    return;
  case BufferKind::alias:
    out.number(buffer.index);
    writeOptional(out, buffer.size);
    writeOptional(out, buffer.byteOffset);
    return;
  }
}

void write(ByteWriter &out, const Step &step) {
  out.byte(static_cast<uint8_t>(step.kind));
  out.number(step.kernel);
  writeIndices(out, step.buffers);
  writeIndices(out, step.sizes);
  out.number(step.extent);
  writeOptional(out, step.grain);
  writeOptional(out, step.operations);
  writeOptional(out, step.bytes);
  out.string(step.name);
  writeStrings(out, step.nodes);
}

template <typename T>
void writeList(ByteWriter &out, const std::vector<T> &items) {
  out.number(items.size());
  for (const T &item : items)
    write(out, item);
}

} // namespace

std::vector<std::byte> encodeProgram(const Program &program) {
  ByteWriter out;
  writeList(out, program.symbols);
  writeList(out, program.values);
  writeList(out, program.checks);
  writeList(out, program.inputs);
  writeList(out, program.outputs);
  writeList(out, program.buffers);
  writeList(out, program.steps);
  return out.take();
}

std::vector<std::byte> encodeVariant(const Variant &variant) {
  ByteWriter out;
  out.string(variant.name);
  out.string(variant.device);
  writeStrings(out, variant.features);
  out.number(variant.rank);
  out.number(variant.textBytes);
  out.number(variant.kernels.size());
  for (const Kernel &kernel : variant.kernels) {
    out.string(kernel.name);
    out.number(kernel.entry);
  }
  return out.take();
}

std::vector<std::byte> encodeMetadata(const EngineMetadata &metadata) {
  ByteWriter out;
  out.string(metadata.producer);
  out.string(metadata.modelName);
  out.string(metadata.modelHash);
  out.number(metadata.properties.size());
  for (const Property &property : metadata.properties) {
    out.string(property.key);
    out.string(property.value);
  }
  return out.take();
}

} // namespace tenon::format
