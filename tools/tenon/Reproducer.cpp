// SPDX-License-Identifier: Apache-2.0
// Writes reproducers.
#include "tools/tenon/Reproducer.h"

#include "tools/tenon/ProgramFolder.h"

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <tenon/runtime.h>
#include <unistd.h>
#include <vector>

namespace tenon::cli {

namespace {

constexpr const char *kMark = "TENON_REPRODUCING";
/// The second run may take as long as a build; not for ever.
constexpr rlim_t kMostSeconds = 120;

std::string quoted(const std::string &word) {
  bool isPlain =
      !word.empty() &&
      word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTU"
                             "VWXYZ0123456789_-+=./:,%@") == std::string::npos;
  if (isPlain)
    return word;
  std::string result = "'";
  for (char letter : word)
    result += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return result + "'";
}

std::string rerunLine(int count, char **words) {
  char folder[PATH_MAX];
  std::string line = "cd ";
  line += quoted(::getcwd(folder, sizeof folder) ? folder : ".");
  line += " && " + quoted(programPath());
  for (int i = 1; i < count; ++i)
    line += " " + quoted(words[i]);
  return line;
}

std::string makeFolder() {
  for (const char *parent : {".", "/tmp"}) {
    std::string path =
        fmt::format("{}/tenon-reproducer-{}", parent, ::getpid());
    if (::mkdir(path.c_str(), S_IRWXU) == 0)
      return path;
  }
  return "";
}

void writeText(const std::string &path, const std::string &text) {
  if (std::FILE *file = std::fopen(path.c_str(), "we")) {
    std::fwrite(text.data(), 1, text.size(), file);
    std::fclose(file);
  }
}

/// In the child: everything it prints goes to the log.
[[noreturn]] void runAgain(int count, char **words, const std::string &folder) {
  rlimit limit{kMostSeconds, kMostSeconds};
  ::setrlimit(RLIMIT_CPU, &limit);
  rlimit noCore{0, 0};
  ::setrlimit(RLIMIT_CORE, &noCore);
  int log = ::open((folder + "/log.txt").c_str(), O_WRONLY | O_CREAT, 0600);
  ::dup2(log, STDOUT_FILENO);
  ::dup2(log, STDERR_FILENO);
  ::setenv(kMark, "1", 1);
  std::vector<std::string> all(words, words + count);
  all.insert(all.end(), {"--dump-at", "all", "--dump-dir", folder + "/stages"});
  std::vector<char *> pointers;
  for (std::string &word : all)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::execv(programPath().c_str(), pointers.data());
  std::_Exit(1);
}

} // namespace

bool isReproducing() { return std::getenv(kMark) != nullptr; }

void writeReproducer(int count, char **words, const std::string &reason) {
  std::string rerun = rerunLine(count, words);
  fmt::print(stderr,
             "tenon: this is a fault of ours ({}); please report it "
             "with the model. [TENON_INTERNAL]\n",
             reason);
  std::string folder = makeFolder();
  if (folder.empty()) {
    fmt::print(stderr, "rerun: {}\n", rerun);
    return;
  }
  writeText(folder + "/command.txt",
            fmt::format("{}\n\nreason: {}\nversion: {}\n", rerun, reason,
                        tenon_version_text()));
  pid_t child = ::fork();
  if (child == 0)
    runAgain(count, words, folder);
  int status = 0;
  if (child > 0)
    ::waitpid(child, &status, 0);
  fmt::print(stderr,
             "reproducer: {} (command.txt, log.txt, stages/)\n"
             "rerun: {}\n",
             folder, rerun);
}

} // namespace tenon::cli
