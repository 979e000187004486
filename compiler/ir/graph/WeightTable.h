// SPDX-License-Identifier: Apache-2.0
// Weights stay outside the IR: constants name an entry here by number. An
// entry is a view of bytes that somebody keeps alive (the mapped model file)
// or bytes of its own (folded or packed constants).
#ifndef TENON_COMPILER_IR_GRAPH_WEIGHTTABLE_H
#define TENON_COMPILER_IR_GRAPH_WEIGHTTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include <deque>
#include <memory>
#include <vector>

namespace tenon {

/// Row-major little-endian elements; bool as one byte, 0 or 1.
class WeightTable {
public:
  /// Adds a view; `owner` keeps the bytes alive.
  unsigned add(llvm::ArrayRef<char> bytes, std::shared_ptr<const void> owner);
  /// Adds bytes of the table's own.
  unsigned add(std::vector<char> bytes);
  llvm::ArrayRef<char> bytes(unsigned id) const { return entries[id].bytes; }
  unsigned size() const { return entries.size(); }

private:
  struct Entry {
    llvm::ArrayRef<char> bytes;
    std::shared_ptr<const void> owner;
  };
  std::deque<Entry> entries; // references stay valid while it grows
};

} // namespace tenon

#endif // TENON_COMPILER_IR_GRAPH_WEIGHTTABLE_H
