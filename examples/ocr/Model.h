// SPDX-License-Identifier: Apache-2.0
// An engine of one input and one output, as a function of a tensor.
#ifndef TENON_EXAMPLES_OCR_MODEL_H
#define TENON_EXAMPLES_OCR_MODEL_H

#include <tenon/runtime.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace ocr {

struct Tensor {
  explicit Tensor(std::vector<int64_t> shape);

  std::vector<int64_t> dims;
  std::vector<float> values; // row-major
};

class Model {
public:
  explicit Model(const std::string &file);

  /// Computes for any size of `input` that the engine serves.
  Tensor run(const Tensor &input);

  /// What the model's author wrote under `key`.
  std::string property(const std::string &key) const;

private:
  std::string path;
  tenon::Engine engine;
  tenon::Context context;
};

} // namespace ocr

#endif // TENON_EXAMPLES_OCR_MODEL_H
