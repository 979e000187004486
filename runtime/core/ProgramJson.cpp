// SPDX-License-Identifier: Apache-2.0
//
// Writes a program list by list.
#include "runtime/core/ProgramJson.h"

#include "format/ValueProgram.h"
#include "runtime/core/JsonWriter.h"

namespace tenon::runtime {

using format::Buffer;
using format::BufferKind;
using format::Program;

namespace {

void writeOptional(JsonWriter &out, const char *name, uint32_t id) {
  if (id != format::kNone)
    out.key(name).number(id);
}

void write(JsonWriter &out, const format::Symbol &symbol) {
  out.beginObject().key("name").string(symbol.name);
  out.key("min").number(symbol.min);
  if (symbol.max != format::kUnbounded)
    out.key("max").number(symbol.max);
  out.key("optimum").number(symbol.optimum).endObject();
}

void write(JsonWriter &out, const format::Check &check) {
  bool isEqual = check.kind == format::CheckKind::equal;
  out.beginObject().key("kind").string(isEqual ? "equal" : "at most");
  out.key("a").number(check.a).key("b").number(check.b);
  out.key("subject").string(check.subject).endObject();
}

void write(JsonWriter &out, const format::Port &port) {
  out.beginObject().key("name").string(port.name);
  out.key("type").string(format::elementName(port.type));
  out.key("dims").numbers(port.dims);
  out.key("alignment").number(port.alignment).endObject();
}

void write(JsonWriter &out, const Buffer &buffer) {
  out.beginObject().key("kind");
  switch (buffer.kind) {
  case BufferKind::input:
    out.string("input").key("index").number(buffer.index);
    break;
  case BufferKind::output:
    out.string("output").key("index").number(buffer.index);
    break;
  case BufferKind::constant:
    out.string("constant").key("offset").number(buffer.offset);
    out.key("length").number(buffer.length);
    break;
  case BufferKind::arena:
    out.string("arena").key("size").number(buffer.size);
    out.key("first_step").number(buffer.firstStep);
    out.key("last_step").number(buffer.lastStep);
    break;
  case BufferKind::alias:
    out.string("alias").key("of").number(buffer.index);
    out.key("size").number(buffer.size);
    out.key("byte_offset").number(buffer.byteOffset);
    break;
  }
  out.endObject();
}

void write(JsonWriter &out, const format::Step &step,
           const format::Variant &variant) {
  bool isBuiltin = step.kind == format::StepKind::builtin;
  out.beginObject().key("kind").string(isBuiltin ? "builtin" : "kernel");
  out.key("kernel").string(isBuiltin ? "copy"
                                     : variant.kernels[step.kernel].name);
  out.key("name").string(step.name);
  out.key("buffers").numbers(step.buffers);
  out.key("sizes").numbers(step.sizes);
  out.key("extent").number(step.extent);
  writeOptional(out, "grain", step.grain);
  writeOptional(out, "operations", step.operations);
  writeOptional(out, "bytes", step.bytes);
  out.key("nodes").strings(step.nodes).endObject();
}

template <typename T, typename... More>
void writeList(JsonWriter &out, const char *name, const std::vector<T> &items,
               const More &...more) {
  out.key(name).beginArray();
  for (const T &item : items)
    write(out, item, more...);
  out.endArray();
}

} // namespace

std::string writeProgramJson(const Program &program,
                             const format::Variant &variant) {
  JsonWriter out;
  out.beginObject();
  writeList(out, "symbols", program.symbols);
  out.key("values").beginArray();
  for (format::ValueId id = 0; id < program.values.size(); ++id)
    out.string(format::describeValue(program, id));
  out.endArray();
  writeList(out, "checks", program.checks);
  writeList(out, "inputs", program.inputs);
  writeList(out, "outputs", program.outputs);
  writeList(out, "buffers", program.buffers);
  writeList(out, "steps", program.steps, variant);
  return out.endObject().take();
}

} // namespace tenon::runtime
