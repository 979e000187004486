// SPDX-License-Identifier: Apache-2.0
//
// The floating-point mode kernels are compiled for: round to nearest, keep
// denormals, trap nothing.
//
// A caller may have set another mode on its thread (flush to zero is common
// in audio code); the same engine would then give other bits there than on
// the pool's threads.
#ifndef TENON_RUNTIME_DEVICE_CPU_FLOATMODE_H
#define TENON_RUNTIME_DEVICE_CPU_FLOATMODE_H

#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace tenon::runtime {

/// Sets the mode for a scope and puts the thread's own back afterwards.
class FloatMode {
public:
#if defined(__x86_64__)
  FloatMode() : before(_mm_getcsr()) {
    if ((before & kModeBits) != kDefault)
      _mm_setcsr(kDefault);
  }
  ~FloatMode() {
    if ((before & kModeBits) != kDefault)
      _mm_setcsr(before);
  }

private:
  static constexpr uint32_t kDefault = 0x1f80; // all exceptions masked
  static constexpr uint32_t kModeBits = ~uint32_t{0x3f}; // but the flags
  uint32_t before;
#elif defined(__aarch64__)
  FloatMode() {
    __asm__ volatile("mrs %0, fpcr" : "=r"(before));
    if (before != 0)
      __asm__ volatile("msr fpcr, %0" : : "r"(uint64_t{0}));
  }
  ~FloatMode() {
    if (before != 0)
      __asm__ volatile("msr fpcr, %0" : : "r"(before));
  }

private:
  uint64_t before;
#endif

public:
  FloatMode(const FloatMode &) = delete;
  FloatMode &operator=(const FloatMode &) = delete;
};

} // namespace tenon::runtime

#endif // TENON_RUNTIME_DEVICE_CPU_FLOATMODE_H
