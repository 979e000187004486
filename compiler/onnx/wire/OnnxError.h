// SPDX-License-Identifier: Apache-2.0
// Errors about model and tensor files as data: a code for programs, and for
// people what is wrong, where, what was found, what is allowed, what to do.
// Why: the wire reader links no LLVM and throws nothing, so its errors travel
// as values that the importer and the tools word in their own way.
#ifndef TENON_COMPILER_ONNX_WIRE_ONNXERROR_H
#define TENON_COMPILER_ONNX_WIRE_ONNXERROR_H

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tenon {

enum class OnnxErrorCode : uint8_t {
  FileUnreadable, ///< missing, not allowed, or not a regular file
  FileEmpty,      ///< no bytes at all
  NotOnnx,        ///< some other kind of file
  Malformed,      ///< protobuf that breaks off or breaks its own rules
  LimitExceeded,  ///< right in form, over one of our limits
  ExternalData,   ///< a tensor's file breaks the rules for such files
  BadTensor,      ///< data, shape and type of a tensor contradict each other
  BadShape,       ///< a dimension that cannot be
  BadType,        ///< no such type, or a type missing
  BadAttribute,   ///< an attribute's type and value contradict each other
  BadName,        ///< a name missing, doubled or defined nowhere
  BadGraph,       ///< cycles, missing outputs, recursion of functions
  BadOpset,       ///< the operator set of a node is not imported
  VersionTooNew,  ///< made for a later ONNX than this program knows
  FileUnwritable, ///< a result could not be written
  WrongUse,       ///< the caller's request fits no file
  BadNpy,         ///< not a NumPy array file, or one we cannot hold
  OutOfMemory,    ///< the system gave no memory or no mapping
};

/// "onnx.malformed" and so on: stable, for programs and for searching.
std::string_view errorCodeName(OnnxErrorCode code);

/// The exit code of a command that fails so: 1 a bad file or wrong use, 2 a
/// file of a kind not supported yet, 4 the system's resources.
int exitCodeOf(OnnxErrorCode code);

struct OnnxError {
  OnnxErrorCode code = OnnxErrorCode::Malformed;
  std::string what = {};     ///< the fault in a few words
  std::string where = {};    ///< path of nodes, tensor or value; may be empty
  std::string file = {};     ///< the file as the user named it
  std::string found = {};    ///< what the file holds; may be empty
  std::string allowed = {};  ///< what would be right; may be empty
  std::string nextStep = {}; ///< what the reader of the message can do

  /// All of it in one line, at most `kMaxErrorText` bytes.
  std::string text() const;
};

/// Longest text of one error (testing-and-security: limits).
inline constexpr size_t kMaxErrorText = 4096;

/// A name out of a file, safe to print: quoted, control characters and broken
/// UTF-8 escaped, the middle of long ones left out.
std::string quoteName(std::string_view name);

/// A value or the error that kept us from it.
template <typename T> class [[nodiscard]] OnnxResult {
public:
  OnnxResult(T value) : value(std::move(value)) {}
  OnnxResult(OnnxError error) : failure(std::move(error)) {}

  explicit operator bool() const { return value.has_value(); }
  T &operator*() & {
    assert(value && "no value: ask first");
    return *value;
  }
  T &&operator*() && { return std::move(**this); }
  T *operator->() { return &**this; }
  OnnxError &error() { return failure; }
  const OnnxError &error() const { return failure; }

private:
  std::optional<T> value;
  OnnxError failure;
};

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WIRE_ONNXERROR_H
