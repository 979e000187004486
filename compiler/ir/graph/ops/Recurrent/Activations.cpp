// SPDX-License-Identifier: Apache-2.0
// Formulas: ONNX, operator LSTM, "Activation functions".
#include "compiler/ir/graph/ops/Recurrent/Activations.h"

namespace tenon {

Element activate(ElementBuilder &builder, Activation fn, double alpha,
                 double beta, Element x) {
  auto number = [&](double value) { return builder.literal(value, x->type); };
  auto call = [&](ScalarFn f, Element a) { return builder.apply(f, {a}); };
  auto with = [&](ScalarFn f, Element a, Element b) {
    return builder.apply(f, {a, b});
  };
  auto affine = [&](Element a) {
    return with(ScalarFn::Add, with(ScalarFn::Mul, number(alpha), a),
                number(beta));
  };
  switch (fn) {
  case Activation::Sigmoid:
    return call(ScalarFn::Sigmoid, x);
  case Activation::Tanh:
    return call(ScalarFn::Tanh, x);
  case Activation::Relu:
    return with(ScalarFn::Max, x, number(0));
  case Activation::Affine: // alpha x + beta
    return affine(x);
  case Activation::LeakyRelu: // x if x >= 0 else alpha x
    return builder.select(with(ScalarFn::Less, x, number(0)),
                          with(ScalarFn::Mul, number(alpha), x), x);
  case Activation::ThresholdedRelu: // x if x >= alpha else 0
    return builder.select(with(ScalarFn::GreaterEqual, x, number(alpha)), x,
                          number(0));
  case Activation::ScaledTanh: // alpha tanh(beta x)
    return with(ScalarFn::Mul, number(alpha),
                call(ScalarFn::Tanh, with(ScalarFn::Mul, number(beta), x)));
  case Activation::HardSigmoid: // min(max(alpha x + beta, 0), 1)
    return with(ScalarFn::Min, with(ScalarFn::Max, affine(x), number(0)),
                number(1));
  case Activation::Elu: // x if x >= 0 else alpha (e^x - 1)
    return builder.select(
        with(ScalarFn::Less, x, number(0)),
        with(ScalarFn::Mul, number(alpha), call(ScalarFn::Expm1, x)), x);
  case Activation::Softsign: // x / (1 + |x|)
    return with(ScalarFn::Div, x,
                with(ScalarFn::Add, number(1), call(ScalarFn::Abs, x)));
  case Activation::Softplus: // log(1 + e^x), without overflow
    return with(
        ScalarFn::Add, with(ScalarFn::Max, x, number(0)),
        call(ScalarFn::Log1p,
             call(ScalarFn::Exp, call(ScalarFn::Neg, call(ScalarFn::Abs, x)))));
  }
  return x;
}

} // namespace tenon
