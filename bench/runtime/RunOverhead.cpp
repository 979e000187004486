// SPDX-License-Identifier: Apache-2.0
//
// What the runtime itself costs: runs of engines whose kernels do next to
// nothing, through the C interface of the shared library.
//
// Prints the least and the median over many slots, for it measures a floor;
// a busy machine shows in the median.
#include "EngineMaker.h"

#include <tenon/runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

using namespace tenon::test;

namespace {

constexpr int kSlots = 300;
constexpr int kRunsPerSlot = 100;

struct Case {
  const char *name;
  std::vector<std::byte> file;
  uint32_t threads;
  int64_t numElements;
  double numSteps;
  bool setsPointers; // input and output are given anew before each run
};

alignas(64) float input[1 << 16];
alignas(64) float output[1 << 16];

bool setPointers(tenon_context *context, int64_t numElements) {
  auto bytes = static_cast<size_t>(numElements) * sizeof(float);
  return tenon_context_set_input(context, 0, input, bytes, &numElements, 1) ==
             TENON_OK &&
         tenon_context_set_output(context, 0, output, bytes) == TENON_OK;
}

void measure(tenon_context *context, const Case &one) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> times;
  for (int slot = 0; slot < kSlots; ++slot) {
    Clock::time_point start = Clock::now();
    for (int run = 0; run < kRunsPerSlot; ++run) {
      if (one.setsPointers)
        setPointers(context, one.numElements);
      tenon_context_run(context);
    }
    std::chrono::duration<double, std::nano> took = Clock::now() - start;
    times.push_back(took.count() / kRunsPerSlot);
  }
  std::sort(times.begin(), times.end());
  double least = times.front();
  std::printf("%-44s %10.1f %10.1f %10.1f\n", one.name, least,
              times[kSlots / 2], least / one.numSteps);
}

bool runCase(const Case &one) {
  tenon_engine *engine = nullptr;
  tenon_context *context = nullptr;
  tenon_context_options options = {};
  options.struct_size = sizeof options;
  options.threads = one.threads;
  bool isFine = tenon_engine_load_memory(one.file.data(), one.file.size(),
                                         nullptr, &engine) == TENON_OK &&
                tenon_context_create(engine, &options, &context) == TENON_OK &&
                setPointers(context, one.numElements) &&
                tenon_context_run(context) == TENON_OK;
  if (isFine)
    measure(context, one);
  else
    std::fprintf(stderr, "%s: %s\n", one.name, tenon_error_message());
  tenon_context_destroy(context);
  tenon_engine_destroy(engine);
  return isFine;
}

} // namespace

int main() {
  const Case kCases[] = {
      {"one step of 4 elements", makeAddEngine(), 1, 4, 1, false},
      {"the same, pointers given anew", makeAddEngine(), 1, 4, 1, true},
      {"100 steps of 4 elements", makeChainEngine(100, 0), 1, 4, 100, false},
      {"100 steps of 64 elements", makeChainEngine(100, 0), 1, 64, 100, false},
      {"the same on two threads", makeChainEngine(100, 32), 2, 64, 100, false},
      {"100 steps of 16384 elements", makeChainEngine(100, 0), 1, 1 << 14, 100,
       false},
      {"the same on two threads", makeChainEngine(100, 1024), 2, 1 << 14, 100,
       false},
  };
  std::printf("%-44s %10s %10s %10s\n", "", "least ns", "median ns",
              "per step");
  bool isFine = true;
  for (const Case &one : kCases)
    isFine = runCase(one) && isFine;
  return isFine ? 0 : 1;
}
