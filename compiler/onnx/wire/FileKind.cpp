// SPDX-License-Identifier: Apache-2.0
// Marks by which files that users mistake for ONNX models are known.
#include "compiler/onnx/wire/FileKind.h"

#include <algorithm>
#include <cstddef>

namespace tenon {
namespace {

struct Mark {
  size_t offset;
  std::string_view bytes;
  FileKind kind;
};

using namespace std::string_view_literals;

constexpr std::string_view kUnpack = "Unpack it and name the .onnx file.";
constexpr std::string_view kExport = "Export the model to ONNX first.";

constexpr Mark kMarks[] = {
    {0,
     "version https://git-lfs"sv,
     {"a Git LFS pointer", "Fetch the file itself: git lfs pull."}},
    {0,
     "PK\x03\x04"sv,
     {"a zip archive (or a PyTorch file)",
      "Unpack it, or export the PyTorch model to ONNX."}},
    {0, "\x1f\x8b"sv, {"a gzip archive", kUnpack}},
    {0, "\xfd\x37zXZ"sv, {"an xz archive", kUnpack}},
    {257, "ustar"sv, {"a tar archive", kUnpack}},
    {4, "TFL3"sv, {"a TensorFlow Lite model", kExport}},
    {4, "ORTM"sv, {"a model in ONNX Runtime's own format", kExport}},
    {0, "\x89HDF\r\n"sv, {"an HDF5 (Keras) file", kExport}},
    {0, "GGUF"sv, {"a GGUF model", kExport}},
    {0, "\x93NUMPY"sv, {"a NumPy array", "Name the model file."}},
    {0, "\x80\x02"sv, {"a Python pickle (or a PyTorch file)", kExport}},
    {0, "\x89PNG"sv, {"a picture (PNG)", "Name the model file."}},
    {0, "\xff\xd8\xff"sv, {"a picture (JPEG)", "Name the model file."}},
    {0, "%PDF"sv, {"a PDF document", "Name the model file."}},
    {0,
     "\x7f"
     "ELF"sv,
     {"a program", "Name the model file."}},
};

/// How much of a file is looked at to call it text, and how little is enough.
constexpr size_t kTextSample = 512;

bool looksLikeText(std::string_view bytes) {
  std::string_view sample = bytes.substr(0, kTextSample);
  return std::all_of(sample.begin(), sample.end(), [](char c) {
    auto byte = static_cast<unsigned char>(c);
    bool isSpace = byte == '\n' || byte == '\r' || byte == '\t';
    return isSpace || (byte >= 0x20 && byte != 0x7f);
  });
}

} // namespace

FileKind guessFileKind(std::string_view bytes) {
  for (const Mark &mark : kMarks)
    if (bytes.size() >= mark.offset &&
        bytes.substr(mark.offset).starts_with(mark.bytes))
      return mark.kind;
  if (!looksLikeText(bytes))
    return {};
  size_t start = bytes.find_first_not_of(" \t\r\n");
  if (start != std::string_view::npos && bytes[start] == '<')
    return {"a web page or XML", "Download the file itself, not its page."};
  return {"a text file", "Name the model file itself."};
}

} // namespace tenon
