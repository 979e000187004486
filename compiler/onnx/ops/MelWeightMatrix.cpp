// SPDX-License-Identifier: Apache-2.0
// MelWeightMatrix: triangles that gather the bins of a spectrum into bands
// equally wide on the mel scale. All operands are known, so it is a constant.
// https://onnx.ai/onnx/operators/onnx__MelWeightMatrix.html
#include "compiler/onnx/OpImport.h"
#include <cmath>

using namespace mlir;
using namespace tenon;

namespace {

struct MelBands {
  int64_t bands, bins; // of the mel scale, of the spectrum
  double length, rate, low, high;

  /// The spectrum's bin at which edge `i` of bands + 2 lies.
  int64_t edge(int64_t i) const {
    double least = mel(low);
    double step = (mel(high) - least) / static_cast<double>(bands + 2);
    double hertz =
        700 *
        (std::pow(10, (static_cast<double>(i) * step + least) / 2595) - 1);
    return static_cast<int64_t>(std::floor((length + 1) * hertz / rate));
  }
  static double mel(double hertz) { return 2595 * std::log10(1 + hertz / 700); }
};

} // namespace

static FailureOr<MelBands> readBands(OpImport &op) {
  constexpr double kMost = 1 << 20; // of each number; far beyond audio
  double values[5];
  for (unsigned i = 0; i < 5; ++i) {
    FailureOr<double> value = op.constantNumber(i);
    if (failed(value))
      return failure();
    if (!(*value >= 0 && *value <= kMost))
      return op.invalid("operand " + Twine(i) + " is " +
                        Twine(std::to_string(*value)) + "; allowed: 0 to 2^20");
    values[i] = *value;
  }
  MelBands bands{static_cast<int64_t>(values[0]),
                 static_cast<int64_t>(values[1]) / 2 + 1,
                 values[1],
                 values[2],
                 values[3],
                 values[4]};
  constexpr int64_t kMostElements = 1 << 24; // built now, in memory
  if (values[2] == 0 || bands.bands * bands.bins > kMostElements)
    return op.invalid("the matrix would have " + Twine(bands.bins) + " x " +
                      Twine(bands.bands) + " elements at a sample_rate of " +
                      Twine(std::to_string(values[2])));
  // Edges grow with their number.
  if (bands.edge(0) < 0 || bands.edge(bands.bands + 1) > bands.bins)
    return op.invalid("upper_edge_hertz is beyond half of sample_rate");
  return bands;
}

static std::vector<float> melMatrix(const MelBands &mel) {
  std::vector<float> matrix(mel.bands * mel.bins);
  auto at = [&](int64_t bin, int64_t band) -> float & {
    return matrix[bin * mel.bands + band];
  };
  for (int64_t band = 0; band < mel.bands; ++band) {
    int64_t left = mel.edge(band), peak = mel.edge(band + 1);
    int64_t right = mel.edge(band + 2);
    for (int64_t bin = left; bin <= peak && bin < mel.bins; ++bin)
      at(bin, band) = peak == left ? 1.0F
                                   : static_cast<float>(bin - left) /
                                         static_cast<float>(peak - left);
    for (int64_t bin = peak; bin < right && bin < mel.bins; ++bin)
      at(bin, band) =
          static_cast<float>(right - bin) / static_cast<float>(right - peak);
  }
  return matrix;
}

static LogicalResult lowerMelWeightMatrix(OpImport &op) {
  FailureOr<MelBands> bands = readBands(op);
  FailureOr<Type> type = op.elementTypeOfNumber(op.intAttribute(
      "output_datatype", static_cast<int64_t>(OnnxElementType::Float32)));
  if (failed(bands) || failed(type))
    return failure();
  std::vector<float> matrix = melMatrix(*bands);
  const auto *bytes = reinterpret_cast<const char *>(matrix.data());
  auto shape = RankedTensorType::get({bands->bins, bands->bands},
                                     Float32Type::get(op.graph.context()));
  Value value = op.graph.constant(
      shape, std::vector<char>(bytes, bytes + matrix.size() * sizeof(float)));
  return op.result(op.graph.cast(value, *type));
}

OnnxOp tenon::describeMelWeightMatrix() {
  return {"MelWeightMatrix",
          "triangular bands, equally wide on the mel scale",
          {{.since = 17,
            .operands = {{"num_mel_bins", kIndices},
                         {"dft_length", kIndices},
                         {"sample_rate", kIndices},
                         {"lower_edge_hertz", kFloats, 'F'},
                         {"upper_edge_hertz", kFloats, 'F'}},
            .attributes = {{"output_datatype", OnnxAttributeType::Int}},
            .lower = lowerMelWeightMatrix}}};
}
