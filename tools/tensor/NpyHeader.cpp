// SPDX-License-Identifier: Apache-2.0
// Reading and writing of NumPy headers.
#include "tools/tensor/NpyHeader.h"

#include <array>
#include <charconv>
#include <optional>

namespace tenon {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kMagic = "\x93NUMPY"sv;
/// NumPy's own bound on headers it evaluates is 10,000; ours are parsed.
constexpr size_t kLongestHeader = size_t{1} << 16;
constexpr size_t kMostDims = 64;

struct NamedType {
  std::string_view name; ///< without the byte order
  OnnxElementType type;
};
constexpr std::array<NamedType, 14> kTypes = {{
    {"b1", OnnxElementType::Bool},
    {"i1", OnnxElementType::Int8},
    {"u1", OnnxElementType::Uint8},
    {"i2", OnnxElementType::Int16},
    {"u2", OnnxElementType::Uint16},
    {"i4", OnnxElementType::Int32},
    {"u4", OnnxElementType::Uint32},
    {"i8", OnnxElementType::Int64},
    {"u8", OnnxElementType::Uint64},
    {"f2", OnnxElementType::Float16},
    {"f4", OnnxElementType::Float32},
    {"f8", OnnxElementType::Float64},
    {"c8", OnnxElementType::Complex64},
    {"c16", OnnxElementType::Complex128},
}};

OnnxError badNpy(std::string what, std::string found = "",
                 std::string allowed = "") {
  return {.code = OnnxErrorCode::BadNpy,
          .what = std::move(what),
          .found = std::move(found),
          .allowed = std::move(allowed),
          .nextStep = "Save the array again with numpy.save."};
}

/// Reads the few Python literals that headers consist of.
class LiteralReader {
public:
  explicit LiteralReader(std::string_view text) : rest(text) {}

  bool take(char c) {
    skipSpace();
    if (rest.empty() || rest.front() != c)
      return false;
    rest.remove_prefix(1);
    return true;
  }
  bool takeWord(std::string_view word) {
    skipSpace();
    if (!rest.starts_with(word))
      return false;
    rest.remove_prefix(word.size());
    return true;
  }
  /// A string in single or double quotes, without escapes.
  std::optional<std::string_view> takeString() {
    skipSpace();
    if (rest.empty() || (rest.front() != '\'' && rest.front() != '"'))
      return std::nullopt;
    size_t end = rest.find(rest.front(), 1);
    if (end == std::string_view::npos)
      return std::nullopt;
    std::string_view text = rest.substr(1, end - 1);
    rest.remove_prefix(end + 1);
    return text;
  }
  /// A number from 0 up; Python 2 wrote an L behind large ones.
  std::optional<int64_t> takeSize() {
    skipSpace();
    int64_t value = 0;
    auto [stop, fault] =
        std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (fault != std::errc() || value < 0)
      return std::nullopt;
    rest.remove_prefix(static_cast<size_t>(stop - rest.data()));
    if (!rest.empty() && rest.front() == 'L')
      rest.remove_prefix(1);
    return value;
  }
  bool isAtEnd() {
    skipSpace();
    return rest.empty();
  }

private:
  void skipSpace() {
    while (!rest.empty() && (rest.front() == ' ' || rest.front() == '\n'))
      rest.remove_prefix(1);
  }
  std::string_view rest;
};

std::optional<OnnxError> parseType(LiteralReader &reader, NpyHeader &header) {
  auto name = reader.takeString();
  if (!name)
    return badNpy("the array has a type of several fields", "",
                  "one number per element");
  std::string_view text = *name;
  char order = text.empty() ? '\0' : text.front();
  if (order == '<' || order == '>' || order == '=' || order == '|')
    text.remove_prefix(1);
  header.isBigEndian = order == '>';
  for (const NamedType &row : kTypes)
    if (row.name == text)
      header.elementType = row.type;
  if (header.elementType == OnnxElementType::Undefined)
    return badNpy("the array has an element type that is no number of ONNX",
                  quoteName(*name),
                  "bool, integers, floats of 2, 4 and 8 bytes, complex; "
                  "others as ONNX .pb");
  return std::nullopt;
}

std::optional<OnnxError> parseShape(LiteralReader &reader, NpyHeader &header) {
  if (!reader.take('('))
    return badNpy("the shape is no tuple");
  while (!reader.take(')')) {
    auto size = reader.takeSize();
    if (!size || header.shape.size() == kMostDims)
      return badNpy("the shape is no tuple of sizes", "", "numbers from 0 up");
    header.shape.push_back(*size);
    if (reader.take(','))
      continue;
    if (!reader.take(')'))
      return badNpy("the shape is no tuple of sizes");
    break;
  }
  return std::nullopt;
}

std::optional<OnnxError> parseEntry(LiteralReader &reader, std::string_view key,
                                    NpyHeader &header) {
  if (key == "descr")
    return parseType(reader, header);
  if (key == "shape")
    return parseShape(reader, header);
  if (key != "fortran_order")
    return badNpy("the header has an unknown key", quoteName(key),
                  "descr, fortran_order, shape");
  header.isFortranOrder = reader.takeWord("True");
  if (!header.isFortranOrder && !reader.takeWord("False"))
    return badNpy("fortran_order is neither True nor False");
  return std::nullopt;
}

std::optional<OnnxError> parseDictionary(std::string_view text,
                                         NpyHeader &header) {
  constexpr size_t kNumKeys = 3;
  std::vector<std::string_view> keys;
  LiteralReader reader(text);
  if (!reader.take('{'))
    return badNpy("the header is no dictionary", quoteName(text));
  while (!reader.take('}')) {
    auto key = reader.takeString();
    if (!key || !reader.take(':'))
      return badNpy("the header is no dictionary", quoteName(text));
    for (std::string_view seen : keys)
      if (seen == *key)
        return badNpy("the header has a key twice", quoteName(*key));
    keys.push_back(*key);
    if (auto error = parseEntry(reader, *key, header))
      return error;
    if (reader.take(','))
      continue;
    if (!reader.take('}'))
      return badNpy("the header is no dictionary", quoteName(text));
    break;
  }
  if (!reader.isAtEnd() || keys.size() != kNumKeys)
    return badNpy("the header lacks a key or goes on behind its end",
                  quoteName(text), "descr, fortran_order, shape");
  return std::nullopt;
}

} // namespace

