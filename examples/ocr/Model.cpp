// SPDX-License-Identifier: Apache-2.0
// All that this program says to Tenon. TENON_THROW is defined, so what fails
// throws tenon::Error, and results are used without asking.
#include "Model.h"

#include <cstring>
#include <functional>
#include <numeric>
#include <stdexcept>

namespace ocr {

Tensor::Tensor(std::vector<int64_t> shape)
    : dims(std::move(shape)),
      values(std::accumulate(dims.begin(), dims.end(), size_t{1},
                             std::multiplies<size_t>())) {}

Model::Model(const std::string &file)
    : path(file), engine(*tenon::Engine::loadFile(path)),
      context(*tenon::Context::create(engine)) {
  if (engine.numInputs() != 1 || engine.numOutputs() != 1 ||
      engine.inputInfo(0)->type != TENON_F32 ||
      engine.outputInfo(0)->type != TENON_F32)
    throw std::runtime_error(path + ": expected an engine of one f32 input "
                                    "and one f32 output");
}

Tensor Model::run(const Tensor &input) {
  context.setInput(0, std::span<const float>(input.values), input.dims);
  context.run();
  Tensor output(*context.outputShape(0));
  std::span<const std::byte> bytes = *context.output(0);
  std::memcpy(output.values.data(), bytes.data(), bytes.size());
  return output;
}

std::string Model::property(const std::string &key) const {
  try {
    return std::string(*engine.property(key));
  } catch (const tenon::Error &error) {
    throw std::runtime_error(path + ": " + error.what());
  }
}

} // namespace ocr
