// SPDX-License-Identifier: Apache-2.0
// Storage of weights beside the IR.
#include "compiler/ir/graph/WeightTable.h"

namespace tenon {

unsigned WeightTable::add(llvm::ArrayRef<char> bytes,
                          std::shared_ptr<const void> owner) {
  entries.push_back({bytes, std::move(owner)});
  return entries.size() - 1;
}

unsigned WeightTable::add(std::vector<char> bytes) {
  auto owned = std::make_shared<const std::vector<char>>(std::move(bytes));
  llvm::ArrayRef<char> view(owned->data(), owned->size());
  return add(view, std::move(owned));
}

} // namespace tenon
