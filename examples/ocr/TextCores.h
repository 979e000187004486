// SPDX-License-Identifier: Apache-2.0
// What the detector gives, and the cores of lines in it.
#ifndef TENON_EXAMPLES_OCR_TEXTCORES_H
#define TENON_EXAMPLES_OCR_TEXTCORES_H

#include "Picture.h"

#include <vector>

namespace ocr {

/// How likely each pixel is in the core of a line.
struct Map {
  int width, height;
  std::vector<float> values; // [height, width]

  float at(int x, int y) const { return values[size_t(y) * width + x]; }
};

/// Its pixels, in no order.
using Core = std::vector<Point>;

std::vector<Core> findCores(const Map &map);

} // namespace ocr

#endif // TENON_EXAMPLES_OCR_TEXTCORES_H
