// SPDX-License-Identifier: Apache-2.0
//
// Writes JSON text: what `inspect` and `devices` show of engines and devices.
#ifndef TENON_RUNTIME_CORE_JSONWRITER_H
#define TENON_RUNTIME_CORE_JSONWRITER_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::runtime {

/// Values in the order of the calls; commas are its business, matching
/// begin and end calls the caller's.
class JsonWriter {
public:
  JsonWriter &beginObject() { return open('{'); }
  JsonWriter &endObject() { return close('}'); }
  JsonWriter &beginArray() { return open('['); }
  JsonWriter &endArray() { return close(']'); }

  JsonWriter &key(std::string_view name);
  JsonWriter &string(std::string_view text);
  JsonWriter &number(int64_t value);
  JsonWriter &number(uint64_t value);
  JsonWriter &number(uint32_t value) { return number(uint64_t{value}); }
  JsonWriter &boolean(bool value);

  template <typename T> JsonWriter &numbers(const std::vector<T> &values) {
    beginArray();
    for (const T &value : values)
      number(value);
    return endArray();
  }
  JsonWriter &strings(const std::vector<std::string> &texts);

  std::string take() { return std::move(out); }

private:
  JsonWriter &open(char bracket);
  JsonWriter &close(char bracket);
  void separate();
  void quote(std::string_view text);

  std::string out;
  bool needsComma = false;
};

} // namespace tenon::runtime

#endif // TENON_RUNTIME_CORE_JSONWRITER_H
