// SPDX-License-Identifier: Apache-2.0
// Where there is text: from a picture to boxes, one around each line.
//
// The detector gives a map of how likely each pixel is the core of a line.
// Cores are parted by a threshold, each gets the smallest rectangle around
// it, and the rectangle grows by what the training had shrunk it ("Real-time
// Scene Text Detection with Differentiable Binarization", AAAI 2020).
#ifndef TENON_EXAMPLES_OCR_TEXTBOXES_H
#define TENON_EXAMPLES_OCR_TEXTBOXES_H

#include "Model.h"
#include "Picture.h"

#include <vector>

namespace ocr {

/// In the order of reading: from the top, and from the left within a line.
std::vector<Box> findTextBoxes(Model &detector, const Picture &picture);

} // namespace ocr

#endif // TENON_EXAMPLES_OCR_TEXTBOXES_H