bool isNpy(std::string_view file) { return file.starts_with(kMagic); }

OnnxResult<NpyHeader> parseNpyHeader(std::string_view file) {
  // Magic, major and minor version, then the header's length in 2 or 4 bytes.
  constexpr size_t kVersionEnd = 8;
  if (!isNpy(file))
    return badNpy("the file is no NumPy array");
  if (file.size() < kVersionEnd + 4)
    return badNpy("the file breaks off in its header");
  int major = static_cast<unsigned char>(file[6]);
  if (major < 1 || major > 3)
    return badNpy("the version of the NumPy format is unknown",
                  std::to_string(major), "1 to 3");
  size_t lengthBytes = major == 1 ? 2 : 4;
  size_t length = 0;
  for (size_t i = lengthBytes; i-- > 0;)
    length = length << 8 | static_cast<unsigned char>(file[kVersionEnd + i]);
  size_t start = kVersionEnd + lengthBytes;
  if (length > kLongestHeader || length > file.size() - start)
    return badNpy("the file breaks off in its header",
                  std::to_string(length) + " bytes of header",
                  "at most " + std::to_string(kLongestHeader) +
                      ", and the file's size");
  NpyHeader header;
  header.headerBytes = start + length;
  if (auto error = parseDictionary(file.substr(start, length), header))
    return *std::move(error);
  return header;
}

std::string_view npyTypeName(OnnxElementType type) {
  switch (type) {
  case OnnxElementType::Bool:
    return "|b1";
  case OnnxElementType::Int8:
    return "|i1";
  case OnnxElementType::Uint8:
    return "|u1";
  case OnnxElementType::Int16:
    return "<i2";
  case OnnxElementType::Uint16:
    return "<u2";
  case OnnxElementType::Int32:
    return "<i4";
  case OnnxElementType::Uint32:
    return "<u4";
  case OnnxElementType::Int64:
    return "<i8";
  case OnnxElementType::Uint64:
    return "<u8";
  case OnnxElementType::Float16:
    return "<f2";
  case OnnxElementType::Float32:
    return "<f4";
  case OnnxElementType::Float64:
    return "<f8";
  case OnnxElementType::Complex64:
    return "<c8";
  case OnnxElementType::Complex128:
    return "<c16";
  default:
    return "";
  }
}

std::string encodeNpyHeader(OnnxElementType type,
                            std::span<const int64_t> shape) {
  // Data begins at a multiple of 64; version 1.0 suffices, for a header of
  // at most 64 dimensions is far under 64 KiB.
  constexpr size_t kAlignment = 64;
  std::string text = "{'descr': '" + std::string(npyTypeName(type)) +
                     "', 'fortran_order': False, 'shape': (";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  text += shape.size() == 1 ? ",), }" : "), }";
  constexpr size_t kFront = kMagic.size() + 4;
  size_t total = kFront + text.size() + 1;
  text.append((kAlignment - total % kAlignment) % kAlignment, ' ');
  text += '\n';
  std::string header(kMagic);
  header += '\1';
  header += '\0';
  header += static_cast<char>(text.size() & 0xff);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

} // namespace tenon
