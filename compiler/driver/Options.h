// SPDX-License-Identifier: Apache-2.0
// Everything a caller may ask of the compiler, as one plain struct that is
// passed down. Nothing below driver/ reads options or the environment.
#ifndef TENON_COMPILER_DRIVER_OPTIONS_H
#define TENON_COMPILER_DRIVER_OPTIONS_H

#include "compiler/onnx/Importer.h"
#include <functional>
#include <string>
#include <vector>

namespace tenon {

/// Latency: a run shares its steps out to all threads. Throughput: a run takes
/// one thread, so that runs of several contexts do not wait for each other.
enum class Goal : uint8_t { Latency, Throughput };

/// Told what is done now, and how much of all, in [0, 1].
using Progress = std::function<void(const std::string &stage, double fraction)>;

struct CompileOptions {
  std::string modelPath;
  ImportOptions import;
  /// Target names (createTarget); empty: the host.
  std::vector<std::string> targets;
  Goal goal = Goal::Latency;
  /// Recompute a sample of every kernel's results with the reference.
  bool verify = true;
  /// Stage after which the IR is printed (names as in Pipeline.cpp); "all".
  std::string dumpAt;
  /// Where dumps go; empty: standard error.
  std::string dumpDir;
  /// Make every node's result an output (ExposeNodes.h).
  bool exposeNodes = false;
  /// Threads that compile; 0: one per core.
  unsigned threads = 0;
  Progress progress;
};

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_OPTIONS_H
