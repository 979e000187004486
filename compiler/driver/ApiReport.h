// SPDX-License-Identifier: Apache-2.0
// The JSON reports of the compiler's C interface (include/tenon/compiler.h).
#ifndef TENON_COMPILER_DRIVER_APIREPORT_H
#define TENON_COMPILER_DRIVER_APIREPORT_H

#include "compiler/driver/CheckModel.h"
#include "compiler/driver/CompileModel.h"

#include <string>

namespace tenon {

std::string compileReport(const CompiledModel &model);
std::string checkReport(const CheckedModel &model);

/// A report of a failure alone.
std::string failureReport(const Failure &failure);

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_APIREPORT_H
