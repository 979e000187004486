// SPDX-License-Identifier: Apache-2.0
//
// JSON text: separators and escapes.
#include "runtime/core/JsonWriter.h"

namespace tenon::runtime {

namespace {
constexpr char kHexDigits[] = "0123456789abcdef";
constexpr unsigned char kFirstPrintable = 0x20;
} // namespace

void JsonWriter::separate() {
  if (needsComma)
    out += ',';
  needsComma = true;
}

JsonWriter &JsonWriter::open(char bracket) {
  separate();
  out += bracket;
  needsComma = false;
  return *this;
}

JsonWriter &JsonWriter::close(char bracket) {
  out += bracket;
  needsComma = true;
  return *this;
}

/// Bytes from 0x80 on are left as they are: names are UTF-8.
void JsonWriter::quote(std::string_view text) {
  out += '"';
  for (char letter : text) {
    auto code = static_cast<unsigned char>(letter);
    if (letter == '"' || letter == '\\') {
      out += '\\';
      out += letter;
    } else if (letter == '\n') {
      out += "\\n";
    } else if (code < kFirstPrintable) {
      out += "\\u00";
      out += kHexDigits[code >> 4];
      out += kHexDigits[code & 0xf];
    } else {
      out += letter;
    }
  }
  out += '"';
}

JsonWriter &JsonWriter::key(std::string_view name) {
  separate();
  quote(name);
  out += ':';
  needsComma = false;
  return *this;
}

JsonWriter &JsonWriter::string(std::string_view text) {
  separate();
  quote(text);
  return *this;
}

JsonWriter &JsonWriter::number(int64_t value) {
  separate();
  out += std::to_string(value);
  return *this;
}

JsonWriter &JsonWriter::number(uint64_t value) {
  separate();
  out += std::to_string(value);
  return *this;
}

JsonWriter &JsonWriter::boolean(bool value) {
  separate();
  out += value ? "true" : "false";
  return *this;
}

JsonWriter &JsonWriter::strings(const std::vector<std::string> &texts) {
  beginArray();
  for (const std::string &text : texts)
    string(text);
  return endArray();
}

} // namespace tenon::runtime
