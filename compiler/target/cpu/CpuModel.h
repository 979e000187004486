// SPDX-License-Identifier: Apache-2.0
// What one CPU target is: the facts that schedules see, and what LLVM and the
// runtime must be told. Made from a name; "host" is turned into the name of
// the nearest known level first, so that its code can be made again elsewhere.
#ifndef TENON_COMPILER_TARGET_CPU_CPUMODEL_H
#define TENON_COMPILER_TARGET_CPU_CPUMODEL_H

#include "compiler/target/Target.h"

namespace tenon {

struct CpuModel {
  TargetFacts facts;
  /// Names as LLVM spells them; the runtime checks the same spelling.
  std::vector<std::string> requiredFeatures;
  std::string triple;
  std::string llvmCpu;
  std::string llvmFeatures; ///< "+name,+name", on top of llvmCpu.
};

/// Reads a name such as "x86-64-v4+vnni+bf16"; an unknown level or feature is
/// an error that lists the known ones. Does not accept "host".
llvm::Expected<CpuModel> makeCpuModel(llvm::StringRef name);

/// The same for the machine this runs on, with its caches and cores.
llvm::Expected<CpuModel> makeHostCpuModel();

} // namespace tenon

#endif // TENON_COMPILER_TARGET_CPU_CPUMODEL_H
