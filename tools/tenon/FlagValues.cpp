// SPDX-License-Identifier: Apache-2.0
// Parses the values of flags.
#include "tools/tenon/FlagValues.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <optional>

namespace tenon::cli {

namespace {

template <typename Number>
std::optional<Number> parseNumber(const std::string &text) {
  Number number{};
  const char *end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end)
    return std::nullopt;
  return number;
}

struct Unit {
  const char *name;
  uint64_t bytes;
};
constexpr uint64_t kKilo = 1000, kKibi = 1024;
constexpr Unit kUnits[] = {
    {"", 1},
    {"B", 1},
    {"K", kKibi},
    {"KiB", kKibi},
    {"KB", kKilo},
    {"kB", kKilo},
    {"M", kKibi *kKibi},
    {"MiB", kKibi *kKibi},
    {"MB", kKilo *kKilo},
    {"G", kKibi *kKibi *kKibi},
    {"GiB", kKibi *kKibi *kKibi},
    {"GB", kKilo *kKilo *kKilo},
};

std::optional<uint64_t> parseBytes(const std::string &text) {
  size_t digits = text.find_first_not_of("0123456789");
  std::string unit = digits == std::string::npos ? "" : text.substr(digits);
  std::optional<uint64_t> number =
      parseNumber<uint64_t>(text.substr(0, digits));
  const auto *known = std::find_if(
      std::begin(kUnits), std::end(kUnits),
      [&](const Unit &candidate) { return unit == candidate.name; });
  if (!number || known == std::end(kUnits) ||
      *number > std::numeric_limits<uint64_t>::max() / known->bytes)
    return std::nullopt;
  return *number * known->bytes;
}

} // namespace

CLI::Validator wholeNumber(uint64_t least, uint64_t most) {
  return CLI::Validator(
      [least, most](std::string &text) -> std::string {
        std::optional<uint64_t> number = parseNumber<uint64_t>(text);
        if (number && *number >= least && *number <= most)
          return "";
        std::string allowed =
            most == std::numeric_limits<uint64_t>::max()
                ? fmt::format("a whole number from {}", least)
                : fmt::format("a whole number from {} to {}", least, most);
        return fmt::format("found '{}'; allowed: {}", text, allowed);
      },
      "");
}

CLI::Validator realNumber(double least) {
  return CLI::Validator(
      [least](std::string &text) -> std::string {
        std::optional<double> number = parseNumber<double>(text);
        if (number && std::isfinite(*number) && *number >= least)
          return "";
        return fmt::format("found '{}'; allowed: a number from {}", text,
                           least);
      },
      "");
}

CLI::Validator oneOf(std::vector<std::string> allowed) {
  return CLI::Validator(
      [allowed](std::string &text) -> std::string {
        if (std::find(allowed.begin(), allowed.end(), text) != allowed.end())
          return "";
        return fmt::format("found '{}'; allowed: {}", text,
                           fmt::join(allowed, ", "));
      },
      "");
}

CLI::Validator byteSize() {
  return CLI::Validator(
      [](std::string &text) -> std::string {
        std::optional<uint64_t> bytes = parseBytes(text);
        if (!bytes)
          return fmt::format("found '{}'; allowed: a number of bytes, with K, "
                             "M, G, KiB, MiB, GiB, kB, MB or GB behind it",
                             text);
        text = std::to_string(*bytes);
        return "";
      },
      "");
}

} // namespace tenon::cli
