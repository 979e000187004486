// SPDX-License-Identifier: Apache-2.0
// What `tenon devices --probe` measured, kept for later commands in
// $XDG_CACHE_HOME/tenon (~/.cache/tenon), one file for each kind of machine.
#ifndef TENON_TOOLS_TENON_PEAKCACHE_H
#define TENON_TOOLS_TENON_PEAKCACHE_H

#include "tools/probe/MeasurePeaks.h"
#include "tools/tenon/Json.h"

#include <tenon/runtime.hpp>

#include <optional>

namespace tenon::cli {

/// {"f32_gflops":{"one","all"},"bf16_dot_gflops","int8_dot_gops" (null: no
/// such instruction),"levels":[{"name","bytes","read_gbytes":{"one","all"},
/// "copy_gbytes"}]}.
Json peaksJson(const probe::Peaks &peaks);

/// The file for the machine that `device` (tenon_device_json) describes.
std::string peakFile(const Json &device);

Result<void> storePeaks(const Json &device, const probe::Peaks &peaks);

/// Nothing when this machine was not probed.
std::optional<probe::Peaks> loadPeaks(const Json &device);

/// The same for the machine this runs on.
std::optional<probe::Peaks> loadPeaks();

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_PEAKCACHE_H
