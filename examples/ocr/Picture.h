// SPDX-License-Identifier: Apache-2.0
// Pictures, places in them, and how a place becomes a network's input.
#ifndef TENON_EXAMPLES_OCR_PICTURE_H
#define TENON_EXAMPLES_OCR_PICTURE_H

#include "Model.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ocr {

struct Point {
  float x = 0, y = 0;

  Point operator+(Point other) const { return {x + other.x, y + other.y}; }
  Point operator-(Point other) const { return {x - other.x, y - other.y}; }
  Point operator*(float factor) const { return {x * factor, y * factor}; }
};

float dot(Point a, Point b);
float lengthOf(Point vector);

/// A place in a picture, in pixels: where text begins, the way it runs, the
/// way to its foot, and how far its middle lies off the straight line.
struct Box {
  Point corner, along, across, bulge;

  float width() const { return lengthOf(along); }
  float height() const { return lengthOf(across); }
  /// From (0, 0), the corner, to (1, 1), the one opposite.
  Point at(float u, float v) const {
    return corner + along * u + across * v + bulge * (4 * u * (1 - u));
  }
  /// The same place, to be read upside down.
  Box turned() const { return {at(1, 1), along * -1, across * -1, bulge}; }
};

class Picture {
public:
  static constexpr int kChannels = 3;

  /// Reads PNG, JPEG, BMP and what else stb_image knows.
  static Picture load(const std::string &path);

  int width() const { return numColumns; }
  int height() const { return numRows; }
  Box whole() const;

  /// What is in `box`, `width` by `height` pixels of it, as a tensor
  /// [1, 3, height, paddedWidth] of values from -1 to 1 in the order blue,
  /// green, red. What `width` leaves of `paddedWidth` is zero.
  Tensor sample(const Box &box, int height, int width, int paddedWidth) const;

private:
  /// Between pixels, the mean of the nearest four by distance; outside, the
  /// pixel at the border.
  void addPixel(Point at, float (&sum)[kChannels]) const;

  int numColumns = 0, numRows = 0;
  std::vector<uint8_t> pixels; // [height, width, 3], red first
};

} // namespace ocr

#endif // TENON_EXAMPLES_OCR_PICTURE_H
