// SPDX-License-Identifier: Apache-2.0
//
// Edit distance between names.
#include "runtime/core/NearestName.h"

#include <algorithm>
#include <numeric>

namespace tenon::runtime {

namespace {

/// Longer names are compared by their beginnings: a caller's text may be
/// anything, and the distance costs its square.
constexpr size_t kMaxCompared = 256;
constexpr size_t kMaxListed = 12;

/// Insertions, deletions and changes between two names (Levenshtein).
size_t countEdits(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row[b.size()];
}

} // namespace

std::string findNearestName(std::string_view wanted,
                            const std::vector<std::string> &names) {
  wanted = wanted.substr(0, kMaxCompared);
  std::string nearest;
  size_t fewest = wanted.size() / 2 + 1;
  for (const std::string &name : names) {
    size_t edits =
        countEdits(wanted, std::string_view(name).substr(0, kMaxCompared));
    if (edits < fewest) {
      fewest = edits;
      nearest = name;
    }
  }
  return nearest;
}

std::string describeUnknownName(const char *what, std::string_view wanted,
                                const std::vector<std::string> &names) {
  std::string text = std::string("there is no ") + what + " '" +
                     std::string(wanted.substr(0, kMaxCompared)) + "'";
  std::string nearest = findNearestName(wanted, names);
  text += nearest.empty() ? ". " : "; did you mean '" + nearest + "'? ";
  text += names.empty() ? "There is none at all" : "There is ";
  for (size_t i = 0; i < names.size() && i < kMaxListed; ++i)
    text += (i == 0 ? "'" : ", '") + names[i] + "'";
  if (names.size() > kMaxListed)
    text += " and " + std::to_string(names.size() - kMaxListed) + " more";
  return text;
}

} // namespace tenon::runtime
