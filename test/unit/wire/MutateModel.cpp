// SPDX-License-Identifier: Apache-2.0
// Damage is the same for the same seed, differs between seeds, and damage to
// fields keeps the protobuf in order.
#include "test/fuzz/MutateModel.h"

#include "compiler/onnx/wire/WireCursor.h"
#include "test/fuzz/ModelBuilder.h"

#include <gtest/gtest.h>

#include <set>

namespace tenon::test {
namespace {

TEST(MutateModel, DependsOnTheSeedAlone) {
  std::string file = sampleModel();
  std::set<std::string> results;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    std::string once = ModelMutator(seed).mutateField(file);
    EXPECT_EQ(once, ModelMutator(seed).mutateField(file));
    results.insert(once);
  }
  EXPECT_GT(results.size(), 80U);
}

TEST(MutateModel, FieldDamageKeepsProtobufInOrder) {
  std::string file = sampleModel();
  int damaged = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    std::string odd = ModelMutator(seed).mutateField(file);
    damaged += odd != file;
    WireCursor cursor(odd);
    WireField field;
    while (cursor.next(field)) {
    }
    EXPECT_EQ(cursor.fault(), nullptr) << seed;
  }
  EXPECT_EQ(damaged, 300);
}

TEST(MutateModel, ByteDamageKeepsTheSize) {
  std::string file = sampleModel();
  std::string odd = ModelMutator(1).flipBytes(file, 1);
  ASSERT_EQ(odd.size(), file.size());
  size_t differences = 0;
  for (size_t i = 0; i < file.size(); ++i)
    differences += odd[i] != file[i];
  EXPECT_EQ(differences, 1U);
  EXPECT_EQ(ModelMutator(1).flipBytes("", 3), "");
  EXPECT_EQ(ModelMutator(1).shuffleRange(""), "");
  EXPECT_EQ(ModelMutator(1).mutateField("\xff"), "\xff");
}

} // namespace
} // namespace tenon::test
