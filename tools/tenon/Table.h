// SPDX-License-Identifier: Apache-2.0
// Tables of text for terminals.
#ifndef TENON_TOOLS_TENON_TABLE_H
#define TENON_TOOLS_TENON_TABLE_H

#include <cstdint>
#include <string>
#include <vector>

namespace tenon::cli {

/// Columns are as wide as their widest cell. A column whose heading begins
/// with '>' is aligned to the right. Cells are made printable, and cut where
/// they are very long: names in them come out of files.
class Table {
public:
  explicit Table(std::vector<std::string> headings);

  void addRow(std::vector<std::string> cells);
  bool empty() const { return rows.empty(); }

  /// Two spaces between columns, none at the ends of lines.
  std::string text() const;
  /// Writes the text to standard output.
  void print() const;

private:
  std::vector<std::string> headings;
  std::vector<bool> isRight;
  std::vector<std::vector<std::string>> rows;
};

/// `text` without what steers a terminal: control characters become '?'.
/// Line ends stay.
std::string printable(std::string text);

/// `text`, or its beginning and "...": at most `mostBytes`, at a character's
/// border.
std::string shortened(const std::string &text, size_t mostBytes);

/// Prints "Title" over what follows, after an empty line.
void printHeading(const std::string &title);

/// "1.25 MiB".
std::string bytesText(double bytes);
/// "3.1 M": thousands by letter.
std::string countText(double count);
/// "12.3 ms", from nanoseconds.
std::string timeText(double nanoseconds);
/// "a, b, c and 5 more": at most `limit` characters.
std::string listText(const std::vector<std::string> &items, size_t limit);
/// "[1, 3, 224]".
std::string shapeText(const std::vector<int64_t> &shape);

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_TABLE_H
