// SPDX-License-Identifier: Apache-2.0
// Writes a file whole or not at all. Why: a full disk or a stopped program
// must not leave half a result under the name of a whole one.
#ifndef TENON_COMPILER_ONNX_WIRE_WHOLEFILE_H
#define TENON_COMPILER_ONNX_WIRE_WHOLEFILE_H

#include "compiler/onnx/wire/OnnxError.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tenon {

/// Writes the parts one after the other into a new file beside `path`, which
/// then takes its name. A regular file of that name is replaced; anything
/// else there is refused. On failure nothing is left behind.
std::optional<OnnxError>
writeWholeFile(const std::string &path,
               std::span<const std::string_view> parts);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WIRE_WHOLEFILE_H
