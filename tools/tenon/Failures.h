// SPDX-License-Identifier: Apache-2.0
// Making failures of the command from those of the libraries it uses.
#ifndef TENON_TOOLS_TENON_FAILURES_H
#define TENON_TOOLS_TENON_FAILURES_H

#include "compiler/onnx/wire/OnnxError.h"

#include <tenon/runtime.hpp>

namespace tenon::cli {

/// The caller's arguments are wrong; exit code 1.
inline Failure wrongUse(std::string message) {
  return {TENON_INVALID_ARGUMENT, std::move(message)};
}

Failure failureOf(const OnnxError &error);

/// `failure` with the file it is about in front.
Failure about(const std::string &path, Failure failure);

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_FAILURES_H
