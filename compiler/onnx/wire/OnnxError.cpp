// SPDX-License-Identifier: Apache-2.0
// How errors about model files are worded, and how names out of files that
// nobody vouches for are made safe to print.
#include "compiler/onnx/wire/OnnxError.h"

namespace tenon {
namespace {

/// Longer names are printed as their two ends.
constexpr size_t kLongestPrintedName = 120;
constexpr size_t kPrintedEnd = 50;

/// Length of the well-formed UTF-8 sequence at the front of `text`, which is
/// not empty; 0 when there is none (RFC 3629: no surrogates, no long forms).
size_t utf8Length(std::string_view text) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char first = byte(0);
  if (first < 0x80)
    return 1;
  size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length)
    return 0;
  for (size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80)
      return 0;
  bool badSecond =
      (first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f) ||
      (first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) > 0x8f);
  return badSecond ? 0 : length;
}

void appendEscaped(std::string &out, std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  while (!text.empty()) {
    auto byte = static_cast<unsigned char>(text[0]);
    size_t length = utf8Length(text);
    // C1 control characters (0xc2 0x80 to 0x9f) steer some terminals too.
    bool isControl = byte < 0x20 || byte == 0x7f ||
                     (byte == 0xc2 && length == 2 &&
                      static_cast<unsigned char>(text[1]) < 0xa0);
    if (length == 0 || isControl) {
      out += "\\x";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
      text.remove_prefix(1);
      continue;
    }
    out += text.substr(0, length);
    text.remove_prefix(length);
  }
}

void appendPart(std::string &out, std::string_view label,
                const std::string &part) {
  if (part.empty())
    return;
  out += label;
  out += part;
}

} // namespace

std::string quoteName(std::string_view name) {
  std::string out = "'";
  if (name.size() <= kLongestPrintedName) {
    appendEscaped(out, name);
  } else {
    appendEscaped(out, name.substr(0, kPrintedEnd));
    out += "...";
    appendEscaped(out, name.substr(name.size() - kPrintedEnd));
  }
  return out + "'";
}

std::string_view errorCodeName(OnnxErrorCode code) {
  switch (code) {
  case OnnxErrorCode::FileUnreadable:
    return "file.unreadable";
  case OnnxErrorCode::FileEmpty:
    return "file.empty";
  case OnnxErrorCode::NotOnnx:
    return "onnx.not-onnx";
  case OnnxErrorCode::Malformed:
    return "onnx.malformed";
  case OnnxErrorCode::LimitExceeded:
    return "onnx.limit";
  case OnnxErrorCode::ExternalData:
    return "onnx.external-data";
  case OnnxErrorCode::BadTensor:
    return "onnx.tensor";
  case OnnxErrorCode::BadShape:
    return "onnx.shape";
  case OnnxErrorCode::BadType:
    return "onnx.type";
  case OnnxErrorCode::BadAttribute:
    return "onnx.attribute";
  case OnnxErrorCode::BadName:
    return "onnx.name";
  case OnnxErrorCode::BadGraph:
    return "onnx.graph";
  case OnnxErrorCode::BadOpset:
    return "onnx.opset";
  case OnnxErrorCode::VersionTooNew:
    return "onnx.version";
  case OnnxErrorCode::FileUnwritable:
    return "file.unwritable";
  case OnnxErrorCode::WrongUse:
    return "use";
  case OnnxErrorCode::BadNpy:
    return "npy.malformed";
  case OnnxErrorCode::OutOfMemory:
    return "memory";
  }
  return "onnx.malformed";
}

int exitCodeOf(OnnxErrorCode code) {
  switch (code) {
  case OnnxErrorCode::VersionTooNew:
    return 2;
  case OnnxErrorCode::FileUnwritable:
  case OnnxErrorCode::OutOfMemory:
    return 4;
  default:
    return 1;
  }
}

std::string OnnxError::text() const {
  std::string out = file;
  appendPart(out, out.empty() ? "" : ": ", where);
  appendPart(out, out.empty() ? "" : ": ", what);
  appendPart(out, "; found ", found);
  appendPart(out, "; allowed: ", allowed);
  appendPart(out, ". ", nextStep);
  std::string tail = " [" + std::string(errorCodeName(code)) + "]";
  if (out.size() + tail.size() > kMaxErrorText) {
    out.resize(kMaxErrorText - tail.size() - 3);
    out += "...";
  }
  return out + tail;
}

} // namespace tenon
