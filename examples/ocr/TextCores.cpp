// SPDX-License-Identifier: Apache-2.0
// Parts a map into connected pieces.
#include "TextCores.h"

#include <algorithm>

namespace ocr {

namespace {

/// Of a pixel to be text, as PaddleOCR has it.
constexpr float kPixelThreshold = 0.3f;

/// Finds all cores of a map: pixels above the threshold that touch, also at
/// corners, after each has grown by one to the right and down.
class CoreFinder {
public:
  explicit CoreFinder(const Map &map)
      : map(map), isLeft(map.values.size(), false) {
    for (int y = 0; y < map.height; ++y)
      for (int x = 0; x < map.width; ++x)
        isLeft[indexOf(x, y)] = isText(x, y) || isText(x - 1, y) ||
                                isText(x, y - 1) || isText(x - 1, y - 1);
  }

  std::vector<Core> findAll() {
    std::vector<Core> cores;
    for (int y = 0; y < map.height; ++y)
      for (int x = 0; x < map.width; ++x)
        if (isLeft[indexOf(x, y)])
          cores.push_back(takeFrom(x, y));
    return cores;
  }

private:
  size_t indexOf(int x, int y) const { return size_t(y) * map.width + x; }
  bool isText(int x, int y) const {
    return x >= 0 && y >= 0 && map.at(x, y) > kPixelThreshold;
  }

  /// The core that holds a pixel; its pixels are taken away.
  Core takeFrom(int startX, int startY) {
    struct Pixel {
      int x, y;
    };
    std::vector<Pixel> waiting = {{startX, startY}};
    isLeft[indexOf(startX, startY)] = false;
    Core core;
    while (!waiting.empty()) {
      Pixel pixel = waiting.back();
      waiting.pop_back();
      core.push_back({float(pixel.x), float(pixel.y)});
      for (int y = std::max(pixel.y - 1, 0);
           y <= std::min(pixel.y + 1, map.height - 1); ++y)
        for (int x = std::max(pixel.x - 1, 0);
             x <= std::min(pixel.x + 1, map.width - 1); ++x)
          if (isLeft[indexOf(x, y)]) {
            isLeft[indexOf(x, y)] = false;
            waiting.push_back({x, y});
          }
    }
    return core;
  }

  const Map &map;
  std::vector<bool> isLeft;
};

} // namespace

std::vector<Core> findCores(const Map &map) {
  return CoreFinder(map).findAll();
}

} // namespace ocr
