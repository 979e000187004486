// SPDX-License-Identifier: Apache-2.0
// The CPU target: one class for every instruction set, which differ only in
// their CpuModel.
#ifndef TENON_COMPILER_TARGET_CPU_CPUTARGET_H
#define TENON_COMPILER_TARGET_CPU_CPUTARGET_H

#include "compiler/target/Target.h"

namespace tenon {

/// Creates a CPU target by a name that Target.h lists.
llvm::Expected<std::unique_ptr<Target>>
createCpuTarget(llvm::StringRef name, std::optional<MeasuredPeaks> peaks);

} // namespace tenon

#endif // TENON_COMPILER_TARGET_CPU_CPUTARGET_H
