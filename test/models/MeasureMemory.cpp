// SPDX-License-Identifier: Apache-2.0
// How much memory a run takes, measured and planned, for test_memory.py.
//
// usage: measure-memory ENGINE [DIMSxOFxFIRSTxINPUT]
//
// Runs once, so that weights and code are resident and the process has what
// it always needs; then once more in a new context, and prints
// {"planned": BYTES, "measured": BYTES}: what the second run added at most.
#include "tenon/runtime.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <string>
#include <vector>

namespace {

constexpr int kCannotMeasure = 77; // the test is skipped then

void check(tenon_status status) {
  if (status == TENON_OK)
    return;
  std::fprintf(stderr, "%s\n", tenon_error_message());
  std::exit(tenon_status_exit_code(status));
}

/// A line of /proc/self/status, in bytes.
size_t statusBytes(const char *key) {
  std::FILE *file = std::fopen("/proc/self/status", "r");
  char line[256];
  size_t kilobytes = 0;
  while (file && std::fgets(line, sizeof line, file))
    if (std::strncmp(line, key, std::strlen(key)) == 0)
      kilobytes = std::strtoull(line + std::strlen(key), nullptr, 10);
  if (file)
    std::fclose(file);
  return kilobytes * 1024;
}

/// The peak is counted from here on. False where the system does not let us.
bool resetPeak() {
  std::FILE *file = std::fopen("/proc/self/clear_refs", "w");
  if (!file)
    return false;
  bool written = std::fputs("5", file) >= 0;
  return std::fclose(file) == 0 && written;
}

struct Input {
  std::vector<int64_t> dims;
  std::vector<char> data;
};

std::vector<int64_t> parse(const char *text) {
  std::vector<int64_t> dims;
  for (char *end = nullptr; *text; text = *end ? end + 1 : end)
    dims.push_back(std::strtoll(text, &end, 10));
  return dims;
}

std::vector<Input> makeInputs(const tenon_engine *engine, const char *first) {
  uint32_t count = 0;
  check(tenon_engine_input_count(engine, &count));
  std::vector<Input> inputs(count);
  for (uint32_t i = 0; i < count; ++i) {
    tenon_tensor_info info = TENON_INIT(info);
    check(tenon_engine_input_info(engine, i, &info));
    int64_t bytes = tenon_type_bits(info.type) / 8;
    for (int32_t d = 0; d < info.rank; ++d)
      inputs[i].dims.push_back(info.dims[d].optimum);
    if (i == 0 && first)
      inputs[i].dims = parse(first);
    for (int64_t size : inputs[i].dims)
      bytes *= size;
    inputs[i].data.assign(bytes, 0);
  }
  return inputs;
}

void runOnce(const tenon_engine *engine, const std::vector<Input> &inputs) {
  tenon_context *context = nullptr;
  check(tenon_context_create(engine, nullptr, &context));
  for (uint32_t i = 0; i < inputs.size(); ++i)
    check(tenon_context_set_input(context, i, inputs[i].data.data(),
                                  inputs[i].data.size(), inputs[i].dims.data(),
                                  int32_t(inputs[i].dims.size())));
  check(tenon_context_run(context));
  tenon_context_destroy(context);
}

uint64_t plannedBytes(const tenon_engine *engine,
                      const std::vector<Input> &inputs) {
  std::vector<tenon_shape> shapes;
  for (const Input &input : inputs)
    shapes.push_back({input.dims.data(), int32_t(input.dims.size())});
  tenon_memory_info info = TENON_INIT(info);
  check(tenon_engine_plan_memory(engine, 0, shapes.data(),
                                 uint32_t(shapes.size()), &info));
  return info.planned_peak_bytes;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 2)
    return 1;
  tenon_engine *engine = nullptr;
  check(tenon_engine_load_file(argv[1], nullptr, &engine));
  std::vector<Input> inputs = makeInputs(engine, argc > 2 ? argv[2] : nullptr);
  runOnce(engine, inputs);
  malloc_trim(0);
  if (!resetPeak()) {
    std::fprintf(stderr, "this system does not let the peak be reset\n");
    return kCannotMeasure;
  }
  size_t before = statusBytes("VmRSS:");
  runOnce(engine, inputs);
  size_t peak = statusBytes("VmHWM:");
  std::printf("{\"planned\": %llu, \"measured\": %lld}\n",
              (unsigned long long)plannedBytes(engine, inputs),
              (long long)peak - (long long)before);
  tenon_engine_destroy(engine);
  return 0;
}
