// SPDX-License-Identifier: Apache-2.0
// What the user asked for: one plain struct per subcommand, filled by
// CommandLine.cpp and read by the subcommand's own file.
#ifndef TENON_TOOLS_TENON_ARGUMENTS_H
#define TENON_TOOLS_TENON_ARGUMENTS_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tenon::cli {

/// Of every command.
struct StyleArguments {
  bool json = false;
  bool quiet = false;
};

/// A model or an engine, and how to compile it if it is a model.
struct ModelArguments {
  std::string path;
  std::vector<std::string> shapes; // as on the command line
  std::vector<std::string> targets;
  bool throughput = false;
  bool skipVerify = false;
  bool exposeNodes = false; // every node's result is an output
  std::string dumpAt;
  std::string dumpDir;
};

/// Where input tensors come from.
struct InputArguments {
  std::vector<std::string> files; // NAME=FILE
  std::string folder;
  bool random = false;
  uint64_t seed = 0;
};

struct ExecutionArguments {
  std::string device = "cpu"; // or "reference"
  uint32_t threads = 0;       // 0: one per CPU
  uint64_t memoryLimitBytes = 0;
};

struct CheckArguments {
  StyleArguments style;
  ModelArguments model;
};

struct BuildArguments {
  StyleArguments style;
  ModelArguments model;
  std::string engine;
};

struct RunArguments {
  StyleArguments style;
  ModelArguments model;
  InputArguments inputs;
  ExecutionArguments execution;
  std::string outputFolder;
};

struct BenchArguments {
  StyleArguments style;
  ModelArguments model;
  InputArguments inputs;
  ExecutionArguments execution;
  std::optional<uint64_t> iterations;
  std::optional<double> seconds;
  std::optional<uint64_t> warmUpRuns;
  bool perKernel = false;
  std::vector<std::string> against;
};

struct VerifyArguments {
  StyleArguments style;
  ModelArguments model;
  InputArguments inputs;
  ExecutionArguments execution;
  std::string truthModel; // the model an engine was made from
  std::vector<std::string> testSets;
  std::optional<double> absoluteTolerance;
  std::optional<double> relativeTolerance;
};

struct ExplainArguments {
  StyleArguments style;
  ModelArguments model;
};

struct InspectArguments {
  StyleArguments style;
  ModelArguments model;
};

struct DevicesArguments {
  StyleArguments style;
  bool probe = false;
};

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_ARGUMENTS_H
