// SPDX-License-Identifier: Apache-2.0
// Every register tile that a target's facts offer becomes a loop that keeps its
// accumulators in registers: one fused multiply-add each, nothing on the stack.
#include "test/unit/target/KernelRunner.h"
#include "gtest/gtest.h"

#include <sstream>

namespace tenon::test {
namespace {

/// Writes one tile of C = A B with strides known at run time: %A [rows, k] row
/// by row, or %P [k, rows] packed; %B packed [k, vectors * lanes].
class TileKernel {
public:
  TileKernel(RegisterTile tile, int64_t lanes, OperandFetch fetch)
      : tile(tile), lanes(lanes), width(tile.vectors * lanes), fetch(fetch),
        vector("vector<" + std::to_string(lanes) + "xf32>") {}

  std::string write() {
    writeHead();
    text << "scf.for %i = %begin to %end step %c" << tile.rows << " {\n";
    for (int64_t r = 0; r < tile.rows; ++r)
      text << "%i" << r << " = arith.addi %i, %c" << r << " : index\n";
    writeLoop();
    for (int64_t r = 0; r < tile.rows; ++r)
      for (int64_t v = 0; v < tile.vectors; ++v)
        text << "vector.store %sum#" << r * tile.vectors + v << ", %C[%i" << r
             << ", %c" << v * lanes << "] : " << kMatrix << ", " << vector
             << "\n";
    text << "}\nreturn\n}";
    return text.str();
  }

private:
  static constexpr const char *kFlat = "memref<?xf32, strided<[1]>>";
  static constexpr const char *kMatrix = "memref<?x?xf32, strided<[?, 1]>>";

  void writeHead() {
    text << "func.func @kernel(%a: memref<f32> {llvm.noalias}, %b: memref<f32> "
            "{llvm.noalias}, %c: memref<f32> {llvm.noalias}, %k: index, %n: "
            "index, %begin: index, %end: index) {\n%zero = arith.constant "
            "dense<0.0> : "
         << vector << "\n";
    writeView("%A", "%a", "[%end, %k]", "[%k, 1]", kMatrix);
    writeView("%P", "%a", "[%k]", "[1]", kFlat);
    writeView("%B", "%b", "[%k]", "[1]", kFlat);
    writeView("%C", "%c", "[%end, %n]", "[%n, 1]", kMatrix);
    for (int64_t i = 0; i <= std::max(width, tile.rows); ++i)
      text << "%c" << i << " = arith.constant " << i << " : index\n";
  }

  void writeView(const char *view, const char *buffer, const char *sizes,
                 const char *strides, const char *type) {
    text << view << " = memref.reinterpret_cast " << buffer
         << " to offset: [0], sizes: " << sizes << ", strides: " << strides
         << " : memref<f32> to " << type << "\n";
  }

  /// The loop over k: one accumulator per register.
  void writeLoop() {
    std::string initial, types, results;
    for (int64_t r = 0; r < tile.rows; ++r)
      for (int64_t v = 0; v < tile.vectors; ++v) {
        std::string name = std::to_string(r) + "_" + std::to_string(v);
        std::string comma = initial.empty() ? "" : ", ";
        initial += comma + "%s" + name + " = %zero";
        types += comma + vector;
        results += comma + "%t" + name;
      }
    text << "%sum:" << tile.rows * tile.vectors
         << " = scf.for %p = %c0 to %k step %c1 iter_args(" << initial
         << ") -> (" << types << ") {\n%row = arith.muli %p, %c" << width
         << " : index\n%first = arith.muli %p, %c" << tile.rows << " : index\n";
    for (int64_t v = 0; v < tile.vectors; ++v)
      writeLoad("%b" + std::to_string(v), "%B", "%row", v * lanes);
    if (fetch == OperandFetch::VectorLanes)
      for (int64_t r = 0; r < tile.rows; r += lanes)
        writeLoad("%av" + std::to_string(r), "%P", "%first", r);
    for (int64_t r = 0; r < tile.rows; ++r)
      writeRow(r);
    text << "scf.yield " << results << " : " << types << "\n}\n";
  }

  void writeLoad(std::string name, const char *view, const char *base,
                 int64_t offset) {
    text << name << "at = arith.addi " << base << ", %c" << offset
         << " : index\n"
         << name << " = vector.load " << view << "[" << name
         << "at] : " << kFlat << ", " << vector << "\n";
  }

  void writeRow(int64_t r) {
    if (fetch == OperandFetch::VectorLanes)
      text << "%x" << r << " = vector.extract %av" << r / lanes * lanes << "["
           << r % lanes << "] : f32 from " << vector << "\n";
    else
      text << "%x" << r << " = memref.load %A[%i" << r << ", %p] : " << kMatrix
           << "\n";
    text << "%v" << r << " = vector.broadcast %x" << r << " : f32 to " << vector
         << "\n";
    for (int64_t v = 0; v < tile.vectors; ++v)
      text << "%t" << r << "_" << v << " = math.fma %v" << r << ", %b" << v
           << ", %s" << r << "_" << v << " : " << vector << "\n";
  }

  RegisterTile tile;
  int64_t lanes, width;
  OperandFetch fetch;
  std::string vector;
  std::ostringstream text;
};

/// The block of assembly, label to label, with the most `instruction`s.
std::vector<std::string> findLoop(const std::string &assembly,
                                  const std::string &instruction) {
  std::vector<std::string> block, best;
  int count = 0, most = 0;
  std::istringstream lines(assembly);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line[0] == '.') {
      block.clear();
      count = 0;
    }
    block.push_back(line);
    count += line.find(instruction) != std::string::npos;
    if (count > most) {
      most = count;
      best = block;
    } else if (count == most && best.size() + 1 == block.size()) {
      best = block;
    }
  }
  return best;
}

int countLines(const std::vector<std::string> &lines, const std::string &part) {
  int count = 0;
  for (const std::string &line : lines)
    count += line.find(part) != std::string::npos;
  return count;
}

class RegisterTiles : public testing::TestWithParam<const char *> {};

TEST_P(RegisterTiles, KeepAccumulatorsInRegisters) {
  std::unique_ptr<Target> target = makeTarget(GetParam());
  const TargetFacts &facts = target->facts();
  bool isArm = facts.name == "aarch64";
  for (RegisterTile tile : facts.registerTiles) {
    SCOPED_TRACE(testing::Message() << tile.rows << "x" << tile.vectors);
    std::string assembly;
    Compiled compiled = compileText(
        *target,
        TileKernel(tile, facts.vectorBytes / 4, facts.operandFetch).write(),
        [&](llvm::StringRef stage, llvm::StringRef text) {
          if (stage == "asm")
            assembly = text.str();
        });
    ASSERT_TRUE(compiled.kernel.has_value()) << compiled.error;
    std::vector<std::string> loop =
        findLoop(assembly, isArm ? "fmla" : "vfmadd");
    EXPECT_EQ(countLines(loop, isArm ? "fmla" : "vfmadd"),
              tile.rows * tile.vectors);
    EXPECT_EQ(countLines(loop, isArm ? "[sp" : "(%rsp"), 0);
    if (facts.vectorBytes == 64) {
      EXPECT_EQ(countLines(loop, "%ymm"), 0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, RegisterTiles,
                         testing::Values("x86-64-v3", "x86-64-v4", "aarch64"),
                         [](const auto &info) {
                           std::string name = info.param;
                           return name.substr(name.rfind('-') + 1);
                         });

} // namespace
} // namespace tenon::test
