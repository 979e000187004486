// SPDX-License-Identifier: Apache-2.0
// The table of ONNX operators, from the list of files under ops/ that CMake
// writes: a file is an operator, its name the registration.
#include "compiler/onnx/OnnxOp.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

namespace tenon {

const std::vector<OnnxOp> &allOnnxOps() {
  static const std::vector<OnnxOp> ops = [] {
    std::vector<OnnxOp> all = {
#define ONNX_OP(Name) describe##Name(),
#include "compiler/onnx/OnnxOps.inc"
#undef ONNX_OP
    };
    std::sort(all.begin(), all.end(), [](const OnnxOp &a, const OnnxOp &b) {
      return llvm::StringRef(a.name) < b.name;
    });
    return all;
  }();
  return ops;
}

const OnnxOp *findOnnxOp(std::string_view domain, std::string_view name) {
  for (const OnnxOp &op : allOnnxOps())
    if (op.name == name && op.domain == domain)
      return &op;
  return nullptr;
}

const OnnxOpRow *findOnnxRow(const OnnxOp &op, int64_t opset) {
  for (const OnnxOpRow &row : op.rows)
    if (row.since <= opset && opset <= row.until)
      return &row;
  return nullptr;
}

std::string nearestOnnxOp(std::string_view name) {
  // More edits, or half of the letters, are another word.
  constexpr size_t kFarthest = 3;
  auto best = static_cast<unsigned>(std::min(kFarthest, name.size() / 2));
  std::string nearest;
  for (const OnnxOp &op : allOnnxOps()) {
    unsigned distance = llvm::StringRef(name).edit_distance_insensitive(
        op.name, /*AllowReplacements=*/true, best);
    if (distance < best) {
      best = distance;
      nearest = op.name;
    }
  }
  return nearest;
}

} // namespace tenon
