// SPDX-License-Identifier: Apache-2.0
//
// Engines whose hashes are right and whose contents are not: whatever the
// bytes of a program say, loading, planning, binding and running on the null
// device ends with a status. (Machine code from strangers is another matter:
// no hash makes it safe.)
#include "EngineMaker.h"
#include "format/Engine.h"
#include "format/Hash.h"
#include "format/LittleEndian.h"
#include "runtime/abi/Devices.h"
#include "runtime/core/Context.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>

using namespace tenon::runtime;
using namespace tenon::test;
namespace format = tenon::format;

namespace {

/// An engine with every kind of thing in its program.
std::vector<std::byte> makeRichEngine() {
  EngineMaker maker;
  auto n = maker.symbol("n", 1, 64, 8);
  auto m = maker.symbol("m", 0, format::kUnbounded, 3);
  auto product = maker.apply(format::ValueOp::mul, n, m);
  auto bytes = maker.apply(format::ValueOp::mul, product, maker.constant(4));
  auto half = maker.apply(format::ValueOp::floorDiv, bytes, maker.constant(2));
  auto rest = maker.apply(format::ValueOp::mod, bytes, maker.constant(7));
  auto x = maker.input("x", format::ElementType::f32, {n, m});
  auto y = maker.output("y", format::ElementType::f32, {product});
  maker.check(format::CheckKind::lessEqual, rest, bytes, "rest");
  auto arena = maker.arena(bytes, 0, 2);
  auto view = maker.alias(arena, half, rest);
  auto weight = maker.weights({1, 2, 3});
  maker.step(kAddConstant, {x, weight, arena}, {n, m}, product).grain = n;
  maker.copy(view, arena, half);
  maker.step(kAddConstant, {arena, weight, y}, {}, product);
  return maker.build();
}

/// Puts the right hashes back after the contents changed.
void seal(std::vector<std::byte> &file) {
  uint32_t numSections = format::loadU32(&file[24]);
  Bytes all(file);
  for (uint32_t i = 0; i < numSections; ++i) {
    std::byte *entry = &file[format::kHeaderBytes + i * format::kEntryBytes];
    format::Hash128 hash = format::hashBytes(
        all.subspan(format::loadU64(entry + 8), format::loadU64(entry + 16)));
    std::memcpy(entry + 32, hash.data(), hash.size());
  }
  std::array<Bytes, 2> covered = {
      all.first(format::kRootHashOffset),
      all.subspan(format::kHeaderBytes, numSections * format::kEntryBytes)};
  format::Hash128 root = format::hashPieces(covered);
  std::memcpy(&file[format::kRootHashOffset], root.data(), root.size());
}

/// Where the small sections lie: metadata, variant and program.
std::vector<std::pair<uint64_t, uint64_t>>
findSmallSections(const std::vector<std::byte> &file) {
  std::vector<std::pair<uint64_t, uint64_t>> found;
  uint32_t numSections = format::loadU32(&file[24]);
  for (uint32_t i = 0; i < numSections; ++i) {
    const std::byte *entry =
        &file[format::kHeaderBytes + i * format::kEntryBytes];
    auto kind = static_cast<format::SectionKind>(format::loadU32(entry));
    if (kind == format::SectionKind::program ||
        kind == format::SectionKind::variant ||
        kind == format::SectionKind::metadata)
      found.push_back(
          {format::loadU64(entry + 8), format::loadU64(entry + 16)});
  }
  return found;
}

/// Loads and uses an engine; true when it came as far as a run.
bool tryToRun(const std::vector<std::byte> &file, std::mt19937 &random) {
  auto engine =
      Engine::loadMemory(file, false, {*findDevice("null"), std::nullopt});
  if (!engine.ok()) {
    EXPECT_FALSE(engine.status().message().empty());
    return false;
  }
  auto made = Context::create(*engine, {});
  if (!made.ok())
    return false;
  Context &context = **made;
  const format::Program &program = (*engine)->program();
  for (uint32_t i = 0; i < program.inputs.size(); ++i) {
    std::vector<int64_t> dims;
    for (size_t axis = 0; axis < program.inputs[i].dims.size(); ++axis)
      dims.push_back(random() % 9);
    (void)context.setInput(i, nullptr, 0, dims);
  }
  if (Status status = context.bind(); !status.ok()) {
    EXPECT_NE(status.code(), Code::internal);
    return false;
  }
  (void)context.run();
  return true;
}

TEST(HostileEngine, randomBytesInItsSectionsEndWithAStatus) {
  std::vector<std::byte> good = makeRichEngine();
  auto sections = findSmallSections(good);
  ASSERT_EQ(sections.size(), 3u);
  std::mt19937 random(11);
  int numRun = 0;
  constexpr int kRounds = 20000;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<std::byte> file = good;
    int numChanges = 1 + random() % 3;
    for (int i = 0; i < numChanges; ++i) {
      auto [offset, size] = sections[random() % sections.size()];
      std::byte &target = file[offset + random() % size];
      target = random() % 2 ? target ^ std::byte{1} << random() % 8
                            : static_cast<std::byte>(random() % 256);
    }
    seal(file);
    numRun += tryToRun(file, random);
  }
  // The changes reach all the way down, and most of them are caught.
  EXPECT_GT(numRun, kRounds / 100);
  EXPECT_LT(numRun, kRounds);
}

TEST(HostileEngine, hugeTensorsAreRefusedAtOnce) {
  EngineMaker maker;
  auto n = maker.symbol("n", 0, format::kUnbounded, 8);
  auto huge =
      maker.apply(format::ValueOp::mul, n, maker.constant(int64_t{1} << 40));
  maker.input("x", format::ElementType::f32, {n});
  maker.output("y", format::ElementType::f32, {huge, huge});
  auto engine = Engine::loadMemory(maker.build(), false,
                                   {*findDevice("cpu"), std::nullopt});
  ASSERT_TRUE(engine.ok());
  auto context = Context::create(*engine, {});
  for (auto [size, code] :
       {std::pair<int64_t, Code>{1, Code::badShape}, // 2^80 elements
        {int64_t{1} << 40, Code::badShape}}) {       // 2^80 of one dimension
    int64_t dims[] = {size};
    ASSERT_TRUE((*context)->setInput(0, nullptr, 0, dims).ok());
    EXPECT_EQ((*context)->bind().code(), code);
  }
}

/// Half as many intermediate tensors as are allowed, all alive at once, which
/// is the planner's worst case: a matter of a second.
TEST(HostileEngine, planningIsBounded) {
  EngineMaker maker;
  auto n = maker.symbol("n", 0, 100, 8);
  maker.input("x", format::ElementType::f32, {n});
  auto size = maker.constant(64);
  for (uint32_t i = 0; i < 1u << 14; ++i)
    maker.arena(size, 0, 0);
  maker.step(kMarkParts, {1}, {}, maker.constant(0));
  auto engine = Engine::loadMemory(maker.build(), false,
                                   {*findDevice("null"), std::nullopt});
  ASSERT_TRUE(engine.ok());
  auto context = Context::create(*engine, {});
  int64_t dims[] = {1};
  ASSERT_TRUE((*context)->setInput(0, nullptr, 0, dims).ok());
  EXPECT_TRUE((*context)->bind().ok());
  EXPECT_EQ((*context)->statistics().arenaBytes, 64u << 14);
}

} // namespace
