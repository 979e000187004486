// SPDX-License-Identifier: Apache-2.0
// What the machine that compiles can do and how large its caches are. Only
// the "host" target and the execution of code in this process look at it.
#ifndef TENON_COMPILER_TARGET_CPU_HOSTCPU_H
#define TENON_COMPILER_TARGET_CPU_HOSTCPU_H

#include "compiler/target/Target.h"

namespace tenon {

/// Those of `features` that this machine, or its operating system, lacks.
std::vector<std::string>
missingHostFeatures(llvm::ArrayRef<std::string> features);

/// Overwrites caches and cores by those of this machine, where known.
void readHostFacts(TargetFacts &facts);

} // namespace tenon

#endif // TENON_COMPILER_TARGET_CPU_HOSTCPU_H
