// SPDX-License-Identifier: Apache-2.0
// The activations that an LSTM, GRU or RNN node names.
#include "compiler/onnx/RecurrentActivations.h"

using namespace mlir;

namespace tenon {

namespace {

/// What ONNX says of an activation: which of the node's lists it takes its
/// parameters from, and their values where the list has no more.
struct ActivationFacts {
  const char *name;
  Activation function;
  bool takesAlpha = false, takesBeta = false;
  double alpha = 0, beta = 0;
};

constexpr ActivationFacts kActivations[] = {
    {"Sigmoid", Activation::Sigmoid},
    {"Tanh", Activation::Tanh},
    {"Relu", Activation::Relu},
    {"Affine", Activation::Affine, true, true, 1, 0},
    {"LeakyRelu", Activation::LeakyRelu, true, false, 0.01},
    {"ThresholdedRelu", Activation::ThresholdedRelu, true, false, 1},
    {"ScaledTanh", Activation::ScaledTanh, true, true, 1, 1},
    {"HardSigmoid", Activation::HardSigmoid, true, true, 0.2, 0.5},
    {"Elu", Activation::Elu, true, false, 1},
    {"Softsign", Activation::Softsign},
    {"Softplus", Activation::Softplus},
};

} // namespace

/// The names for one direction where the node gives none.
static llvm::SmallVector<StringRef> defaultNames(RecurrentKind kind) {
  switch (kind) {
  case RecurrentKind::Rnn:
    return {"Tanh"};
  case RecurrentKind::Gru:
    return {"Sigmoid", "Tanh"};
  case RecurrentKind::Lstm:
    return {"Sigmoid", "Tanh", "Tanh"};
  }
  return {};
}

FailureOr<llvm::SmallVector<LayerActivations, 2>>
readActivations(OpImport &op, RecurrentKind kind, int64_t directions) {
  llvm::SmallVector<StringRef> usual = defaultNames(kind), names;
  for (int64_t i = 0; i < directions; ++i)
    names.append(usual);
  size_t needed = names.size();
  names = op.stringsAttribute("activations", names);
  if (names.size() < needed)
    return op.invalid("activations has " + Twine(names.size()) +
                      " entries and must have " + Twine(needed));
  llvm::SmallVector<double> alphas = op.floatsAttribute("activation_alpha");
  llvm::SmallVector<double> betas = op.floatsAttribute("activation_beta");
  llvm::ArrayRef<double> moreAlpha = alphas, moreBeta = betas;
  auto next = [](bool takes, llvm::ArrayRef<double> &list, double otherwise) {
    if (!takes || list.empty())
      return otherwise;
    double value = list.front();
    list = list.drop_front();
    return value;
  };
  llvm::SmallVector<LayerActivations, 2> result(directions);
  for (size_t i = 0; i < needed; ++i) {
    const auto *facts =
        llvm::find_if(kActivations, [&](const ActivationFacts &candidate) {
          return names[i].equals_insensitive(candidate.name);
        });
    if (facts == std::end(kActivations))
      return op.invalid("activation '" + names[i] + "' does not exist");
    LayerActivations &layer = result[i / usual.size()];
    layer.functions.push_back(facts->function);
    layer.alpha.push_back(next(facts->takesAlpha, moreAlpha, facts->alpha));
    layer.beta.push_back(next(facts->takesBeta, moreBeta, facts->beta));
  }
  return result;
}

} // namespace tenon
