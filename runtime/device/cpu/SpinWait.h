// SPDX-License-Identifier: Apache-2.0
//
// The instruction of a waiting loop: gives the other hardware thread of the
// core its turn.
#ifndef TENON_RUNTIME_DEVICE_CPU_SPINWAIT_H
#define TENON_RUNTIME_DEVICE_CPU_SPINWAIT_H

namespace tenon::runtime {

inline void relaxCpu() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

} // namespace tenon::runtime

#endif // TENON_RUNTIME_DEVICE_CPU_SPINWAIT_H
