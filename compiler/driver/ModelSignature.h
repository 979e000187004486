// SPDX-License-Identifier: Apache-2.0
// The inputs and outputs of a model as its file declares them, without its
// nodes: what a command needs before it knows whether the model compiles.
#ifndef TENON_COMPILER_DRIVER_MODELSIGNATURE_H
#define TENON_COMPILER_DRIVER_MODELSIGNATURE_H

#include "compiler/driver/Options.h"
#include "compiler/driver/Outcome.h"

#include <string>

namespace tenon {

/// Writes {"version":1,"name","inputs":[{"name","type","dims":[number or
/// symbol]}],"outputs":[the same, as declared],"symbols":[{"name","min","max"
/// (absent: none),"optimum" (0: not chosen)}],"nodes":count}.
Failure signatureJson(const CompileOptions &options, std::string &json);

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_MODELSIGNATURE_H
