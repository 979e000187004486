// SPDX-License-Identifier: Apache-2.0
// JSON of the command: what it prints under --json, and the texts it reads
// from engines, from the compiler and from its cache. Those texts come out of
// files, so they are read by the functions below, which expect nothing.
#ifndef TENON_TOOLS_TENON_JSON_H
#define TENON_TOOLS_TENON_JSON_H

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::cli {

using Json = nlohmann::ordered_json;

/// The value of a text; null when it is no JSON or nested too deep.
Json parseJson(std::string_view text);

/// Members by name; the fallback when absent or of another type.
const Json &member(const Json &object, const char *key);
std::string textOf(const Json &object, const char *key);
double numberOf(const Json &object, const char *key, double otherwise = 0);
int64_t integerOf(const Json &object, const char *key, int64_t otherwise = 0);
bool flagOf(const Json &object, const char *key);
/// The texts in an array; what is none is left out.
std::vector<std::string> textsOf(const Json &array);

/// Writes a document to standard output, with a line end.
void printJson(const Json &document);

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_JSON_H
