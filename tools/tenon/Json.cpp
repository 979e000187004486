// SPDX-License-Identifier: Apache-2.0
// Reading and printing JSON.
#include "tools/tenon/Json.h"

#include <cstdio>

namespace tenon::cli {

namespace {

/// Printing is recursive; our own documents are less than ten deep.
constexpr int kMostDepth = 64;

bool isTooDeep(std::string_view text) {
  int depth = 0;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char letter = text[i];
    if (inString) {
      i += letter == '\\';
      inString = letter != '"';
      continue;
    }
    inString = letter == '"';
    depth += letter == '[' || letter == '{';
    depth -= letter == ']' || letter == '}';
    if (depth > kMostDepth)
      return true;
  }
  return false;
}

} // namespace

Json parseJson(std::string_view text) {
  if (isTooDeep(text))
    return nullptr;
  Json value = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  return value.is_discarded() ? Json(nullptr) : value;
}

const Json &member(const Json &object, const char *key) {
  static const Json kNothing;
  if (!object.is_object())
    return kNothing;
  auto found = object.find(key);
  return found == object.end() ? kNothing : *found;
}

std::string textOf(const Json &object, const char *key) {
  const Json &value = member(object, key);
  return value.is_string() ? value.get<std::string>() : "";
}

double numberOf(const Json &object, const char *key, double otherwise) {
  const Json &value = member(object, key);
  return value.is_number() ? value.get<double>() : otherwise;
}

int64_t integerOf(const Json &object, const char *key, int64_t otherwise) {
  const Json &value = member(object, key);
  return value.is_number_integer() ? value.get<int64_t>() : otherwise;
}

bool flagOf(const Json &object, const char *key) {
  const Json &value = member(object, key);
  return value.is_boolean() && value.get<bool>();
}

std::vector<std::string> textsOf(const Json &array) {
  std::vector<std::string> texts;
  for (const Json &entry : array)
    if (entry.is_string())
      texts.push_back(entry.get<std::string>());
  return texts;
}

void printJson(const Json &document) {
  std::string text =
      document.dump(1, ' ', false, Json::error_handler_t::replace);
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fputc('\n', stdout);
}

} // namespace tenon::cli
