// SPDX-License-Identifier: Apache-2.0
// Writes completion scripts.
#include "tools/tenon/Completion.h"

#include "tools/tenon/FlagValues.h"

#include <cstdio>
#include <fmt/format.h>

namespace tenon::cli {

namespace {

struct Word {
  std::string name;
  std::string help;
};

std::vector<Word> commandsOf(const CLI::App &app) {
  std::vector<Word> words;
  for (const CLI::App *command : app.get_subcommands({}))
    words.push_back({command->get_name(), command->get_description()});
  return words;
}

std::vector<Word> flagsOf(const CLI::App &command) {
  std::vector<Word> words;
  for (const CLI::Option *option : command.get_options())
    if (!option->get_lnames().empty() && !option->get_group().empty())
      words.push_back(
          {"--" + option->get_lnames().front(), option->get_description()});
  return words;
}

std::string namesOf(const std::vector<Word> &words) {
  std::string text;
  for (const Word &word : words)
    text += (text.empty() ? "" : " ") + word.name;
  return text;
}

/// In single quotes, for all three shells.
std::string quoted(const std::string &text) {
  std::string result = "'";
  for (char letter : text)
    result += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return result + "'";
}

std::string bashScript(const CLI::App &app) {
  std::string cases;
  for (const CLI::App *command : app.get_subcommands({}))
    cases += fmt::format("    {}) words='{}' ;;\n", command->get_name(),
                         namesOf(flagsOf(*command)));
  return fmt::format(
      "# source <(tenon completion bash)\n"
      "_tenon() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} words=''\n"
      "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
      "    COMPREPLY=($(compgen -W '{}' -- \"$current\"))\n"
      "    return\n"
      "  fi\n"
      "  case ${{COMP_WORDS[1]}} in\n{}  esac\n"
      "  case $current in\n"
      "    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$current\")) ;;\n"
      "    *) COMPREPLY=($(compgen -f -- \"$current\")) ;;\n"
      "  esac\n"
      "}}\n"
      "complete -o filenames -F _tenon tenon\n",
      namesOf(commandsOf(app)), cases);
}

std::string zshScript(const CLI::App &app) {
  std::string commands, cases;
  for (const Word &word : commandsOf(app))
    commands += " " + quoted(word.name + ":" + word.help);
  for (const CLI::App *command : app.get_subcommands({}))
    cases += fmt::format("    {}) flags=({}) ;;\n", command->get_name(),
                         namesOf(flagsOf(*command)));
  return fmt::format("#compdef tenon\n"
                     "# source <(tenon completion zsh)\n"
                     "_tenon() {{\n"
                     "  local -a commands flags\n"
                     "  commands=({})\n"
                     "  if (( CURRENT == 2 )); then\n"
                     "    _describe command commands\n"
                     "    return\n"
                     "  fi\n"
                     "  case $words[2] in\n{}  esac\n"
                     "  compadd -- $flags\n"
                     "  _files\n"
                     "}}\n"
                     "compdef _tenon tenon\n",
                     commands.substr(1), cases);
}

std::string fishScript(const CLI::App &app) {
  std::string text = "# tenon completion fish | source\n";
  for (const CLI::App *command : app.get_subcommands({})) {
    text +=
        fmt::format("complete -c tenon -n __fish_use_subcommand -a {} -d "
                    "{}\n",
                    command->get_name(), quoted(command->get_description()));
    for (const Word &flag : flagsOf(*command))
      text += fmt::format("complete -c tenon -n '__fish_seen_subcommand_from "
                          "{}' -l {} -d {}\n",
                          command->get_name(), flag.name.substr(2),
                          quoted(flag.help));
  }
  return text;
}

} // namespace

void addCompletionFlags(CLI::App &app, std::string &shell) {
  app.add_option("SHELL", shell, "bash, zsh or fish")
      ->required()
      ->check(oneOf({"bash", "zsh", "fish"}))
      ->type_name("");
  app.footer("Examples:\n  source <(tenon completion bash)\n");
}

int printCompletion(const CLI::App &app, const std::string &shell) {
  std::string text = shell == "bash"  ? bashScript(app)
                     : shell == "zsh" ? zshScript(app)
                                      : fishScript(app);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return 0;
}

} // namespace tenon::cli
