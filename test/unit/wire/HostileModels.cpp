// SPDX-License-Identifier: Apache-2.0
// Damaged and malicious files: an error of a known kind, never a crash, and
// soon. Under AddressSanitizer this is the test of the reader's bounds.
#include "compiler/onnx/wire/ModelFile.h"
#include "compiler/onnx/wire/TensorData.h"
#include "compiler/onnx/wire/ValidateModel.h"
#include "compiler/onnx/wire/WireWriter.h"
#include "test/fuzz/ModelBuilder.h"
#include "test/fuzz/MutateModel.h"

#include <gtest/gtest.h>

#include <memory>

namespace tenon {
namespace {

/// Reads from a buffer of its own exact size, so that AddressSanitizer sees
/// one byte too many; touches all data that comes out. True: accepted.
bool readAll(std::string_view file) {
  std::unique_ptr<char[]> exact(new char[file.size()]);
  std::copy(file.begin(), file.end(), exact.get());
  auto model = readModelBytes(std::string_view(exact.get(), file.size()), "m");
  if (!model) {
    EXPECT_FALSE(model.error().what.empty());
    return false;
  }
  std::vector<OnnxError> errors = validateModel(*model);
  for (const OnnxError &error : errors)
    EXPECT_LE(error.text().size(), kMaxErrorText);
  for (const OnnxGraph *graph : model->graphs)
    for (const OnnxTensor &tensor : graph->initializers) {
      auto bytes = tensorBytes(tensor);
      if (bytes)
        EXPECT_LE(bytes->bytes().size(), file.size());
    }
  return errors.empty();
}

TEST(HostileModels, EveryTruncationIsRefused) {
  std::string file = test::sampleModel();
  ASSERT_TRUE(readAll(file));
  for (size_t length = 0; length < file.size(); ++length)
    EXPECT_FALSE(readAll(file.substr(0, length))) << length;
}

TEST(HostileModels, EveryFlippedBitIsSurvived) {
  std::string file = test::sampleModel();
  for (size_t bit = 0; bit < file.size() * 8; ++bit) {
    std::string damaged = file;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    readAll(damaged);
  }
}

TEST(HostileModels, RandomDamageIsSurvived) {
  constexpr int kRounds = 4000;
  std::string file = test::sampleModel();
  for (int seed = 0; seed < kRounds; ++seed) {
    test::ModelMutator mutator(static_cast<uint64_t>(seed));
    readAll(mutator.flipBytes(file, 1 + seed % 8));
    readAll(mutator.shuffleRange(file));
    std::string odd = mutator.mutateField(file);
    readAll(odd);
    readAll(mutator.mutateField(odd));
  }
}

TEST(HostileModels, MutationsReachBothSides) {
  // The mutator is worth something: some results are sound, most are not.
  int accepted = 0;
  constexpr int kRounds = 500;
  std::string file = test::sampleModel();
  for (int seed = 0; seed < kRounds; ++seed)
    accepted += readAll(
        test::ModelMutator(static_cast<uint64_t>(seed)).mutateField(file));
  EXPECT_GT(accepted, kRounds / 20);
  EXPECT_LT(accepted, kRounds * 19 / 20);
}

/// `depth` bodies within each other, built from the inside.
std::string nestedGraphs(int depth) {
  std::string graph = test::graph({.nodes = {}});
  for (int i = 0; i < depth; ++i)
    graph = test::graph(
        {.nodes = {test::node(
             {.opType = "If",
              .inputs = {},
              .outputs = {},
              .attributes = {test::graphAttribute("then_branch", graph)}})}});
  return graph;
}

TEST(HostileModels, NestedBodiesAreBounded) {
  for (int depth : {23, 24, 25, 26}) {
    std::string file = test::model({.graph = nestedGraphs(depth)});
    auto model = readModelBytes(file, "m");
    EXPECT_EQ(static_cast<bool>(model), depth <= 24) << depth;
    if (!model) {
      EXPECT_EQ(model.error().code, OnnxErrorCode::LimitExceeded);
      EXPECT_NE(model.error().where.find("then_branch / node #0 (If)"),
                std::string::npos);
    }
  }
  OnnxLimits wide;
  wide.subgraphDepth = 26;
  std::string file = test::model({.graph = nestedGraphs(26)});
  EXPECT_TRUE(readModelBytes(file, "m", wide));
}

/// Nesting without the quadratic cost of building from the inside: lengths
/// are known from the number of bytes still to come.
std::string bomb(int depth, std::string_view shell) {
  std::string file;
  std::vector<std::string> heads;
  size_t inner = 0;
  for (int i = 0; i < depth; ++i)
    for (size_t k = shell.size(); k-- > 0;) {
      std::string head(1, shell[k]);
      for (size_t rest = inner; true; rest >>= 7) {
        head += static_cast<char>(rest < 0x80 ? rest : (rest & 0x7f) | 0x80);
        if (rest < 0x80)
          break;
      }
      inner += head.size();
      heads.push_back(std::move(head));
    }
  for (size_t i = heads.size(); i-- > 0;)
    file += heads[i];
  return file;
}

TEST(HostileModels, HundredThousandNestedBodiesAreRefused) {
  // node (1), attribute (5), g (6): all length-delimited.
  std::string file = test::model({.graph = bomb(100'000, "\x0a\x2a\x32")});
  auto model = readModelBytes(file, "m");
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().code, OnnxErrorCode::LimitExceeded);
  // Even with the limit lifted nothing recurses.
  OnnxLimits lifted;
  lifted.subgraphDepth = 1'000'000;
  lifted.structureFloorBytes = 100 * kMebibyte;
  auto deep = readModelBytes(file, "m", lifted);
  ASSERT_TRUE(deep) << deep.error().text();
  EXPECT_GT(deep->graphs.size(), 99'999U);
  EXPECT_FALSE(validateModel(*deep).empty());
}

TEST(HostileModels, NestedTypesAreRefused) {
  // sequence_type (4) of elem_type (1), a hundred thousand times.
  std::string type = bomb(100'000, "\x22\x0a");
  std::string info = WireWriter().bytes(1, "x").bytes(2, type).take();
  std::string file =
      test::model({.graph = test::graph({.nodes = {}, .inputs = {info}})});
  auto model = readModelBytes(file, "m");
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().code, OnnxErrorCode::LimitExceeded);
}

TEST(HostileModels, ManyTinyPartsAreRefusedBeforeTheyAreMade) {
  // Two bytes each in the file, some two hundred in memory.
  constexpr int kParts = 3'000'000;
  std::string graph;
  for (int i = 0; i < kParts; ++i)
    graph += {'\x6a', '\0'}; // value_info (13)
  std::string file = test::model({.graph = graph});
  auto model = readModelBytes(file, "m");
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().code, OnnxErrorCode::LimitExceeded);
}

TEST(HostileModels, HugeClaimsAllocateNothing) {
  constexpr OnnxElementType kFloat = OnnxElementType::Float32;
  const test::Ints kShapes[] = {
      {int64_t{1} << 40},
      {INT64_MAX},
      {int64_t{1} << 32, int64_t{1} << 32},
      {-1},
      {INT64_MIN, INT64_MIN},
      {int64_t{1} << 50, 0},
  };
  for (const test::Ints &dims : kShapes) {
    std::string tensor = test::rawTensor("w", kFloat, dims, "1234");
    EXPECT_FALSE(readAll(test::model(
        {.graph = test::graph({.nodes = {}, .initializers = {tensor}})})));
  }
}

} // namespace
} // namespace tenon
