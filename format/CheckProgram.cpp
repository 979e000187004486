// SPDX-License-Identifier: Apache-2.0
//
// The checks of CheckProgram.h, one function per list.
#include "format/CheckProgram.h"

#include "format/EncodeProgram.h"

#include <algorithm>
#include <string_view>

namespace tenon::format {

namespace {

/// Walks a program's lists; the first complaint stays.
class Checker {
public:
  Checker(const Program &program, const ProgramSurroundings &surroundings)
      : program(program), surroundings(surroundings) {}

  Status run();

private:
  void complain(const char *list, size_t index, std::string_view problem);
  bool hasValue(ValueId id) const { return id < program.values.size(); }
  bool hasValueOrNone(ValueId id) const { return id == kNone || hasValue(id); }

  void checkSymbols();
  void checkValues();
  void checkChecks();
  void checkPorts(const char *list, const std::vector<Port> &ports);
  void checkSymbolsBound();
  void checkBuffers();
  void checkBuffer(size_t index);
  void checkPortBuffers();
  void checkSteps();
  void checkStep(size_t index);
  void checkAlive(size_t step, BufferId id);

  const Program &program;
  const ProgramSurroundings &surroundings;
  std::vector<BufferId> roots;
  Status first;
};

void Checker::complain(const char *list, size_t index,
                       std::string_view problem) {
  if (!first.ok())
    return;
  first = {Code::badEngine,
           "the engine's program is not sound: " + std::string(list) + " " +
               std::to_string(index) + " " + std::string(problem) +
               "; build the engine again"};
}

void Checker::checkSymbols() {
  for (size_t i = 0; i < program.symbols.size(); ++i) {
    const Symbol &symbol = program.symbols[i];
    if (symbol.name.empty())
      complain("symbol", i, "has no name");
    if (symbol.min < 0 || symbol.min > symbol.max ||
        symbol.optimum < symbol.min || symbol.optimum > symbol.max)
      complain("symbol", i, "has no range 0 <= min <= optimum <= max");
  }
}

void Checker::checkValues() {
  for (size_t i = 0; i < program.values.size(); ++i) {
    const Value &value = program.values[i];
    switch (value.op) {
    case ValueOp::constant:
      break;
    case ValueOp::symbol:
      if (value.a >= program.symbols.size())
        complain("value", i, "names a symbol that does not exist");
      break;
    case ValueOp::add:
    case ValueOp::sub:
    case ValueOp::mul:
    case ValueOp::floorDiv:
    case ValueOp::ceilDiv:
    case ValueOp::mod:
    case ValueOp::min:
    case ValueOp::max:
      if (value.a >= i || value.b >= i)
        complain("value", i, "uses a value that does not come before it");
      break;
    default:
      complain("value", i, "has an unknown operation");
    }
  }
}

void Checker::checkChecks() {
  for (size_t i = 0; i < program.checks.size(); ++i) {
    const Check &check = program.checks[i];
    if (check.kind != CheckKind::equal && check.kind != CheckKind::lessEqual)
      complain("check", i, "has an unknown kind");
    if (!hasValue(check.a) || !hasValue(check.b))
      complain("check", i, "names a value that does not exist");
  }
}

void Checker::checkPorts(const char *list, const std::vector<Port> &ports) {
  std::vector<std::string_view> names;
  for (size_t i = 0; i < ports.size(); ++i) {
    const Port &port = ports[i];
    names.push_back(port.name);
    if (port.name.empty())
      complain(list, i, "has no name");
    if (elementBits(port.type) == 0)
      complain(list, i, "has an element type that tensors cannot have");
    if (port.dims.size() > ProgramLimits::kRank)
      complain(list, i, "has too high a rank");
    for (ValueId dim : port.dims)
      if (!hasValue(dim))
        complain(list, i, "names a value that does not exist");
    bool isPowerOfTwo = (port.alignment & (port.alignment - 1)) == 0;
    if (!isPowerOfTwo || port.alignment == 0 ||
        port.alignment > kBufferAlignment)
      complain(list, i, "has an alignment that is no power of two up to 64");
  }
  std::sort(names.begin(), names.end());
  auto twin = std::adjacent_find(names.begin(), names.end());
  if (twin != names.end())
    complain(list, 0,
             "or another shares the name '" + std::string(*twin) +
                 "' with a second one");
}

void Checker::checkSymbolsBound() {
  if (!first.ok())
    return;
  std::vector<bool> isBound(program.symbols.size(), false);
  for (const Port &input : program.inputs)
    for (ValueId dim : input.dims)
      if (program.values[dim].op == ValueOp::symbol)
        isBound[program.values[dim].a] = true;
  for (size_t i = 0; i < isBound.size(); ++i)
    if (!isBound[i])
      complain("symbol", i, "is not a dimension of any input");
}

void Checker::checkBuffer(size_t index) {
  const Buffer &buffer = program.buffers[index];
  switch (buffer.kind) {
  case BufferKind::input:
    if (buffer.index >= program.inputs.size())
      complain("buffer", index, "names an input that does not exist");
    return;
  case BufferKind::output:
    if (buffer.index >= program.outputs.size())
      complain("buffer", index, "names an output that does not exist");
    return;
  case BufferKind::constant:
    if (buffer.offset % kBufferAlignment != 0)
      complain("buffer", index, "is a constant at a misaligned offset");
    if (buffer.length > surroundings.constantBytes ||
        buffer.offset > surroundings.constantBytes - buffer.length)
      complain("buffer", index, "reaches beyond the constants");
    return;
  case BufferKind::arena:
    if (!hasValue(buffer.size))
      complain("buffer", index, "has no size");
    if (buffer.firstStep > buffer.lastStep ||
        buffer.lastStep >= program.steps.size())
      complain("buffer", index, "has a lifetime that is no range of steps");
    return;
  case BufferKind::alias:
    if (buffer.index >= index)
      complain("buffer", index, "is part of a buffer not listed before it");
    if (!hasValue(buffer.size) || !hasValue(buffer.byteOffset))
      complain("buffer", index, "has no size or no offset");
    return;
  }
  complain("buffer", index, "has an unknown kind");
}

void Checker::checkBuffers() {
  size_t numArena = 0;
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    checkBuffer(i);
    numArena += program.buffers[i].kind == BufferKind::arena;
  }
  if (numArena > ProgramLimits::kArenaBuffers)
    complain("buffer", numArena, "is one intermediate tensor too many");
}

/// One buffer for each output, else a result would never be written; at most
/// one for each input.
void Checker::checkPortBuffers() {
  if (!first.ok())
    return;
  std::vector<int> ofInput(program.inputs.size(), 0);
  std::vector<int> ofOutput(program.outputs.size(), 0);
  for (const Buffer &buffer : program.buffers) {
    if (buffer.kind == BufferKind::input)
      ++ofInput[buffer.index];
    if (buffer.kind == BufferKind::output)
      ++ofOutput[buffer.index];
  }
  for (size_t i = 0; i < ofInput.size(); ++i)
    if (ofInput[i] > 1)
      complain("input", i, "has two buffers");
  for (size_t i = 0; i < ofOutput.size(); ++i)
    if (ofOutput[i] != 1)
      complain("output", i, "does not have exactly one buffer");
}

void Checker::checkAlive(size_t step, BufferId id) {
  const Buffer &root = program.buffers[roots[id]];
  if (root.kind == BufferKind::arena &&
      (step < root.firstStep || step > root.lastStep))
    complain("step", step,
             "uses buffer " + std::to_string(id) + " outside its lifetime");
}

void Checker::checkStep(size_t index) {
  const Step &step = program.steps[index];
  bool isBuiltin = step.kind == StepKind::builtin;
  if (!isBuiltin && step.kind != StepKind::kernel)
    return complain("step", index, "has an unknown kind");
  if (step.kernel >= (isBuiltin ? kNumBuiltins : surroundings.numKernels))
    complain("step", index, "names a kernel that does not exist");
  if (isBuiltin && (step.buffers.size() != 2 || !step.sizes.empty()))
    complain("step", index, "is a copy without exactly two buffers");
  for (ValueId size : step.sizes)
    if (!hasValue(size))
      complain("step", index, "names a value that does not exist");
  if (!hasValue(step.extent) || !hasValueOrNone(step.grain) ||
      !hasValueOrNone(step.operations) || !hasValueOrNone(step.bytes))
    complain("step", index, "names a value that does not exist");
  for (BufferId id : step.buffers) {
    if (id >= program.buffers.size())
      complain("step", index, "names a buffer that does not exist");
    else
      checkAlive(index, id);
  }
}

void Checker::checkSteps() {
  // Only sound buffers can be followed to what they are part of.
  if (first.ok())
    roots = findRoots(program);
  for (size_t i = 0; i < program.steps.size() && first.ok(); ++i)
    checkStep(i);
}

Status Checker::run() {
  checkSymbols();
  checkValues();
  checkChecks();
  checkPorts("input", program.inputs);
  checkPorts("output", program.outputs);
  checkSymbolsBound();
  checkBuffers();
  checkPortBuffers();
  checkSteps();
  return first;
}

} // namespace

std::vector<BufferId> findRoots(const Program &program) {
  std::vector<BufferId> roots;
  for (const Buffer &buffer : program.buffers)
    roots.push_back(buffer.kind == BufferKind::alias
                        ? roots[buffer.index]
                        : static_cast<BufferId>(roots.size()));
  return roots;
}

Status checkProgram(const Program &program,
                    const ProgramSurroundings &surroundings) {
  return Checker(program, surroundings).run();
}

Status checkVariant(const Variant &variant, uint64_t codeBytes,
                    uint32_t codeAlignment) {
  auto bad = [&](std::string problem) {
    return Status(Code::badEngine, "the engine's variant '" + variant.name +
                                       "' " + problem +
                                       "; build the engine again");
  };
  if (variant.name.empty() || variant.device.empty())
    return bad("lacks a name or a device");
  if (variant.textBytes > codeBytes)
    return bad("has more text than code");
  if (variant.textBytes < codeBytes && variant.textBytes % codeAlignment != 0)
    return bad("has constants on a page of its text");
  for (const Kernel &kernel : variant.kernels)
    if (kernel.entry >= variant.textBytes)
      return bad("has a kernel '" + kernel.name + "' outside its text");
  return {};
}

} // namespace tenon::format
