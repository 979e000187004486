// SPDX-License-Identifier: Apache-2.0
// Reads pictures with stb_image and samples them.
#include "Picture.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stb/stb_image.h>
#include <stdexcept>

namespace ocr {

float dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }

float lengthOf(Point vector) { return std::hypot(vector.x, vector.y); }

Picture Picture::load(const std::string &path) {
  Picture picture;
  int numChannels = 0;
  uint8_t *data = stbi_load(path.c_str(), &picture.numColumns, &picture.numRows,
                            &numChannels, kChannels);
  if (!data)
    throw std::runtime_error(
        path + " cannot be read as a picture: " + stbi_failure_reason());
  size_t numPixels = size_t(picture.numColumns) * size_t(picture.numRows);
  picture.pixels.assign(data, data + numPixels * kChannels);
  std::free(data);
  return picture;
}

Box Picture::whole() const {
  return {{0, 0}, {float(numColumns), 0}, {0, float(numRows)}, {}};
}

void Picture::addPixel(Point at, float (&sum)[kChannels]) const {
  // Pixel 0 has its centre at 0.5.
  float x = std::clamp(at.x - 0.5f, 0.0f, float(numColumns - 1));
  float y = std::clamp(at.y - 0.5f, 0.0f, float(numRows - 1));
  int left = int(x), top = int(y);
  int right = std::min(left + 1, numColumns - 1);
  int bottom = std::min(top + 1, numRows - 1);
  float u = x - float(left), v = y - float(top);
  auto add = [&](int column, int row, float weight) {
    const uint8_t *pixel =
        &pixels[(size_t(row) * numColumns + column) * kChannels];
    for (int channel = 0; channel < kChannels; ++channel)
      sum[channel] += weight * pixel[channel];
  };
  add(left, top, (1 - u) * (1 - v));
  add(right, top, u * (1 - v));
  add(left, bottom, (1 - u) * v);
  add(right, bottom, u * v);
}

Tensor Picture::sample(const Box &box, int height, int width,
                       int paddedWidth) const {
  Tensor tensor({1, kChannels, height, paddedWidth});
  // Where the picture shrinks, so many samples a side make one pixel.
  float shrink = std::max(box.width() / width, box.height() / height);
  int fine = std::max(1, int(std::lround(shrink)));
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      float sum[kChannels] = {};
      for (int i = 0; i < fine * fine; ++i)
        addPixel(box.at((column + (i % fine + 0.5f) / fine) / width,
                        (row + (i / fine + 0.5f) / fine) / height),
                 sum);
      for (int channel = 0; channel < kChannels; ++channel) {
        float mean = sum[kChannels - 1 - channel] / float(fine * fine);
        constexpr float kHalfRange = 127.5f;
        tensor.values[(size_t(channel) * height + row) * paddedWidth + column] =
            mean / kHalfRange - 1;
      }
    }
  return tensor;
}

} // namespace ocr
