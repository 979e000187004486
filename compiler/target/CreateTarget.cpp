// SPDX-License-Identifier: Apache-2.0
// The one list of targets.
#include "compiler/target/Target.h"

#include "compiler/target/cpu/CpuTarget.h"
#include "compiler/target/null/NullTarget.h"

namespace tenon {

llvm::Expected<std::unique_ptr<Target>>
createTarget(llvm::StringRef name, std::optional<MeasuredPeaks> peaks) {
  if (name == "null")
    return createNullTarget();
  return createCpuTarget(name, peaks);
}

} // namespace tenon
