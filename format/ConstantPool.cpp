// SPDX-License-Identifier: Apache-2.0
//
// Collects constants, each content once.
#include "format/EngineWriter.h"
#include "format/Hash.h"

#include <algorithm>

namespace tenon::format {

namespace {
constexpr std::byte kPadding[kBufferAlignment] = {};
} // namespace

uint64_t ConstantPool::add(Bytes bytes) {
  Entry entry = {hashBytes(bytes), end, bytes};
  auto before = [](const Entry &a, const Entry &b) { return a.hash < b.hash; };
  auto place = std::lower_bound(entries.begin(), entries.end(), entry, before);
  for (auto twin = place; twin != entries.end() && twin->hash == entry.hash;
       ++twin)
    if (std::equal(bytes.begin(), bytes.end(), twin->bytes.begin(),
                   twin->bytes.end()))
      return twin->offset;
  entries.insert(place, entry);
  parts.push_back(bytes);
  uint64_t padding =
      (kBufferAlignment - bytes.size() % kBufferAlignment) % kBufferAlignment;
  if (padding != 0)
    parts.push_back(Bytes(kPadding).first(padding));
  end += bytes.size() + padding;
  return entry.offset;
}

} // namespace tenon::format
