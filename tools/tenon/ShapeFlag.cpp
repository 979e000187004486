// SPDX-License-Identifier: Apache-2.0
// Parses --shape.
#include "tools/tenon/ShapeFlag.h"

#include "tools/tenon/Failures.h"

#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace tenon::cli {

namespace {

constexpr std::string_view kAllowed =
    "allowed: NAME=DIMxDIM..., each DIM a size (224), a range with optimum "
    "(1..32:8) or ? to keep the model's, for example --shape x=1..32:8x3x?x?";

std::optional<int64_t> parseSize(std::string_view text) {
  int64_t size = 0;
  auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), size);
  if (error != std::errc() || end != text.data() + text.size() || size < 0)
    return std::nullopt;
  return size;
}

std::optional<tenon_dimension_choice> parseRange(std::string_view text) {
  size_t dots = text.find("..");
  size_t colon = text.find(':');
  std::string_view maxText = text.substr(
      dots + 2, colon == std::string_view::npos ? std::string_view::npos
                                                : colon - dots - 2);
  std::optional<int64_t> min = parseSize(text.substr(0, dots));
  std::optional<int64_t> max =
      maxText.empty() ? TENON_UNBOUNDED : parseSize(maxText);
  std::optional<int64_t> optimum = 0;
  if (colon != std::string_view::npos)
    optimum = parseSize(text.substr(colon + 1));
  if (!min || !max || !optimum || *min > *max)
    return std::nullopt;
  bool isInside = *optimum >= *min && *optimum <= *max;
  if (colon != std::string_view::npos && !isInside)
    return std::nullopt;
  return tenon_dimension_choice{0, *min, *max, *optimum};
}

std::optional<tenon_dimension_choice> parseDimension(std::string_view text) {
  if (text == "?" || text == "*")
    return tenon_dimension_choice{1, 0, 0, 0};
  size_t dots = text.find("..");
  if (dots != std::string_view::npos &&
      (text.find(':') == std::string_view::npos || text.find(':') > dots))
    return parseRange(text);
  std::optional<int64_t> size = parseSize(text);
  if (!size)
    return std::nullopt;
  return tenon_dimension_choice{0, *size, *size, *size};
}

} // namespace

Result<ShapeChoice> parseShape(std::string_view text) {
  // The last '=': dimensions have none, names may.
  size_t equals = text.rfind('=');
  if (equals == std::string_view::npos || equals == 0)
    return wrongUse(
        fmt::format("--shape: found '{}' without NAME=; {}", text, kAllowed));
  ShapeChoice choice{std::string(text.substr(0, equals)), {}};
  std::string_view rest = text.substr(equals + 1);
  if (rest == "scalar")
    return choice;
  while (true) {
    size_t end = rest.find('x');
    std::string_view word = rest.substr(0, end);
    std::optional<tenon_dimension_choice> dim = parseDimension(word);
    if (!dim)
      return wrongUse(fmt::format("--shape: found '{}' as dimension {} of "
                                  "'{}'; {}",
                                  word, choice.dims.size(), choice.input,
                                  kAllowed));
    choice.dims.push_back(*dim);
    if (end == std::string_view::npos)
      return choice;
    rest.remove_prefix(end + 1);
  }
}

Result<std::vector<ShapeChoice>>
parseShapes(std::span<const std::string> texts) {
  std::vector<ShapeChoice> choices;
  for (const std::string &text : texts) {
    Result<ShapeChoice> choice = parseShape(text);
    if (!choice)
      return choice.error();
    for (const ShapeChoice &other : choices)
      if (other.input == choice->input)
        return wrongUse(fmt::format("--shape: '{}' is given twice; allowed: "
                                    "once for each input",
                                    choice->input));
    choices.push_back(std::move(*choice));
  }
  return choices;
}

} // namespace tenon::cli
