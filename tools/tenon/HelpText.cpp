// SPDX-License-Identifier: Apache-2.0
// Wraps help.
#include "tools/tenon/HelpText.h"

namespace tenon::cli {

namespace {

constexpr size_t kFlagColumns = 24, kLineColumns = 79;

/// `text` in lines of at most kLineColumns, the later ones indented.
std::string wrapped(const std::string &text, size_t indent) {
  std::string result;
  size_t column = indent;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find(' ', at), text.size());
    size_t length = end - at;
    if (column > indent && column + 1 + length > kLineColumns) {
      result += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      result += ' ';
      ++column;
    }
    result.append(text, at, length);
    column += length;
    at = end + 1;
  }
  return result;
}

class HelpFormatter : public CLI::Formatter {
public:
  std::string make_option(const CLI::Option *option,
                          bool isPositional) const override {
    std::string left = "  " + make_option_name(option, isPositional);
    if (!isPositional && !option->get_type_name().empty() &&
        option->get_type_size_max() != 0)
      left += " " + option->get_type_name();
    bool fits = left.size() + 2 <= kFlagColumns;
    std::string gap = fits ? std::string(kFlagColumns - left.size(), ' ')
                           : "\n" + std::string(kFlagColumns, ' ');
    return left + gap + wrapped(option->get_description(), kFlagColumns) + "\n";
  }

  /// Groups that are hidden or empty leave lines behind: one is enough.
  std::string make_help(const CLI::App *app, std::string name,
                        CLI::AppFormatMode mode) const override {
    std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
    for (size_t at; (at = text.find("\n\n\n")) != std::string::npos;)
      text.erase(at, 1);
    text.erase(text.find_last_not_of('\n') + 1);
    return text + "\n";
  }

  std::string make_description(const CLI::App *app) const override {
    return app->get_description() + ".\n";
  }

  std::string make_footer(const CLI::App *app) const override {
    return app->get_footer().empty() ? "" : "\n" + app->get_footer() + "\n";
  }
};

} // namespace

std::shared_ptr<CLI::FormatterBase> makeHelpFormatter() {
  auto formatter = std::make_shared<HelpFormatter>();
  formatter->column_width(kFlagColumns);
  return formatter;
}

} // namespace tenon::cli
