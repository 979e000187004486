// SPDX-License-Identifier: Apache-2.0
// Guesses what a file is that does not read as ONNX. Why: "this is a Git LFS
// pointer" helps more than "malformed at byte 0". Asked only after a failure,
// so a guess never turns a good file away.
#ifndef TENON_COMPILER_ONNX_WIRE_FILEKIND_H
#define TENON_COMPILER_ONNX_WIRE_FILEKIND_H

#include <string_view>

namespace tenon {

struct FileKind {
  std::string_view name;   ///< "a Git LFS pointer"; empty when not recognised
  std::string_view advice; ///< what to do with such a file
};

FileKind guessFileKind(std::string_view bytes);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WIRE_FILEKIND_H
