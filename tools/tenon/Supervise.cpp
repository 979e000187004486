// SPDX-License-Identifier: Apache-2.0
// Starts the child, waits for it, and judges how it ended.
#include "tools/tenon/Supervise.h"

#include "tools/tenon/Reproducer.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tenon::cli {

namespace {

constexpr int kResources = 4, kOurFault = 70;

int waitFor(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

/// Ends this process as the child ended, when someone asked for it.
int endLike(int signal) {
  std::signal(signal, SIG_DFL);
  ::raise(signal);
  return kOurFault;
}

int judge(int status, int count, char **words) {
  if (WIFEXITED(status)) {
    int code = WEXITSTATUS(status);
    if (code == kOurFault)
      writeReproducer(count, words, "an internal error");
    return code;
  }
  int signal = WTERMSIG(status);
  if (signal == SIGINT || signal == SIGTERM || signal == SIGHUP ||
      signal == SIGPIPE)
    return endLike(signal);
  if (signal == SIGKILL) {
    fmt::print(stderr, "tenon: the system ended the program, most likely for "
                       "want of memory; close others or take smaller shapes "
                       "[TENON_OUT_OF_MEMORY]\n");
    return kResources;
  }
  writeReproducer(count, words,
                  fmt::format("the program died: {}", strsignal(signal)));
  return kOurFault;
}

} // namespace

int supervise(int count, char **words, int (*work)(int, char **)) {
  if (isReproducing())
    return work(count, words);
  // A bound on the size of files is an error of writing, not a death.
  std::signal(SIGXFSZ, SIG_IGN);
  pid_t parent = ::getpid();
  pid_t child = ::fork();
  if (child < 0)
    return work(count, words);
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent)
      std::_Exit(kOurFault);
    return work(count, words);
  }
  // The terminal sends these to the child as well, which decides.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGQUIT, SIG_IGN);
  return judge(waitFor(child), count, words);
}

} // namespace tenon::cli
