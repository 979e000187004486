// SPDX-License-Identifier: Apache-2.0
//
// What a fault word means, for people.
#ifndef TENON_RUNTIME_CORE_FAULTTEXT_H
#define TENON_RUNTIME_CORE_FAULTTEXT_H

#include "format/Program.h"

#include <string>

namespace tenon::runtime {

/// The error text for step `step` that left `word` (format/FaultWord.h).
std::string describeFault(const format::Program &program, size_t step,
                          int64_t word);

} // namespace tenon::runtime

#endif // TENON_RUNTIME_CORE_FAULTTEXT_H
