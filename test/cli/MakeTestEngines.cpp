// SPDX-License-Identifier: Apache-2.0
//
// Writes engines made by hand for the tests of the command, so that they need
// no compiler:
//   add.tenon     x [n] f32 -> y = x + 1
//   gather.tenon  x [n] f32, index [m] i64 -> y [m]; an index may be wrong
//   chain.tenon   x [n] f32 -> y = x + 4, in four steps through an arena
#include "EngineMaker.h"

#include <cstdio>

using namespace tenon;
using namespace tenon::test;

namespace {

std::vector<std::byte> makeGatherEngine() {
  EngineMaker maker;
  constexpr int64_t kMost = 1000000;
  format::ValueId n = maker.symbol("n", 1, kMost, 8);
  format::ValueId m = maker.symbol("m", 0, kMost, 4);
  format::BufferId x = maker.input("x", format::ElementType::f32, {n});
  format::BufferId index = maker.input("index", format::ElementType::i64, {m});
  format::BufferId y = maker.output("y", format::ElementType::f32, {m});
  maker.step(kGather, {x, index, y}, {n}, m).nodes = {"first", "lookup"};
  return maker.build();
}

bool write(const std::string &path, const std::vector<std::byte> &engine) {
  std::FILE *file = std::fopen(path.c_str(), "wb");
  if (!file)
    return false;
  bool isWhole = std::fwrite(engine.data(), engine.size(), 1, file) == 1;
  return std::fclose(file) == 0 && isWhole;
}

} // namespace

int main(int count, char **words) {
  if (count != 2) {
    std::fprintf(stderr, "usage: make-test-engines FOLDER\n");
    return 1;
  }
  std::string folder = words[1];
  constexpr int64_t kGrain = 1024;
  bool done = write(folder + "/add.tenon", makeAddEngine()) &&
              write(folder + "/gather.tenon", makeGatherEngine()) &&
              write(folder + "/chain.tenon", makeChainEngine(4, kGrain));
  return done ? 0 : 1;
}
