// SPDX-License-Identifier: Apache-2.0
// Recurrent layers as plain loops over ONNX's formulas, the judge of the
// recurrent op. Everything is in double.
#ifndef TENON_TEST_UNIT_REFERENCE_RECURRENTLOOPS_H
#define TENON_TEST_UNIT_REFERENCE_RECURRENTLOOPS_H

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace tenon::reference {

struct Layer {
  std::string kind;
  int steps = 5, batch = 2, states = 3;
  std::vector<double> projected; // [steps, batch, gates * states]
  std::vector<double> weights;   // [gates * states, states]
  std::vector<double> hidden, cell, bias, peepholes;
  std::vector<int> lengths;
  double clip = 0;
  bool linearBeforeReset = false, inputForget = false;
  std::vector<std::string> activations;
  std::vector<double> alpha, beta;

  int gates() const { return kind == "rnn" ? 1 : kind == "gru" ? 3 : 4; }
  bool isLstm() const { return kind == "lstm"; }

  /// The states of each step, [steps, batch, states]; cells of an lstm too.
  std::vector<double> y, c;
  void run() {
    for (int t = 0; t < steps; ++t)
      for (int b = 0; b < batch; ++b)
        step(t, b);
  }

private:
  using Vector = std::vector<double>;

  double activate(int number, double x) const {
    if (clip > 0)
      x = std::clamp(x, -clip, clip);
    const std::string &f = activations[number];
    double a = alpha[number], s = beta[number];
    if (f == "sigmoid")
      return 1 / (1 + std::exp(-x));
    if (f == "tanh")
      return std::tanh(x);
    if (f == "relu")
      return x > 0 ? x : 0;
    if (f == "affine")
      return a * x + s;
    if (f == "leaky_relu")
      return x >= 0 ? x : a * x;
    if (f == "thresholded_relu")
      return x >= a ? x : 0;
    if (f == "scaled_tanh")
      return a * std::tanh(s * x);
    if (f == "hard_sigmoid")
      return std::min(std::max(a * x + s, 0.0), 1.0);
    if (f == "elu")
      return x >= 0 ? x : a * (std::exp(x) - 1);
    if (f == "softsign")
      return x / (1 + std::abs(x));
    return std::log(1 + std::exp(x)); // softplus
  }

  Vector row(const Vector &all, int b) const {
    return Vector(all.begin() + b * states, all.begin() + (b + 1) * states);
  }
  double input(int t, int b, int gate, int s) const {
    return projected[((t * batch + b) * gates() + gate) * states + s];
  }
  double recurrence(const Vector &h, int gate, int s) const {
    double sum = 0;
    for (int k = 0; k < states; ++k)
      sum += h[k] * weights[(gate * states + s) * states + k];
    return sum;
  }
  double gate(int t, int b, int number, int s, const Vector &h) const {
    return input(t, b, number, s) + recurrence(h, number, s);
  }
  double peephole(int number, int s) const {
    return peepholes.empty() ? 0 : peepholes[number * states + s];
  }

  void step(int t, int b) {
    auto before = [&](const Vector &all, const Vector &initial) {
      return t == 0 ? row(initial, b)
                    : Vector(all.end() - batch * states,
                             all.end() - (batch - 1) * states);
    };
    Vector h = before(y, hidden);
    Vector oldCell = isLstm() ? before(c, cell) : Vector();
    Vector nextCell = oldCell, next = h;
    bool ended = !lengths.empty() && t >= lengths[b];
    for (int s = 0; s < states && !ended; ++s)
      if (kind == "rnn")
        next[s] = activate(0, gate(t, b, 0, s, h));
      else if (kind == "gru")
        next[s] = gru(t, b, s, h);
      else
        next[s] = lstm(t, b, s, h, oldCell[s], nextCell[s]);
    y.insert(y.end(), next.begin(), next.end());
    c.insert(c.end(), nextCell.begin(), nextCell.end());
  }

  double gru(int t, int b, int s, const Vector &h) const {
    auto reset = [&](int k) { return activate(0, gate(t, b, 1, k, h)); };
    double z = activate(0, gate(t, b, 0, s, h)), change;
    if (linearBeforeReset) {
      change = reset(s) * (recurrence(h, 2, s) + (bias.empty() ? 0 : bias[s]));
    } else {
      Vector scaled = h;
      for (int k = 0; k < states; ++k)
        scaled[k] *= reset(k);
      change = recurrence(scaled, 2, s);
    }
    return (1 - z) * activate(1, input(t, b, 2, s) + change) + z * h[s];
  }

  double lstm(int t, int b, int s, const Vector &h, double oldCell,
              double &newCell) const {
    double in = activate(0, gate(t, b, 0, s, h) + peephole(0, s) * oldCell);
    double forget =
        inputForget
            ? 1 - in
            : activate(0, gate(t, b, 2, s, h) + peephole(2, s) * oldCell);
    newCell = forget * oldCell + in * activate(1, gate(t, b, 3, s, h));
    double out = activate(0, gate(t, b, 1, s, h) + peephole(1, s) * newCell);
    return out * activate(2, newCell);
  }
};

} // namespace tenon::reference

#endif // TENON_TEST_UNIT_REFERENCE_RECURRENTLOOPS_H
