// SPDX-License-Identifier: Apache-2.0
#include "TestKernels.h"

#include "format/FaultWord.h"

#include <cstdint>
#include <cstring>

// In one section of its own, not changed by sanitizers, and calling nothing:
// the code is copied elsewhere before it runs.
#define TENON_TEST_KERNEL                                                      \
  extern "C" __attribute__((section("tenonkernels"), used, retain, noinline,   \
                            no_sanitize("address", "undefined", "thread"),     \
                            no_builtin, aligned(16)))

extern "C" {
extern const unsigned char __start_tenonkernels[];
extern const unsigned char __stop_tenonkernels[];
}

TENON_TEST_KERNEL void testAddConstant(void *const *buffers, const int64_t *,
                                       int64_t begin, int64_t end) {
  auto *x = static_cast<const float *>(buffers[0]);
  auto *c = static_cast<const float *>(buffers[1]);
  auto *y = static_cast<float *>(buffers[2]);
  for (int64_t i = begin; i < end; ++i)
    y[i] = x[i] + c[0];
}

TENON_TEST_KERNEL void testScale(void *const *buffers, const int64_t *sizes,
                                 int64_t begin, int64_t end) {
  auto *x = static_cast<const int32_t *>(buffers[0]);
  auto *y = static_cast<int32_t *>(buffers[1]);
  for (int64_t i = begin; i < end; ++i)
    y[i] = static_cast<int32_t>(x[i] * sizes[0]);
}

TENON_TEST_KERNEL void testGather(void *const *buffers, const int64_t *sizes,
                                  int64_t begin, int64_t end) {
  auto *x = static_cast<const float *>(buffers[0]);
  auto *index = static_cast<const int64_t *>(buffers[1]);
  auto *y = static_cast<float *>(buffers[2]);
  auto *fault = static_cast<int64_t *>(buffers[3]);
  constexpr int64_t kOutOfRange = tenon::format::makeFaultWord(
      tenon::format::FaultReason::indexOutOfRange, 1, 0);
  for (int64_t i = begin; i < end; ++i) {
    int64_t at = index[i];
    if (at < 0 || at >= sizes[0]) {
      *fault =
          kOutOfRange | static_cast<int64_t>(static_cast<uint64_t>(at) << 32);
      at = 0;
    }
    y[i] = x[at];
  }
}

TENON_TEST_KERNEL void testMarkParts(void *const *buffers, const int64_t *,
                                     int64_t begin, int64_t end) {
  auto *y = static_cast<int64_t *>(buffers[0]);
  for (int64_t i = begin; i < end; ++i)
    y[i] = begin * 1000 + end;
}

TENON_TEST_KERNEL void testBusy(void *const *buffers, const int64_t *sizes,
                                int64_t begin, int64_t end) {
  auto *y = static_cast<volatile int64_t *>(buffers[0]);
  for (int64_t i = begin; i < end; ++i) {
    for (int64_t round = 0; round < sizes[0]; ++round)
      y[i] = round;
    y[i] = 1;
  }
}

TENON_TEST_KERNEL void testHalve(void *const *buffers, const int64_t *sizes,
                                 int64_t begin, int64_t end) {
  auto *x = static_cast<const float *>(buffers[0]);
  auto *y = static_cast<float *>(buffers[1]);
  // A constant in memory would lie outside the section.
  auto half = static_cast<float>(sizes[0]) / static_cast<float>(sizes[1]);
  for (int64_t i = begin; i < end; ++i)
    y[i] = x[i] * half;
}

namespace tenon::test {

namespace {

constexpr size_t kPage = 64 * 1024; // of any system

uint64_t entryOf(void (*kernel)(void *const *, const int64_t *, int64_t,
                                int64_t)) {
  return reinterpret_cast<uintptr_t>(kernel) -
         reinterpret_cast<uintptr_t>(__start_tenonkernels);
}

} // namespace

format::Variant testVariant() {
  format::Variant variant;
  variant.name = "test";
  variant.device = "cpu";
  variant.textBytes = kPage;
  variant.kernels = {
      {"addConstant", entryOf(testAddConstant)},
      {"scale", entryOf(testScale)},
      {"gather", entryOf(testGather)},
      {"markParts", entryOf(testMarkParts)},
      {"busy", entryOf(testBusy)},
      {"halve", entryOf(testHalve)},
  };
  return variant;
}

std::vector<std::byte> testCode() {
  auto size = static_cast<size_t>(__stop_tenonkernels - __start_tenonkernels);
  std::vector<std::byte> code(kPage, std::byte{0});
  std::memcpy(code.data(), __start_tenonkernels, size);
  return code;
}

} // namespace tenon::test
