// SPDX-License-Identifier: Apache-2.0
//
// Damages a model file in many ways and gives each result to the compiler's C
// interface, in this process: a process for each would take hours. Whatever
// the file says, the call ends with a status and a text, soon, and the fault
// is never ours. Prints one JSON object; test/hostile runs it.
//
// The damaged file stays where it was while it is tried: after a crash it is
// the one that crashed.
#include "test/fuzz/MutateModel.h"

#include <tenon/compiler.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <sys/resource.h>

namespace {

constexpr const char *kUsage =
    "usage: sweep-model truncate|flip|mutate check|compile MODEL SCRATCH "
    "[COUNT [SEED]]\n"
    "  truncate: MODEL cut at COUNT lengths, evenly spread (0: at every one)\n"
    "  flip: COUNT times one byte changed; mutate: COUNT times one field\n"
    "  SCRATCH: the file that holds the damaged model\n";

struct Sweep {
  std::string damage, stage, whole, scratch;
  uint64_t count = 0, seed = 1;
};

struct Tally {
  uint64_t cases = 0;
  std::map<std::string, uint64_t> statuses;
  double slowestMs = 0;
  uint64_t slowestCase = 0;
  std::string fault; // of the case that is ours; ends the sweep
};

std::string damaged(const Sweep &sweep, uint64_t index) {
  if (sweep.damage == "truncate") {
    uint64_t length =
        sweep.count ? index * sweep.whole.size() / sweep.count : index;
    return sweep.whole.substr(0, length);
  }
  // Far apart, so that sweeps with neighbouring seeds share no case.
  constexpr uint64_t kSeedStride = 1'000'000;
  tenon::test::ModelMutator mutator(sweep.seed * kSeedStride + index);
  return sweep.damage == "flip" ? mutator.flipBytes(sweep.whole, 1)
                                : mutator.mutateField(sweep.whole);
}

bool writeFile(const std::string &path, const std::string &bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return static_cast<bool>(file.flush());
}

/// Why the end of a call is a fault of ours; empty when it is none.
std::string judge(tenon_status status, const tenon_compilation *made) {
  std::string text = tenon_compiler_message();
  bool isExpected = status == TENON_OK || status == TENON_INVALID_ARGUMENT ||
                    status == TENON_UNSUPPORTED ||
                    status == TENON_OUT_OF_MEMORY;
  if (!isExpected)
    return std::string(tenon_status_name(status)) + ": " + text;
  if (status != TENON_OK && text.empty())
    return std::string(tenon_status_name(status)) + " without a text";
  if (!made || !std::strstr(tenon_compilation_report(made), "\"problems\""))
    return "no report";
  return "";
}

void tryOne(const Sweep &sweep, uint64_t index, Tally &tally) {
  if (!writeFile(sweep.scratch, damaged(sweep, index))) {
    tally.fault = "cannot write " + sweep.scratch;
    return;
  }
  tenon_compile_options options = {};
  options.struct_size = sizeof options;
  options.model_path = sweep.scratch.c_str();
  options.threads = 1;
  tenon_compilation *made = nullptr;
  auto start = std::chrono::steady_clock::now();
  tenon_status status = sweep.stage == "check" ? tenon_check(&options, &made)
                                               : tenon_compile(&options, &made);
  std::chrono::duration<double, std::milli> spent =
      std::chrono::steady_clock::now() - start;
  tally.fault = judge(status, made);
  tenon_compilation_destroy(made);
  ++tally.cases;
  ++tally.statuses[tenon_status_name(status)];
  if (spent.count() > tally.slowestMs) {
    tally.slowestMs = spent.count();
    tally.slowestCase = index;
  }
}

void print(const Tally &tally) {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("{\"cases\":%llu,\"slowest_ms\":%.1f,\"slowest_case\":%llu,"
              "\"peak_kib\":%ld,\"statuses\":{",
              static_cast<unsigned long long>(tally.cases), tally.slowestMs,
              static_cast<unsigned long long>(tally.slowestCase),
              usage.ru_maxrss);
  const char *separator = "";
  for (const auto &[name, count] : tally.statuses) {
    std::printf("%s\"%s\":%llu", separator, name.c_str(),
                static_cast<unsigned long long>(count));
    separator = ",";
  }
  std::printf("}}\n");
}

bool readNumber(const char *word, uint64_t &number) {
  const char *end = word + std::strlen(word);
  auto [stop, error] = std::from_chars(word, end, number);
  return error == std::errc() && stop == end;
}

bool readWords(int count, char **words, Sweep &sweep) {
  if (count < 5 || count > 7)
    return false;
  sweep.damage = words[1];
  sweep.stage = words[2];
  sweep.scratch = words[4];
  std::ifstream file(words[3], std::ios::binary);
  sweep.whole.assign(std::istreambuf_iterator<char>(file), {});
  return !sweep.whole.empty() &&
         (count < 6 || readNumber(words[5], sweep.count)) &&
         (count < 7 || readNumber(words[6], sweep.seed)) &&
         (sweep.damage == "truncate" || sweep.damage == "flip" ||
          sweep.damage == "mutate") &&
         (sweep.stage == "check" || sweep.stage == "compile");
}

} // namespace

int main(int count, char **words) {
  Sweep sweep;
  if (!readWords(count, words, sweep)) {
    std::fputs(kUsage, stderr);
    return 1;
  }
  uint64_t cases = sweep.count;
  if (sweep.damage == "truncate" && cases == 0)
    cases = sweep.whole.size();
  Tally tally;
  for (uint64_t i = 0; i < cases && tally.fault.empty(); ++i)
    tryOne(sweep, i, tally);
  print(tally);
  if (tally.fault.empty()) {
    std::remove(sweep.scratch.c_str());
    return 0;
  }
  std::fprintf(stderr, "sweep-model: case %llu (left in %s): %s\n",
               static_cast<unsigned long long>(tally.cases - 1),
               sweep.scratch.c_str(), tally.fault.c_str());
  return 1;
}
