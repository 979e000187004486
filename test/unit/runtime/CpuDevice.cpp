// SPDX-License-Identifier: Apache-2.0
//
// What the CPU device finds out about this machine agrees with the system,
// and its pages are protected as they should be.
#include "EngineMaker.h"
#include "TestKernels.h"
#include "runtime/device/cpu/CodeImage.h"
#include "runtime/device/cpu/CpuFeatures.h"
#include "runtime/device/cpu/CpuMemory.h"
#include "runtime/device/cpu/SystemLimits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sched.h>
#include <sstream>

using namespace tenon::runtime;
using namespace tenon::test;

namespace {

/// Words of the line of /proc/cpuinfo that begins with `key`.
std::vector<std::string> readCpuinfo(const std::string &key) {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (line.compare(0, key.size(), key) != 0)
      continue;
    std::istringstream rest(line.substr(line.find(':') + 1));
    return {std::istream_iterator<std::string>(rest), {}};
  }
  return {};
}

#if defined(__x86_64__)
TEST(CpuFeatures, agreeWithTheKernel) {
  std::vector<std::string> flags = readCpuinfo("flags");
  if (flags.empty())
    GTEST_SKIP() << "/proc/cpuinfo lists no flags here";
  std::vector<std::string> found = detectCpuFeatures();
  EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
  // Ours on the left, Linux's on the right.
  const std::pair<const char *, const char *> kSame[] = {
      {"avx", "avx"},           {"avx2", "avx2"},
      {"fma", "fma"},           {"f16c", "f16c"},
      {"bmi2", "bmi2"},         {"sse4.2", "sse4_2"},
      {"avx512f", "avx512f"},   {"avx512bw", "avx512bw"},
      {"avx512vl", "avx512vl"}, {"avx512dq", "avx512dq"},
      {"lzcnt", "abm"},         {"avx512vnni", "avx512_vnni"},
      {"avxvnni", "avx_vnni"},  {"avx512bf16", "avx512_bf16"},
      {"movbe", "movbe"},       {"avx512fp16", "avx512_fp16"},
      {"gfni", "gfni"},         {"avx512vbmi2", "avx512_vbmi2"},
  };
  for (auto [ours, theirs] : kSame)
    EXPECT_EQ(std::binary_search(found.begin(), found.end(), ours),
              std::find(flags.begin(), flags.end(), theirs) != flags.end())
        << ours;
}
#endif

TEST(SystemLimits, usableCpusFollowTheAffinity) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  cpu_set_t one;
  CPU_ZERO(&one);
  int first = 0;
  while (!CPU_ISSET(first, &before))
    ++first;
  CPU_SET(first, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  uint32_t usable = countUsableCpus();
  sched_setaffinity(0, sizeof before, &before);
  EXPECT_EQ(usable, 1u);
  EXPECT_LE(countUsableCpus(), countOnlineCpus());
}

TEST(SystemLimits, memoryIsThere) {
  EXPECT_GT(findMemoryBytes(), 64u << 20);
  EXPECT_GE(findPageBytes(), 4096u);
}

/// Access rights of the page at `address`, such as "r-xp".
std::string rightsAt(const void *address) {
  auto wanted = reinterpret_cast<uintptr_t>(address);
  std::ifstream in("/proc/self/maps");
  for (std::string line; std::getline(in, line);) {
    uintptr_t begin = 0;
    uintptr_t end = 0;
    char rights[8] = {};
    if (std::sscanf(line.c_str(), "%lx-%lx %7s", &begin, &end, rights) == 3 &&
        begin <= wanted && wanted < end)
      return rights;
  }
  return "";
}

TEST(CodeImage, textIsExecutableAndNothingIsWritable) {
  std::vector<std::byte> code = testCode();
  code.resize(2 * code.size(), std::byte{9}); // constants behind the text
  auto loaded = CodeImage::load(code, testVariant());
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  auto *text = static_cast<const std::byte *>((*loaded)->kernel(0));
  EXPECT_EQ(rightsAt(text), "r-xp");
  const std::byte *constants =
      text - testVariant().kernels[0].entry + testVariant().textBytes;
  EXPECT_EQ(rightsAt(constants), "r--p");
  EXPECT_EQ(*constants, std::byte{9});
}

TEST(CodeImage, anEmptyOneHasNothing) {
  tenon::format::Variant variant;
  EXPECT_TRUE(CodeImage::load({}, variant).ok());
}

TEST(CodeImage, textOfOtherPagesIsRefused) {
  std::vector<std::byte> code(3 * 64);
  tenon::format::Variant variant = testVariant();
  variant.textBytes = 64;
  auto loaded = CodeImage::load(code, variant);
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.status().code(), Code::unsupported);
}

TEST(CpuMemory, largeBlocksStartOnHugePages) {
  constexpr uint64_t kHuge = 2 << 20;
  for (uint64_t bytes : {kHuge, kHuge + 1, 3 * kHuge + 12345}) {
    auto memory = allocatePages(bytes);
    ASSERT_TRUE(memory.ok());
    EXPECT_EQ(reinterpret_cast<uintptr_t>(*memory) % kHuge, 0u);
    auto *first = static_cast<char *>(*memory);
    first[0] = first[bytes - 1] = 1;
    freePages(*memory, bytes);
  }
}

TEST(CpuMemory, smallBlocksTakeOnlyTheirPages) {
  auto memory = allocatePages(1);
  ASSERT_TRUE(memory.ok());
  freePages(*memory, 1);
  EXPECT_EQ(rightsAt(*memory), "");
}

} // namespace
