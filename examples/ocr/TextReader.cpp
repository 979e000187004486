// SPDX-License-Identifier: Apache-2.0
// Orientation, recognition, and the decoding of its scores.
#include "TextReader.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace ocr {

namespace {

/// Both networks take lines of this height.
constexpr int kLineHeight = 48;
constexpr int kClassifierWidth = 192, kLeastRecogniserWidth = 320;
constexpr float kTurnThreshold = 0.9f;
/// A line of this confidence was read the right way up.
constexpr float kSure = 0.85f;
/// Lines are given to the recogniser so much narrower than they are: it then
/// finds spaces between words that it misses otherwise.
constexpr float kNarrowing = 0.8f;
/// The class between characters, of connectionist temporal classification.
constexpr size_t kBlank = 0;

int widthOfLine(const Box &box, float narrowing = 1) {
  float width = kLineHeight * box.width() / box.height();
  return std::max(1, int(std::ceil(narrowing * width)));
}

std::vector<std::string> charactersOf(const Model &recogniser) {
  std::vector<std::string> characters = {""}; // blank
  std::istringstream lines(recogniser.property("character"));
  for (std::string line; std::getline(lines, line);)
    characters.push_back(line);
  characters.push_back(" ");
  return characters;
}

} // namespace

TextReader::TextReader(Model classifier, Model recogniser)
    : classifier(std::move(classifier)), recogniser(std::move(recogniser)),
      characters(charactersOf(this->recogniser)) {}

bool TextReader::isUpsideDown(const Picture &picture, const Box &box) {
  int width = std::min(widthOfLine(box), kClassifierWidth);
  Tensor upsideDown =
      classifier.run(picture.sample(box, kLineHeight, width, kClassifierWidth));
  return upsideDown.values.at(1) > kTurnThreshold; // [1, {0, 180 degrees}]
}

Line TextReader::readUpright(const Picture &picture, const Box &box) {
  int width = widthOfLine(box, kNarrowing);
  return decode(recogniser.run(picture.sample(
      box, kLineHeight, width, std::max(width, kLeastRecogniserWidth))));
}

/// The classifier errs at times, and a line the wrong way up reads as nonsense.
Line TextReader::read(const Picture &picture, const Box &box) {
  Box upright = isUpsideDown(picture, box) ? box.turned() : box;
  Line line = readUpright(picture, upright);
  if (line.confidence >= kSure)
    return line;
  Line other = readUpright(picture, upright.turned());
  return other.confidence > line.confidence ? other : line;
}

/// Of each position the likeliest class; a class that repeats is one
/// character, blanks are none.
Line TextReader::decode(const Tensor &scores) const {
  auto numClasses = scores.dims.empty() ? 0 : size_t(scores.dims.back());
  if (numClasses != characters.size())
    throw std::runtime_error(
        "the recogniser tells " + std::to_string(numClasses) +
        " classes apart and names " + std::to_string(characters.size()));
  Line line;
  size_t numCharacters = 0, previous = kBlank;
  for (auto position = scores.values.begin(); position != scores.values.end();
       position += long(numClasses)) {
    auto likeliest = std::max_element(position, position + long(numClasses));
    auto number = size_t(likeliest - position);
    if (number != kBlank && number != previous) {
      line.text += characters[number];
      line.confidence += *likeliest;
      ++numCharacters;
    }
    previous = number;
  }
  if (numCharacters > 0)
    line.confidence /= float(numCharacters);
  return line;
}

} // namespace ocr
