// SPDX-License-Identifier: Apache-2.0
//
// Features of an x86-64 CPU, read with cpuid.
//
// A vector feature counts only when the operating system saves the registers
// it needs (XCR0); a CPU alone is not enough.
#include "runtime/device/cpu/CpuFeatures.h"

#if defined(__x86_64__)

#include <algorithm>
#include <array>
#include <cpuid.h>
#include <cstdint>
#include <cstring>

namespace tenon::runtime {

namespace {

enum Register { kEax, kEbx, kEcx, kEdx };
using Registers = std::array<uint32_t, 4>;

/// Bits of XCR0 that must all be set: which registers the system saves.
enum State : uint64_t {
  kNone = 0,
  kYmm = 0x6,  // xmm and upper halves of ymm
  kZmm = 0xe6, // those, masks, upper halves of zmm, zmm16-31
};

struct Feature {
  const char *name;
  uint32_t leaf;
  uint32_t subleaf;
  Register where;
  uint32_t bit;
  State state;
};

constexpr uint32_t kOsxsaveBit = 27; // leaf 1, ecx
constexpr uint32_t kExtendedLeaf = 0x80000001;

// Declarative table. Source: Intel SDM volume 2, CPUID; AMD APM volume 3,
// appendix E. Names are LLVM's.
constexpr Feature kFeatures[] = {
    {"sse3", 1, 0, kEcx, 0, kNone},
    {"pclmul", 1, 0, kEcx, 1, kNone},
    {"ssse3", 1, 0, kEcx, 9, kNone},
    {"fma", 1, 0, kEcx, 12, kYmm},
    {"cx16", 1, 0, kEcx, 13, kNone},
    {"sse4.1", 1, 0, kEcx, 19, kNone},
    {"sse4.2", 1, 0, kEcx, 20, kNone},
    {"movbe", 1, 0, kEcx, 22, kNone},
    {"popcnt", 1, 0, kEcx, 23, kNone},
    {"aes", 1, 0, kEcx, 25, kNone},
    {"xsave", 1, 0, kEcx, 26, kNone},
    {"avx", 1, 0, kEcx, 28, kYmm},
    {"f16c", 1, 0, kEcx, 29, kYmm},
    {"bmi", 7, 0, kEbx, 3, kNone},
    {"avx2", 7, 0, kEbx, 5, kYmm},
    {"bmi2", 7, 0, kEbx, 8, kNone},
    {"avx512f", 7, 0, kEbx, 16, kZmm},
    {"avx512dq", 7, 0, kEbx, 17, kZmm},
    {"adx", 7, 0, kEbx, 19, kNone},
    {"avx512ifma", 7, 0, kEbx, 21, kZmm},
    {"avx512cd", 7, 0, kEbx, 28, kZmm},
    {"avx512bw", 7, 0, kEbx, 30, kZmm},
    {"avx512vl", 7, 0, kEbx, 31, kZmm},
    {"avx512vbmi", 7, 0, kEcx, 1, kZmm},
    {"avx512vbmi2", 7, 0, kEcx, 6, kZmm},
    {"gfni", 7, 0, kEcx, 8, kNone},
    {"vaes", 7, 0, kEcx, 9, kYmm},
    {"vpclmulqdq", 7, 0, kEcx, 10, kYmm},
    {"avx512vnni", 7, 0, kEcx, 11, kZmm},
    {"avx512bitalg", 7, 0, kEcx, 12, kZmm},
    {"avx512vpopcntdq", 7, 0, kEcx, 14, kZmm},
    {"avx512fp16", 7, 0, kEdx, 23, kZmm},
    {"avxvnni", 7, 1, kEax, 4, kYmm},
    {"avx512bf16", 7, 1, kEax, 5, kZmm},
    {"avxifma", 7, 1, kEax, 23, kYmm},
    {"avxvnniint8", 7, 1, kEdx, 4, kYmm},
    {"avxneconvert", 7, 1, kEdx, 5, kYmm},
    {"avxvnniint16", 7, 1, kEdx, 10, kYmm},
    {"sahf", kExtendedLeaf, 0, kEcx, 0, kNone},
    {"lzcnt", kExtendedLeaf, 0, kEcx, 5, kNone},
    {"sse4a", kExtendedLeaf, 0, kEcx, 6, kNone},
    {"prfchw", kExtendedLeaf, 0, kEcx, 8, kNone},
};

/// Zeros when the CPU does not know the leaf.
Registers queryLeaf(uint32_t leaf, uint32_t subleaf) {
  Registers found = {};
  __get_cpuid_count(leaf, subleaf, &found[kEax], &found[kEbx], &found[kEcx],
                    &found[kEdx]);
  return found;
}

/// XCR0; zero when the system does not use it.
uint64_t readSavedState() {
  if (!(queryLeaf(1, 0)[kEcx] >> kOsxsaveBit & 1))
    return 0;
  uint32_t low = 0;
  uint32_t high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return uint64_t{high} << 32 | low;
}

std::string trim(std::string text) {
  size_t end = text.find('\0');
  text = text.substr(0, end);
  size_t first = text.find_first_not_of(' ');
  size_t last = text.find_last_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

} // namespace

std::vector<std::string> detectCpuFeatures() {
  uint64_t saved = readSavedState();
  std::vector<std::string> names;
  for (const Feature &feature : kFeatures) {
    Registers found = queryLeaf(feature.leaf, feature.subleaf);
    bool isThere = found[feature.where] >> feature.bit & 1;
    if (isThere && (saved & feature.state) == feature.state)
      names.push_back(feature.name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

CpuName detectCpuName() {
  CpuName name;
  Registers first = queryLeaf(0, 0);
  std::array<uint32_t, 3> vendor = {first[kEbx], first[kEdx], first[kEcx]};
  name.vendor.assign(reinterpret_cast<const char *>(vendor.data()),
                     sizeof vendor);
  constexpr uint32_t kBrandLeaf = 0x80000002;
  std::array<Registers, 3> brand = {};
  for (uint32_t i = 0; i < brand.size(); ++i)
    brand[i] = queryLeaf(kBrandLeaf + i, 0);
  name.model = trim(
      std::string(reinterpret_cast<const char *>(brand.data()), sizeof brand));
  return name;
}

} // namespace tenon::runtime

#endif // __x86_64__
