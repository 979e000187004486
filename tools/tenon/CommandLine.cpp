// SPDX-License-Identifier: Apache-2.0
// The list of subcommands, and the only place where a failure becomes text.
#include "tools/tenon/CommandLine.h"

#include "runtime/core/NearestName.h"
#include "tools/tenon/Commands.h"
#include "tools/tenon/Completion.h"
#include "tools/tenon/Flags.h"
#include "tools/tenon/HelpText.h"
#include "tools/tenon/Json.h"
#include "tools/tenon/Table.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <functional>

namespace tenon::cli {

namespace {

struct Command {
  CLI::App *app;
  std::function<Result<int>()> run;
  std::function<bool()> wantsJson;
};

class CommandLine {
public:
  CommandLine();
  int run(int count, char **words);

private:
  template <typename Arguments>
  void add(const char *name, const char *help, Arguments &arguments,
           Result<int> (*run)(const Arguments &));
  void addCompletion();
  int complain(const CLI::ParseError &error, int wordCount);
  std::string wordingOf(const CLI::ParseError &error, const CLI::App &app);
  int report(const Command &command, const Failure &failure);

  CLI::App app{"Compiles ONNX models to engines and runs them", "tenon"};
  std::vector<Command> commands;
  CheckArguments check;
  BuildArguments build;
  RunArguments runArguments;
  BenchArguments bench;
  VerifyArguments verify;
  ExplainArguments explain;
  InspectArguments inspect;
  DevicesArguments devices;
  std::string shell;
};

template <typename Arguments>
void CommandLine::add(const char *name, const char *help, Arguments &arguments,
                      Result<int> (*run)(const Arguments &)) {
  CLI::App *command = app.add_subcommand(name, help);
  addFlags(*command, arguments);
  commands.push_back({command, [&arguments, run] { return run(arguments); },
                      [&arguments] { return arguments.style.json; }});
}

void CommandLine::addCompletion() {
  CLI::App *command = app.add_subcommand(
      "completion", "Print a script that completes this command's words");
  addCompletionFlags(*command, shell);
  commands.push_back(
      {command, [this]() -> Result<int> { return printCompletion(app, shell); },
       [] { return false; }});
}

CommandLine::CommandLine() {
  app.formatter(makeHelpFormatter()); // subcommands inherit it
  app.require_subcommand(1);
  app.set_version_flag("--version",
                       std::string("tenon ") + tenon_version_text());
  app.footer("Exit codes: 0 done; 1 wrong use or a bad file; 2 not supported; "
             "3 verification\nfailed; 4 resources; 70 a fault of ours. "
             "'tenon COMMAND --help' has the flags.");
  add("check", "List what of a model is not supported, or slow", check,
      runCheck);
  add("build", "Compile a model to an engine", build, runBuild);
  add("run", "Run a model or an engine once", runArguments, runRun);
  add("bench", "Time a model or an engine", bench, runBench);
  add("verify", "Compare results with the reference or with a test set", verify,
      runVerify);
  add("explain", "Show the kernels of an engine and why they are so", explain,
      runExplain);
  add("inspect", "Show what is in an engine; runs no code", inspect,
      runInspect);
  add("devices", "Show what this machine is and can do", devices, runDevices);
  addCompletion();
}

/// What is wrong. A word nobody knows comes first: what else the parser misses
/// is often its consequence.
std::string CommandLine::wordingOf(const CLI::ParseError &error,
                                   const CLI::App &at) {
  std::vector<std::string> left = app.remaining(true);
  if (left.empty()) {
    std::string text = error.what();
    size_t counted = text.find(": 1 required ");
    return counted == std::string::npos
               ? text
               : text.substr(0, counted) + ": found nothing behind it; "
                                           "allowed: one value";
  }
  std::string found = left.front();
  bool isFlag = found.starts_with("-");
  std::vector<std::string> names;
  if (isFlag) {
    for (const CLI::Option *option : at.get_options())
      if (!option->get_lnames().empty())
        names.push_back("--" + option->get_lnames().front());
    found = found.substr(0, found.find('='));
  } else if (&at == &app) {
    for (const Command &command : commands)
      names.push_back(command.app->get_name());
  } else {
    return fmt::format("'{}' is one word too many", found);
  }
  return runtime::describeUnknownName(isFlag ? "flag" : "command", found,
                                      names);
}

int CommandLine::complain(const CLI::ParseError &error, int wordCount) {
  if (error.get_exit_code() == 0)
    return app.exit(error);
  if (wordCount == 0) {
    fmt::print(stderr, "{}", app.help());
    return 1;
  }
  const CLI::App *at = &app;
  if (!app.get_subcommands().empty())
    at = app.get_subcommands().front();
  std::string name = at == &app ? "tenon" : "tenon " + at->get_name();
  fmt::print(stderr, "{}: {}\nsee {} --help\n", name, wordingOf(error, *at),
             name);
  return 1;
}

int CommandLine::report(const Command &command, const Failure &failure) {
  int code = tenon_status_exit_code(failure.status);
  fmt::print(stderr, "tenon {}: {} [{}]\n", command.app->get_name(),
             printable(failure.message), tenon_status_name(failure.status));
  if (command.wantsJson())
    printJson({{"version", 1},
               {"error",
                {{"code", tenon_status_name(failure.status)},
                 {"exit_code", code},
                 {"message", failure.message}}}});
  return code;
}

int CommandLine::run(int count, char **words) {
  try {
    app.parse(count, words);
  } catch (const CLI::ParseError &error) {
    return complain(error, count - 1);
  }
  for (const Command &command : commands) {
    if (!command.app->parsed())
      continue;
    try {
      Result<int> code = command.run();
      return code ? *code : report(command, code.error());
    } catch (const std::bad_alloc &) {
      return report(command,
                    {TENON_OUT_OF_MEMORY, "the system has no memory left"});
    }
  }
  return 1;
}

} // namespace

int runCommandLine(int count, char **words) {
  int code = CommandLine().run(count, words);
  // What was printed may still be on its way: a full disk shows only now.
  if (std::fflush(stdout) == 0 && !std::ferror(stdout))
    return code;
  fmt::print(stderr, "tenon: standard output cannot be written to ({}) [{}]\n",
             std::strerror(errno), tenon_status_name(TENON_WRITE_FAILED));
  return tenon_status_exit_code(TENON_WRITE_FAILED);
}

} // namespace tenon::cli
