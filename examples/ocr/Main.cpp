// SPDX-License-Identifier: Apache-2.0
// Reads the text on pictures with three networks that Tenon compiled: one
// finds lines, one tells which are upside down, one reads them. Prints each
// line with its confidence.
#include "Model.h"
#include "Picture.h"
#include "TextBoxes.h"
#include "TextReader.h"

#include <chrono>
#include <cstdio>
#include <exception>

namespace {

/// Below this, what was read is more likely no text.
constexpr float kLeastConfidence = 0.5f;

void readPicture(const char *path, ocr::Model &detector,
                 ocr::TextReader &reader) {
  auto start = std::chrono::steady_clock::now();
  ocr::Picture picture = ocr::Picture::load(path);
  int numLines = 0;
  for (const ocr::Box &box : ocr::findTextBoxes(detector, picture)) {
    ocr::Line line = reader.read(picture, box);
    if (line.confidence < kLeastConfidence)
      continue;
    std::printf("%.3f  %s\n", line.confidence, line.text.c_str());
    ++numLines;
  }
  std::chrono::duration<double, std::milli> spent =
      std::chrono::steady_clock::now() - start;
  std::fflush(stdout);
  std::fprintf(stderr, "%s: %d x %d pixels, %d lines in %.0f ms\n", path,
               picture.width(), picture.height(), numLines, spent.count());
}

} // namespace

int main(int count, char **words) {
  if (count < 5) {
    std::fprintf(stderr, "usage: ocr DETECTOR CLASSIFIER RECOGNISER "
                         "PICTURE...\nThe first three are engines made by "
                         "'tenon build'.\n");
    return 1;
  }
  try {
    ocr::Model detector(words[1]);
    ocr::TextReader reader{ocr::Model(words[2]), ocr::Model(words[3])};
    for (int i = 4; i < count; ++i)
      readPicture(words[i], detector, reader);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "ocr: %s\n", error.what());
    return 1;
  }
  return 0;
}
