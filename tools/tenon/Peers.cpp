// SPDX-License-Identifier: Apache-2.0
// Starts the measuring program of the peers.
#include "tools/tenon/Peers.h"

#include "tools/tenon/EngineSource.h"
#include "tools/tenon/Failures.h"
#include "tools/tenon/ProgramFolder.h"
#include "tools/tenon/Table.h"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tenon::cli {

namespace {

constexpr double kNsPerMs = 1e6;

/// The first of the paths that is there; empty when none is.
std::string findFile(const std::vector<std::string> &paths) {
  for (const std::string &path : paths)
    if (::access(path.c_str(), R_OK) == 0)
      return path;
  return "";
}

/// A Python with the peers' packages: what the user names, what `./dev bench`
/// made, or the system's.
std::string findPython() {
  if (const char *named = std::getenv("TENON_PYTHON"))
    return named;
  std::string made = findFile({programFolder() + "/../../peers/bin/python"});
  return made.empty() ? "python3" : made;
}

/// Runs the words with `input` on standard input; gives standard output.
std::string runProgram(const std::vector<std::string> &words,
                       const std::string &input, int &exitCode) {
  int toChild[2], fromChild[2];
  if (::pipe2(toChild, O_CLOEXEC) != 0 || ::pipe2(fromChild, O_CLOEXEC) != 0)
    return "";
  pid_t child = ::fork();
  if (child == 0) {
    ::dup2(toChild[0], STDIN_FILENO);
    ::dup2(fromChild[1], STDOUT_FILENO);
    ::dup2(fromChild[1], STDERR_FILENO);
    std::vector<char *> pointers;
    for (const std::string &word : words)
      pointers.push_back(const_cast<char *>(word.c_str()));
    pointers.push_back(nullptr);
    ::execvp(pointers[0], pointers.data());
    std::fprintf(stderr, "%s cannot be started\n", pointers[0]);
    std::_Exit(1);
  }
  ::close(fromChild[1]);
  if (::write(toChild[1], input.data(), input.size()) < 0)
    exitCode = 1;
  ::close(toChild[0]); // only now: writing to a pipe without reader is fatal
  ::close(toChild[1]);
  std::string output;
  char piece[4096];
  for (ssize_t got; (got = ::read(fromChild[0], piece, sizeof piece)) > 0;)
    output.append(piece, static_cast<size_t>(got));
  ::close(fromChild[0]);
  int status = 1;
  if (child > 0)
    ::waitpid(child, &status, 0);
  exitCode = status;
  return output;
}

std::string lastLine(std::string text) {
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

PeerFigures measurePeer(const std::string &name, const std::string &script,
                        const BenchArguments &arguments,
                        const std::string &shapes) {
  uint32_t threads = arguments.execution.threads;
  if (threads == 0)
    threads =
        static_cast<uint32_t>(std::max(::sysconf(_SC_NPROCESSORS_ONLN), 1L));
  std::string seconds = fmt::format("{}\n", arguments.seconds.value_or(1));
  int exitCode = 0;
  std::string said =
      runProgram({findPython(), "-B", script, name, arguments.model.path,
                  std::to_string(threads), shapes},
                 seconds, exitCode);
  Json figures = parseJson(lastLine(said));
  PeerFigures peer{name, numberOf(figures, "min_ms"),
                   numberOf(figures, "median_ms"), ""};
  if (exitCode != 0 || peer.minMs <= 0)
    peer.error = lastLine(said);
  return peer;
}

} // namespace

Result<std::vector<PeerFigures>> measurePeers(const BenchArguments &arguments,
                                              const Json &inputs) {
  if (isEngineFile(arguments.model.path))
    return wrongUse("--against: the peers need the model, and " +
                    arguments.model.path + " is an engine");
  std::string folder = programFolder();
  std::string script = findFile({folder + "/../share/tenon/contender.py",
                                 folder + "/../../../bench/contender.py"});
  if (script.empty())
    return Failure{TENON_NOT_FOUND,
                   "--against: contender.py, which measures the peers, is not "
                   "installed; './dev bench' in Tenon's source tree has it"};
  Json shapes = Json::object();
  for (const Json &input : inputs)
    shapes[textOf(input, "name")] = member(input, "shape");
  std::string shapesText =
      shapes.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::vector<PeerFigures> peers;
  for (const std::string &name : arguments.against)
    peers.push_back(measurePeer(name, script, arguments, shapesText));
  return peers;
}

Json peersJson(const std::vector<PeerFigures> &peers, double ourMinNs) {
  Json object = Json::object();
  for (const PeerFigures &peer : peers) {
    if (!peer.error.empty())
      object[peer.name] = {{"error", peer.error}};
    else
      object[peer.name] = {{"min_ms", peer.minMs},
                           {"median_ms", peer.medianMs},
                           {"ratio", peer.minMs * kNsPerMs / ourMinNs}};
  }
  return object;
}

void printPeers(const std::vector<PeerFigures> &peers, double ourMinNs) {
  printHeading("Others on the same model:");
  Table table({"name", ">min", ">median", ">Tenon is faster by"});
  for (const PeerFigures &peer : peers) {
    if (peer.error.empty())
      table.addRow({peer.name, timeText(peer.minMs * kNsPerMs),
                    timeText(peer.medianMs * kNsPerMs),
                    fmt::format("{:.2f}", peer.minMs * kNsPerMs / ourMinNs)});
    else
      table.addRow({peer.name, "-", "-", "-"});
  }
  table.print();
  for (const PeerFigures &peer : peers)
    if (!peer.error.empty())
      fmt::print("\n{} gave no figures: {}\nIt runs in {}; TENON_PYTHON names "
                 "another Python, which needs {}, onnx and numpy\n",
                 peer.name, printable(peer.error), findPython(), peer.name);
}

} // namespace tenon::cli
