// SPDX-License-Identifier: Apache-2.0
#include "SampleEngine.h"

#include <cstdlib>

namespace tenon::format {

namespace {
constexpr size_t kPage = 4096;
} // namespace

Program makeSampleProgram() {
  Program program;
  program.symbols = {{"n", 1, kUnbounded, 4}};
  program.values = {
      {ValueOp::symbol, 0, 0, 0},    // 0: n
      {ValueOp::constant, 0, 0, 3},  // 1: 3
      {ValueOp::constant, 0, 0, 4},  // 2: bytes of one element
      {ValueOp::mul, 0, 1, 0},       // 3: n*3 elements
      {ValueOp::mul, 3, 2, 0},       // 4: n*3*4 bytes
      {ValueOp::constant, 0, 0, 64}, // 5: grain
      {ValueOp::constant, 0, 0, 0},  // 6: no offset
  };
  program.checks = {{CheckKind::lessEqual, 1, 4, "dimension 0 of 'x'"}};
  program.inputs = {{"x", ElementType::f32, {0, 1}, 64}};
  program.outputs = {{"y", ElementType::f32, {0, 1}, 64}};
  Buffer input, output, constant, arena, alias;
  input.kind = BufferKind::input;
  output.kind = BufferKind::output;
  constant.kind = BufferKind::constant;
  constant.length = 12;
  arena.kind = BufferKind::arena;
  arena.size = 4;
  arena.lastStep = 1;
  alias.kind = BufferKind::alias;
  alias.index = 3;
  alias.size = 4;
  alias.byteOffset = 6;
  program.buffers = {input, output, constant, arena, alias};
  Step scale, copy;
  scale.buffers = {0, 2, 3};
  scale.sizes = {3};
  scale.extent = 3;
  scale.grain = 5;
  scale.operations = 3;
  scale.bytes = 4;
  scale.name = "scale";
  scale.nodes = {"Mul_0", "Add_1"};
  copy.kind = StepKind::builtin;
  copy.buffers = {4, 1};
  copy.extent = 4;
  copy.name = "copy";
  program.steps = {scale, copy};
  return program;
}

Variant makeSampleVariant() {
  Variant variant;
  variant.name = "first";
  variant.device = "cpu";
  variant.features = {"one", "two"};
  variant.rank = 2;
  variant.textBytes = kPage;
  variant.kernels = {{"scale", 16}};
  return variant;
}

std::vector<std::byte> makeSampleCode() {
  std::vector<std::byte> code(2 * kPage, std::byte{0});
  code[16] = std::byte{0xc3};
  code[kPage] = std::byte{7};
  return code;
}

std::vector<std::byte> makeSampleEngine() {
  EngineWriter writer;
  ConstantPool pool;
  static const std::byte weights[100] = {std::byte{1}, std::byte{2}};
  pool.add(weights);
  std::vector<std::byte> code = makeSampleCode();
  Variant second = makeSampleVariant();
  second.name = "second";
  bool isFine =
      writer.setMetadata({"tenon test", "sample", "abcd", {{"k", "v"}}}).ok();
  writer.setExplain("{\"kernels\":[]}");
  writer.setVerdict("{\"checked\":0}");
  isFine &=
      writer.addVariant(makeSampleVariant(), makeSampleProgram(), code).ok();
  isFine &= writer.addVariant(second, makeSampleProgram(), code).ok();
  writer.setConstants(pool);
  Result<std::vector<std::byte>> file = writer.build();
  if (!isFine || !file.ok())
    std::abort();
  return *file;
}

} // namespace tenon::format
