// SPDX-License-Identifier: Apache-2.0
//
// Features of an AArch64 CPU, as Linux reports them.
#include "runtime/device/cpu/CpuFeatures.h"

#if defined(__aarch64__)

#include <algorithm>
#include <asm/hwcap.h>
#include <cstdint>
#include <sys/auxv.h>

namespace tenon::runtime {

namespace {

struct Feature {
  const char *name;
  unsigned long which; // AT_HWCAP or AT_HWCAP2
  unsigned long bit;
};

// Declarative table. Source: Linux, Documentation/arch/arm64/elf_hwcaps.rst.
// Names are LLVM's.
constexpr Feature kFeatures[] = {
    {"neon", AT_HWCAP, HWCAP_ASIMD},       {"fp-armv8", AT_HWCAP, HWCAP_FP},
    {"fullfp16", AT_HWCAP, HWCAP_ASIMDHP}, {"rdm", AT_HWCAP, HWCAP_ASIMDRDM},
    {"lse", AT_HWCAP, HWCAP_ATOMICS},      {"dotprod", AT_HWCAP, HWCAP_ASIMDDP},
    {"fp16fml", AT_HWCAP, HWCAP_ASIMDFHM}, {"sve", AT_HWCAP, HWCAP_SVE},
    {"sve2", AT_HWCAP2, HWCAP2_SVE2},      {"i8mm", AT_HWCAP2, HWCAP2_I8MM},
    {"bf16", AT_HWCAP2, HWCAP2_BF16},
};

} // namespace

std::vector<std::string> detectCpuFeatures() {
  std::vector<std::string> names;
  for (const Feature &feature : kFeatures)
    if (getauxval(feature.which) & feature.bit)
      names.push_back(feature.name);
  std::sort(names.begin(), names.end());
  return names;
}

CpuName detectCpuName() { return {"ARM", ""}; }

} // namespace tenon::runtime

#endif // __aarch64__
