// SPDX-License-Identifier: Apache-2.0
#include "EngineMaker.h"

#include <cstdio>
#include <cstdlib>

namespace tenon::test {

using format::Buffer;
using format::BufferId;
using format::BufferKind;
using format::Step;
using format::ValueId;
using format::ValueOp;

ValueId EngineMaker::constant(int64_t number) {
  program.values.push_back({ValueOp::constant, 0, 0, number});
  return static_cast<ValueId>(program.values.size() - 1);
}

ValueId EngineMaker::symbol(const std::string &name, int64_t min, int64_t max,
                            int64_t optimum) {
  program.symbols.push_back({name, min, max, optimum});
  auto id = static_cast<uint32_t>(program.symbols.size() - 1);
  program.values.push_back({ValueOp::symbol, id, 0, 0});
  return static_cast<ValueId>(program.values.size() - 1);
}

ValueId EngineMaker::apply(ValueOp op, ValueId a, ValueId b) {
  program.values.push_back({op, a, b, 0});
  return static_cast<ValueId>(program.values.size() - 1);
}

void EngineMaker::check(format::CheckKind kind, ValueId a, ValueId b,
                        const std::string &subject) {
  program.checks.push_back({kind, a, b, subject});
}

BufferId EngineMaker::input(const std::string &name, format::ElementType type,
                            std::vector<ValueId> dims, uint32_t alignment) {
  Buffer buffer;
  buffer.kind = BufferKind::input;
  buffer.index = static_cast<uint32_t>(program.inputs.size());
  program.inputs.push_back({name, type, std::move(dims), alignment});
  program.buffers.push_back(buffer);
  return static_cast<BufferId>(program.buffers.size() - 1);
}

BufferId EngineMaker::output(const std::string &name, format::ElementType type,
                             std::vector<ValueId> dims, uint32_t alignment) {
  Buffer buffer;
  buffer.kind = BufferKind::output;
  buffer.index = static_cast<uint32_t>(program.outputs.size());
  program.outputs.push_back({name, type, std::move(dims), alignment});
  program.buffers.push_back(buffer);
  return static_cast<BufferId>(program.buffers.size() - 1);
}

BufferId EngineMaker::weights(std::vector<float> given) {
  numbers.push_back(std::move(given));
  auto bytes = std::as_bytes(std::span(numbers.back()));
  Buffer buffer;
  buffer.kind = BufferKind::constant;
  buffer.offset = pool.add(bytes);
  buffer.length = bytes.size();
  program.buffers.push_back(buffer);
  return static_cast<BufferId>(program.buffers.size() - 1);
}

BufferId EngineMaker::arena(ValueId size, uint32_t firstStep,
                            uint32_t lastStep) {
  Buffer buffer;
  buffer.kind = BufferKind::arena;
  buffer.size = size;
  buffer.firstStep = firstStep;
  buffer.lastStep = lastStep;
  program.buffers.push_back(buffer);
  return static_cast<BufferId>(program.buffers.size() - 1);
}

BufferId EngineMaker::alias(BufferId of, ValueId size, ValueId byteOffset) {
  Buffer buffer;
  buffer.kind = BufferKind::alias;
  buffer.index = of;
  buffer.size = size;
  buffer.byteOffset = byteOffset;
  program.buffers.push_back(buffer);
  return static_cast<BufferId>(program.buffers.size() - 1);
}

Step &EngineMaker::step(TestKernel kernel, std::vector<BufferId> buffers,
                        std::vector<ValueId> sizes, ValueId extent) {
  Step &step = program.steps.emplace_back();
  step.kernel = kernel;
  step.buffers = std::move(buffers);
  step.sizes = std::move(sizes);
  step.extent = extent;
  step.name = variant.kernels[kernel].name;
  step.nodes = {"node" + std::to_string(program.steps.size() - 1)};
  return step;
}

Step &EngineMaker::copy(BufferId from, BufferId to, ValueId bytes) {
  Step &step = program.steps.emplace_back();
  step.kind = format::StepKind::builtin;
  step.buffers = {from, to};
  step.extent = bytes;
  step.name = "copy";
  return step;
}

std::vector<std::byte> EngineMaker::build() {
  format::EngineWriter writer;
  std::vector<std::byte> code = testCode();
  format::Status status = writer.setMetadata(
      {"test", "made by hand", "00", {{"author", "us"}, {"labels", "a\nb"}}});
  writer.setExplain("{\"kernels\":[]}");
  writer.setVerdict("{\"checked\":3,\"mismatches\":0}");
  if (status.ok())
    status = writer.addVariant(variant, program, code, 64 * 1024).status();
  writer.setConstants(pool);
  format::Result<std::vector<std::byte>> file = writer.build();
  if (status.ok())
    status = file.status();
  if (!status.ok()) {
    std::fprintf(stderr, "bad test engine: %s\n", status.message().c_str());
    std::abort();
  }
  return *file;
}

std::vector<std::byte> makeAddEngine(float c, uint32_t alignment) {
  EngineMaker maker;
  ValueId n = maker.symbol("n", 0, 1000000, 4);
  BufferId x = maker.input("x", format::ElementType::f32, {n}, alignment);
  BufferId y = maker.output("y", format::ElementType::f32, {n}, alignment);
  BufferId weight = maker.weights({c});
  Step &step = maker.step(kAddConstant, {x, weight, y}, {}, n);
  step.operations = n;
  step.bytes = maker.apply(ValueOp::mul, n, maker.constant(8));
  return maker.build();
}

std::vector<std::byte> makeChainEngine(uint32_t steps, int64_t grain) {
  EngineMaker maker;
  ValueId n = maker.symbol("n", 0, 10000000, 1000);
  ValueId bytes = maker.apply(ValueOp::mul, n, maker.constant(4));
  ValueId least = maker.constant(grain);
  BufferId from = maker.input("x", format::ElementType::f32, {n});
  BufferId y = maker.output("y", format::ElementType::f32, {n});
  BufferId one = maker.weights({1.0f});
  for (uint32_t i = 0; i < steps; ++i) {
    BufferId to = i + 1 == steps ? y : maker.arena(bytes, i, i + 1);
    maker.step(kAddConstant, {from, one, to}, {}, n).grain = least;
    from = to;
  }
  return maker.build();
}

} // namespace tenon::test
