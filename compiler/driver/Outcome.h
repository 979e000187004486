// SPDX-License-Identifier: Apache-2.0
// How a compilation fails: what kind of failure (it becomes the exit code) and
// every message, worded for the user.
#ifndef TENON_COMPILER_DRIVER_OUTCOME_H
#define TENON_COMPILER_DRIVER_OUTCOME_H

#include <cstdint>
#include <string>
#include <vector>

namespace tenon {

enum class FailureKind : uint8_t {
  None,
  BadInput,    // the file or an option is wrong (exit 1)
  Unsupported, // a valid model that we cannot compile (exit 2)
  Mismatch,    // verification found a difference (exit 3)
  Resources,   // memory, disk, device (exit 4)
  Internal,    // a fault of ours (exit 70)
};

struct Message {
  std::string node;   // where in the model; may be empty
  std::string opType; // the node's operator; may be empty
  std::string what;
  std::string hint;

  std::string text() const;
};

struct Failure {
  FailureKind kind = FailureKind::None;
  std::vector<Message> messages;

  explicit operator bool() const { return kind != FailureKind::None; }
  static Failure of(FailureKind kind, std::string what, std::string hint = "") {
    return {kind, {{"", "", std::move(what), std::move(hint)}}};
  }
};

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_OUTCOME_H
