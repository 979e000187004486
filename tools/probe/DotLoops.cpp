// SPDX-License-Identifier: Apache-2.0
// Dot products of bf16 and of int8 in 512-bit vectors.
#include "tools/probe/PeakLoops.h"

namespace tenon::probe {

#if defined(__x86_64__)
namespace {

typedef float Floats __attribute__((vector_size(64)));
typedef int Ints __attribute__((vector_size(64)));
typedef __bf16 Halves __attribute__((vector_size(64)));

constexpr int kChains = 12; // as in PeakLoops.inc
constexpr long kBf16Lanes = 32, kInt8Lanes = 64;

float bf16Dot(long rounds) {
  Floats sums[kChains] = {};
  Ints zero{};
  Halves a = reinterpret_cast<Halves &>(zero), b = a;
  for (long round = 0; round < rounds; ++round) {
    asm volatile("" : "+v"(a), "+v"(b));
#pragma clang loop unroll(full)
    for (int i = 0; i < kChains; ++i)
      sums[i] = __builtin_ia32_dpbf16ps_512(sums[i], a, b);
  }
  Floats sum{};
  for (int i = 0; i < kChains; ++i)
    sum += sums[i];
  return sum[0];
}

float int8Dot(long rounds) {
  Ints sums[kChains] = {};
  Ints a{}, b{};
  for (long round = 0; round < rounds; ++round) {
    asm volatile("" : "+v"(a), "+v"(b));
#pragma clang loop unroll(full)
    for (int i = 0; i < kChains; ++i)
      sums[i] = __builtin_ia32_vpdpbusd512(sums[i], a, b);
  }
  Ints sum{};
  for (int i = 0; i < kChains; ++i)
    sum += sums[i];
  return static_cast<float>(sum[0]);
}

constexpr DotLoop kBf16 = {bf16Dot, 2L * kChains *kBf16Lanes};
constexpr DotLoop kInt8 = {int8Dot, 2L * kChains *kInt8Lanes};

} // namespace

const DotLoop *bf16DotLoop() { return &kBf16; }
const DotLoop *int8DotLoop() { return &kInt8; }
#else
const DotLoop *bf16DotLoop() { return nullptr; }
const DotLoop *int8DotLoop() { return nullptr; }
#endif

} // namespace tenon::probe
