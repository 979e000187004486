// SPDX-License-Identifier: Apache-2.0
// The text of --shape: NAME=DIMxDIMx..., where DIM is a size, a range
// min..max:optimum, or '?' to leave what the model says.
#ifndef TENON_TOOLS_TENON_SHAPEFLAG_H
#define TENON_TOOLS_TENON_SHAPEFLAG_H

#include <tenon/compiler.h>
#include <tenon/runtime.hpp>

#include <span>
#include <string>
#include <vector>

namespace tenon::cli {

struct ShapeChoice {
  std::string input;
  std::vector<tenon_dimension_choice> dims;
};

/// "x=1..32:8x3x224x224". A range may leave out its optimum, and its maximum
/// ("1.."), which is no limit then. "x=scalar" has no dimensions.
Result<ShapeChoice> parseShape(std::string_view text);

/// Several; an input given twice is an error.
Result<std::vector<ShapeChoice>>
parseShapes(std::span<const std::string> texts);

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_SHAPEFLAG_H
