// SPDX-License-Identifier: Apache-2.0
// Some elements of a value by row-major position: few and far between, or all
// of a stretch. Kept in chunks, because elements are asked for in runs.
#ifndef TENON_COMPILER_REFERENCE_ELEMENTSTORE_H
#define TENON_COMPILER_REFERENCE_ELEMENTSTORE_H

#include "llvm/ADT/DenseMap.h"
#include <bitset>
#include <memory>

namespace tenon::reference {

class ElementStore {
public:
  using Word = uint64_t; // bits of a double or an int64

  /// Null where there is no element yet.
  const Word *find(int64_t position) {
    const Chunk *chunk = chunkAt(position / kChunk);
    int64_t at = position % kChunk;
    return chunk && chunk->present[at] ? &chunk->words[at] : nullptr;
  }
  void set(int64_t position, Word word) {
    if (!chunkAt(position / kChunk))
      last = (chunks[position / kChunk] = std::make_unique<Chunk>()).get();
    last->words[position % kChunk] = word;
    last->present.set(position % kChunk);
  }

private:
  static constexpr int64_t kChunk = 256; // 2 KiB of words
  struct Chunk {
    std::bitset<kChunk> present;
    Word words[kChunk];
  };

  Chunk *chunkAt(int64_t number) {
    if (number != lastNumber || !last) {
      auto found = chunks.find(number);
      last = found == chunks.end() ? nullptr : found->second.get();
      lastNumber = number;
    }
    return last;
  }

  llvm::DenseMap<int64_t, std::unique_ptr<Chunk>> chunks;
  Chunk *last = nullptr; // the chunk looked at last, null when absent
  int64_t lastNumber = -1;
};

} // namespace tenon::reference

#endif // TENON_COMPILER_REFERENCE_ELEMENTSTORE_H
