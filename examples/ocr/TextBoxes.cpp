// SPDX-License-Identifier: Apache-2.0
// The detector and what follows it. Numbers are those that PaddleOCR uses
// with this model.
#include "TextBoxes.h"

#include "TextCores.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

namespace ocr {

namespace {

/// Of the picture given to the detector, in pixels.
constexpr float kLeastShortSide = 736, kMostLongSide = 2000;
constexpr int kSideMultiple = 32;
/// Of the mean over a core, to be text.
constexpr float kCoreThreshold = 0.5f;
constexpr float kGrowth = 1.6f;
constexpr float kLeastSide = 3, kLeastGrownSide = 5;
/// Lines so many times as long as they are high may bend.
constexpr float kLongLine = 8;

Map computeMap(Model &detector, const Picture &picture) {
  float shortSide = float(std::min(picture.width(), picture.height()));
  float longSide = float(std::max(picture.width(), picture.height()));
  float scale = std::min(std::max(1.0f, kLeastShortSide / shortSide),
                         kMostLongSide / longSide);
  auto rounded = [&](int side) {
    long multiples = std::lround(float(side) * scale / kSideMultiple);
    return int(std::max(1L, multiples)) * kSideMultiple;
  };
  int width = rounded(picture.width()), height = rounded(picture.height());
  Tensor map =
      detector.run(picture.sample(picture.whole(), height, width, width));
  if (map.values.size() != size_t(width) * size_t(height))
    throw std::runtime_error("the detector gives no map of its input's size; "
                             "is it a text detector?");
  return {width, height, std::move(map.values)};
}

/// Andrew's monotone chain: the corners of the convex hull, in order.
std::vector<Point> hullOf(Core points) {
  if (points.size() < 3)
    return points;
  std::sort(points.begin(), points.end(), [](Point a, Point b) {
    return a.x != b.x ? a.x < b.x : a.y < b.y;
  });
  std::vector<Point> hull;
  auto walk = [&](auto first, auto last) {
    size_t start = hull.size();
    for (; first != last; ++first) {
      auto turnsBack = [&] {
        Point a = hull[hull.size() - 2], b = hull.back();
        Point ab = b - a, ac = *first - a;
        return ab.x * ac.y - ab.y * ac.x <= 0;
      };
      while (hull.size() >= start + 2 && turnsBack())
        hull.pop_back();
      hull.push_back(*first);
    }
    hull.pop_back(); // the other walk begins with it
  };
  walk(points.begin(), points.end());
  walk(points.rbegin(), points.rend());
  return hull;
}

/// The rectangle around `hull` with a side along `direction`, a unit vector.
Box rectangleAlong(Point direction, const std::vector<Point> &hull) {
  Point normal = {-direction.y, direction.x};
  float infinity = std::numeric_limits<float>::infinity();
  float left = infinity, right = -infinity, top = infinity, bottom = -infinity;
  for (Point point : hull) {
    left = std::min(left, dot(point, direction));
    right = std::max(right, dot(point, direction));
    top = std::min(top, dot(point, normal));
    bottom = std::max(bottom, dot(point, normal));
  }
  return {direction * left + normal * top,
          direction * (right - left),
          normal * (bottom - top),
          {}};
}

/// The smallest rectangle has a side along one of the hull.
Box smallestRectangle(const std::vector<Point> &hull) {
  Box best = rectangleAlong({1, 0}, hull);
  for (size_t i = 0; i < hull.size(); ++i) {
    Point side = hull[(i + 1) % hull.size()] - hull[i];
    if (lengthOf(side) == 0)
      continue;
    Box box = rectangleAlong(side * (1 / lengthOf(side)), hull);
    if (box.width() * box.height() < best.width() * best.height())
      best = box;
  }
  return best;
}

/// How sure the detector is of a core. The mean over its rectangle would
/// refuse lines that bend, as those on a photograph of a page do.
float meanOf(const Core &core, const Map &map) {
  float sum = 0;
  for (Point pixel : core)
    sum += map.at(int(pixel.x), int(pixel.y));
  return sum / float(core.size());
}

/// Grown on every side by the distance that undoes the training's shrinking.
Box grown(const Box &box) {
  float distance =
      kGrowth * box.width() * box.height() / (2 * (box.width() + box.height()));
  Point right = box.along * (distance / box.width());
  Point down = box.across * (distance / box.height());
  return {box.corner - right - down, box.along + right * 2,
          box.across + down * 2, box.bulge};
}

/// The same rectangle, so that text runs to the right, or down if it is tall.
Box upright(Box box) {
  if (std::abs(box.along.x) < std::abs(box.along.y))
    box = {box.at(0, 1), box.across * -1, box.along, {}};
  if (box.along.x < 0)
    box = box.turned();
  constexpr float kTall = 1.5f;
  if (box.height() >= kTall * box.width())
    box = {box.at(1, 0), box.across, box.along * -1, {}};
  return box;
}

/// A rectangle bent as its core is: lines on a photograph of a page are. The
/// middle of the core follows centre(x) = base + slope x + curve x^2, x from -1
/// to 1, found from its mean in each third of the line.
Box bent(const Box &box, const Core &core) {
  Point right = box.along * (1 / dot(box.along, box.along));
  Point down = box.across * (1 / box.height());
  float sum[3] = {}, count[3] = {};
  for (Point pixel : core) {
    int third = std::clamp(int(3 * dot(pixel - box.corner, right)), 0, 2);
    sum[third] += dot(pixel - box.corner, down);
    ++count[third];
  }
  if (count[0] == 0 || count[1] == 0 || count[2] == 0)
    return box;
  float left = sum[0] / count[0], middle = sum[1] / count[1],
        end = sum[2] / count[2];
  // The means of x and of x^2 over the thirds are -2/3, 0, 2/3 and 13/27, 1/27,
  // 13/27.
  float curve = ((left + end) / 2 - middle) * 27 / 12;
  float slope = (end - left) * 3 / 4, base = middle - curve / 27;
  auto centre = [&](float x) { return base + slope * x + curve * x * x; };
  float above = 0, below = 0;
  for (Point pixel : core) {
    float x = 2 * dot(pixel - box.corner, right) - 1;
    float offset = dot(pixel - box.corner, down) - centre(x);
    above = std::min(above, offset);
    below = std::max(below, offset);
  }
  Point corner = box.at(0, 0) + down * (centre(-1) + above);
  Point farCorner = box.at(1, 0) + down * (centre(1) + above);
  return {corner, farCorner - corner, down * (below - above), down * -curve};
}

std::optional<Box> boxOf(const Core &core, const Map &map) {
  Box box = upright(smallestRectangle(hullOf(core)));
  if (std::min(box.width(), box.height()) < kLeastSide ||
      meanOf(core, map) < kCoreThreshold)
    return std::nullopt;
  if (box.width() >= kLongLine * box.height())
    box = bent(box, core);
  box = grown(box);
  if (std::min(box.width(), box.height()) < kLeastGrownSide)
    return std::nullopt;
  return box;
}

/// Boxes that overlap by half a line in height are of one line.
void sortForReading(std::vector<Box> &boxes) {
  auto middle = [](const Box &box) { return box.at(0.5f, 0.5f); };
  std::sort(boxes.begin(), boxes.end(), [&](const Box &a, const Box &b) {
    return middle(a).y < middle(b).y;
  });
  for (auto first = boxes.begin(); first != boxes.end();) {
    float foot = middle(*first).y + std::abs(first->across.y) / 2;
    auto last = std::find_if(first, boxes.end(), [&](const Box &box) {
      return middle(box).y >= foot;
    });
    last = std::max(last, first + 1);
    std::sort(first, last, [&](const Box &a, const Box &b) {
      return middle(a).x < middle(b).x;
    });
    first = last;
  }
}

} // namespace

std::vector<Box> findTextBoxes(Model &detector, const Picture &picture) {
  Map map = computeMap(detector, picture);
  float scaleX = float(picture.width()) / float(map.width);
  float scaleY = float(picture.height()) / float(map.height);
  auto scaled = [&](Point point) {
    return Point{point.x * scaleX, point.y * scaleY};
  };
  std::vector<Box> boxes;
  for (const Core &core : findCores(map))
    if (std::optional<Box> box = boxOf(core, map))
      boxes.push_back({scaled(box->corner), scaled(box->along),
                       scaled(box->across), scaled(box->bulge)});
  sortForReading(boxes);
  return boxes;
}

} // namespace ocr
