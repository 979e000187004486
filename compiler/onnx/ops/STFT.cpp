// SPDX-License-Identifier: Apache-2.0
// STFT: the Fourier transforms of overlapping frames of a signal, as one
// convolution whose filters are the rows of the transform times the window.
// https://onnx.ai/onnx/operators/onnx__STFT.html
#include "compiler/onnx/FourierBasis.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

enum Operand : unsigned { kSignal, kStep, kWindow, kLength };

/// The length of a frame: given, the window's, or the signal's.
static FailureOr<int64_t> frameLength(OpImport &op) {
  IndexExpr length = op.sizes(kSignal)[1];
  if (op.hasInput(kWindow))
    length = op.sizes(kWindow)[0];
  if (op.hasInput(kLength)) {
    FailureOr<Sizes> given = op.symbolicInts(kLength);
    if (failed(given))
      return failure();
    length = given->empty() ? IndexExpr::invalid() : given->front();
  }
  std::optional<int64_t> known = length.constant();
  if (!known)
    return op.unsupported("the length of a frame is not known",
                          "give frame_length or a window of known size");
  if (*known < 1 || *known > INT32_MAX)
    return op.invalid("the length of a frame is " + Twine(*known) +
                      " and must be positive");
  return *known;
}

/// The filters [bins * 2, parts, length]: the transform times the window.
static Value frameFilters(OpImport &op, int64_t length, int64_t bins,
                          bool twoParts, Type type) {
  GraphBuilder &graph = op.graph;
  FourierBasis basis = fourierBasis(graph, length, bins, length, type);
  if (op.hasInput(kWindow)) {
    Value window = graph.unsqueeze(graph.cast(op.input(kWindow), type), {1});
    basis.cosine = graph.mul(basis.cosine, window);
    basis.sine = graph.mul(basis.sine, window);
    if (!basis.cosine || !basis.sine)
      return {};
  }
  Value map = complexBasis(graph, basis, twoParts, /*inverse=*/false);
  return graph.reshape(graph.transpose(map, {2, 3, 1, 0}),
                       {bins * 2, twoParts ? 2 : 1, length});
}

static LogicalResult lowerStft(OpImport &op) {
  GraphBuilder &graph = op.graph;
  std::optional<int64_t> parts =
      op.rank(kSignal) == 3 ? op.sizes(kSignal)[2].constant() : std::nullopt;
  if (parts != 1 && parts != 2)
    return op.invalid("signal must be [batch, length, 1] or "
                      "[batch, length, 2]");
  if (op.hasInput(kWindow) && op.rank(kWindow) != 1)
    return op.invalid("window must have one dimension");
  auto step = op.constantNumber(kStep);
  auto length = frameLength(op);
  if (failed(step) || failed(length))
    return failure();
  if (*step < 1 || *step > INT32_MAX)
    return op.invalid("frame_step must be positive");
  bool oneSided = op.intAttribute("onesided", 1) != 0;
  if (oneSided && *parts == 2)
    return op.invalid("a onesided transform takes a real signal");
  int64_t bins = oneSided ? *length / 2 + 1 : *length;
  Value x = widenHalf(graph, op.input(kSignal));
  Value filters =
      frameFilters(op, *length, bins, *parts == 2, elementTypeOf(x));
  if (!filters)
    return failure();
  WindowShape shape;
  shape.kernel = {*length};
  shape.strides = {static_cast<int64_t>(*step)};
  Value frames = graph.window(WindowKind::Convolve,
                              graph.transpose(x, {0, 2, 1}), filters, shape);
  Sizes sizes = sizesOf(frames); // [batch, bins * 2, frames]
  Value y = graph.reshape(frames, {sizes[0], bins, 2, sizes[2]});
  return op.result(
      graph.cast(graph.transpose(y, {0, 3, 1, 2}), op.elementType(kSignal)));
}

OnnxOp tenon::describeSTFT() {
  return {"STFT",
          "y[f, k] = sum over n of x[f * step + n] w[n] e^(-2 pi i n k / "
          "length)",
          {{.since = 17,
            .operands = {{"signal", kFloats},
                         {"frame_step", kIndices, 'S'},
                         {"window", kFloats, 'T', OperandUse::Optional},
                         {"frame_length", kIndices, 'S', OperandUse::Optional}},
            .attributes = {{"onesided", OnnxAttributeType::Int}},
            .lower = lowerStft}}};
}
