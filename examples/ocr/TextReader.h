// SPDX-License-Identifier: Apache-2.0
// What a line says.
#ifndef TENON_EXAMPLES_OCR_TEXTREADER_H
#define TENON_EXAMPLES_OCR_TEXTREADER_H

#include "Model.h"
#include "Picture.h"

#include <string>
#include <vector>

namespace ocr {

struct Line {
  std::string text;
  float confidence = 0; // mean over the characters
};

class TextReader {
public:
  /// The recogniser's property "character" lists what its classes stand for.
  TextReader(Model classifier, Model recogniser);

  Line read(const Picture &picture, const Box &box);

private:
  Line readUpright(const Picture &picture, const Box &box);
  bool isUpsideDown(const Picture &picture, const Box &box);
  Line decode(const Tensor &scores) const;

  Model classifier, recogniser;
  std::vector<std::string> characters;
};

} // namespace ocr

#endif // TENON_EXAMPLES_OCR_TEXTREADER_H
