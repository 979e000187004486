// SPDX-License-Identifier: Apache-2.0
// Seeded damage to model files. Why: a reader of hostile files is tested by
// many of them; the same seed gives the same file, so a failure names its
// cause. Two sorts: blind damage to bytes, and damage to fields that leaves
// the protobuf in order, which gets deeper into a reader.
#ifndef TENON_TEST_FUZZ_MUTATEMODEL_H
#define TENON_TEST_FUZZ_MUTATEMODEL_H

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace tenon::test {

class ModelMutator {
public:
  explicit ModelMutator(uint64_t seed) : random(seed) {}

  /// Changes `count` bytes, or bits, at random places to something else.
  std::string flipBytes(std::string_view file, int count);
  std::string flipBits(std::string_view file, int count);

  /// Cuts out, doubles, moves or overwrites a random range.
  std::string shuffleRange(std::string_view file);

  /// Changes one field somewhere in a ModelProto (removed, doubled, emptied,
  /// another number, another text, exchanged with its neighbour) and writes
  /// the whole in order again. `file` must be sound protobuf; what is not is
  /// given back as it is.
  std::string mutateField(std::string_view file);

  /// A number below `bound`, the same on every machine.
  uint64_t below(uint64_t bound) { return random() % bound; }

private:
  std::string changeField(std::string_view file);

  std::mt19937_64 random;
};

} // namespace tenon::test

#endif // TENON_TEST_FUZZ_MUTATEMODEL_H
