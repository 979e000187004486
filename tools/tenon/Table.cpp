// SPDX-License-Identifier: Apache-2.0
// Lays out tables and words quantities.
#include "tools/tenon/Table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>

namespace tenon::cli {

namespace {

/// Columns a text takes: UTF-8 continuation bytes take none.
size_t widthOf(const std::string &text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char letter) {
        return (static_cast<unsigned char>(letter) & 0xc0) != 0x80;
      }));
}

/// Longest cell, bytes.
constexpr size_t kMostCellBytes = 160;

std::string scaled(double value, double step,
                   const std::vector<const char *> &units) {
  size_t unit = 0;
  while (std::abs(value) >= step && unit + 1 < units.size()) {
    value /= step;
    ++unit;
  }
  if (unit == 0)
    return fmt::format("{:.0f}{}", value, units[0]);
  return fmt::format("{:.3g} {}", value, units[unit]);
}

} // namespace

Table::Table(std::vector<std::string> given) : headings(std::move(given)) {
  for (std::string &heading : headings) {
    isRight.push_back(heading.starts_with('>'));
    if (isRight.back())
      heading.erase(0, 1);
  }
}

void Table::addRow(std::vector<std::string> cells) {
  cells.resize(headings.size());
  for (std::string &cell : cells) {
    cell = shortened(printable(cell), kMostCellBytes);
    std::replace(cell.begin(), cell.end(), '\n', ' ');
  }
  rows.push_back(std::move(cells));
}

std::string Table::text() const {
  std::vector<size_t> widths;
  for (const std::string &heading : headings)
    widths.push_back(widthOf(heading));
  for (const auto &row : rows)
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], widthOf(row[i]));
  std::string result;
  auto addLine = [&](const std::vector<std::string> &cells) {
    std::string line;
    for (size_t i = 0; i < cells.size(); ++i) {
      std::string padding(widths[i] - widthOf(cells[i]), ' ');
      line += i ? "  " : "";
      line += isRight[i] ? padding + cells[i] : cells[i] + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + "\n";
  };
  addLine(headings);
  for (const auto &row : rows)
    addLine(row);
  return result;
}

void Table::print() const {
  std::string whole = text();
  std::fwrite(whole.data(), 1, whole.size(), stdout);
}

std::string printable(std::string text) {
  for (char &letter : text) {
    auto code = static_cast<unsigned char>(letter);
    constexpr unsigned char kFirstPrintable = 0x20, kDelete = 0x7f;
    if ((code < kFirstPrintable && letter != '\n') || code == kDelete)
      letter = '?';
  }
  return text;
}

void printHeading(const std::string &title) {
  fmt::print("\n{}\n", printable(title));
}

std::string shortened(const std::string &text, size_t mostBytes) {
  if (text.size() <= mostBytes)
    return text;
  size_t end = mostBytes - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
    --end;
  return text.substr(0, end) + "...";
}

std::string bytesText(double bytes) {
  constexpr double kStep = 1024;
  return scaled(bytes, kStep, {" B", "KiB", "MiB", "GiB", "TiB"});
}

std::string countText(double count) {
  constexpr double kStep = 1000;
  return scaled(count, kStep, {"", "k", "M", "G", "T"});
}

std::string timeText(double nanoseconds) {
  constexpr double kStep = 1000;
  return scaled(nanoseconds, kStep, {" ns", "us", "ms", "s"});
}

std::string listText(const std::vector<std::string> &items, size_t limit) {
  std::string text;
  for (size_t i = 0; i < items.size(); ++i) {
    std::string more = i + 1 < items.size()
                           ? fmt::format(" and {} more", items.size() - i - 1)
                           : "";
    if (i > 0 && text.size() + items[i].size() + 2 + more.size() > limit)
      return text + fmt::format(" and {} more", items.size() - i);
    text += (i ? ", " : "") + items[i];
  }
  return text;
}

std::string shapeText(const std::vector<int64_t> &shape) {
  return fmt::format("[{}]", fmt::join(shape, ", "));
}

} // namespace tenon::cli
