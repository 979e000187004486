// SPDX-License-Identifier: Apache-2.0
//
// A program as JSON, for `tenon inspect` and for people.
#ifndef TENON_RUNTIME_CORE_PROGRAMJSON_H
#define TENON_RUNTIME_CORE_PROGRAMJSON_H

#include "format/Engine.h"
#include "format/Program.h"

#include <string>

namespace tenon::runtime {

/// Every list of the program, with values as formulas and kernels by name:
///   {"symbols": [{"name", "min", "max" (absent: none), "optimum"}],
///    "values": ["n", "3", "n*3"],
///    "checks": [{"kind", "a", "b", "subject"}],
///    "inputs": [{"name", "type", "dims": [value], "alignment"}], "outputs",
///    "buffers": [{"kind", ...what the kind has}],
///    "steps": [{"kind", "kernel", "name", "buffers", "sizes", "extent",
///               "grain", "operations", "bytes", "nodes"}]}
/// Numbers in dims, sizes and the like are positions in "values"; absent
/// fields are none.
std::string writeProgramJson(const format::Program &program,
                             const format::Variant &variant);

} // namespace tenon::runtime

#endif // TENON_RUNTIME_CORE_PROGRAMJSON_H
