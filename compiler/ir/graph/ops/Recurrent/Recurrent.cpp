// SPDX-License-Identifier: Apache-2.0
// One step of a recurrent layer as Elements over the step before. What a
// result would compute twice is a result of its own (an LSTM's cell, a GRU's
// reset gate), so each gate is one sum over the states.
#include "compiler/ir/graph/Graph.h"
#include "compiler/ir/graph/ops/Recurrent/Activations.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tenon;

#define GET_OP_CLASSES
#include "compiler/ir/graph/Recurrent.cpp.inc"

void tenon::registerRecurrent(TenonDialect &dialect) {
  dialect.add<
#define GET_OP_LIST
#include "compiler/ir/graph/Recurrent.cpp.inc"
      >();
}

//===--- Types and checks -------------------------------------------------===//

unsigned RecurrentOp::numGates(RecurrentKind kind) {
  return kind == RecurrentKind::Rnn ? 1 : kind == RecurrentKind::Gru ? 3 : 4;
}

unsigned RecurrentOp::numActivations(RecurrentKind kind) {
  return kind == RecurrentKind::Rnn ? 1 : kind == RecurrentKind::Gru ? 2 : 3;
}

llvm::SmallVector<Type>
RecurrentOp::resultTypes(RecurrentKind kind, Value projected, Value weights) {
  Sizes sizes = sizesOf(projected);
  sizes[2] = sizesOf(weights)[1];
  Type state = tensorType(sizes, elementTypeOf(projected));
  return llvm::SmallVector<Type>(kind == RecurrentKind::Rnn ? 1 : 2, state);
}

/// Each operand has the sizes that the others give it.
static LogicalResult verifySizes(RecurrentOp op) {
  IndexExpr gates(RecurrentOp::numGates(op.getKind()));
  Sizes projected = sizesOf(op.getProjected());
  Sizes weights = sizesOf(op.getWeights());
  if (projected.size() != 3 || weights.size() != 2)
    return op.emitOpError("projected must have rank 3 and weights rank 2");
  IndexExpr batch = projected[1], states = weights[1];
  auto is = [&](Value operand, llvm::ArrayRef<IndexExpr> sizes) {
    return !operand || llvm::equal(sizesOf(operand), sizes);
  };
  if (projected[2] != gates * states || weights[0] != gates * states)
    return op.emitOpError()
           << "projected and weights must have " << (gates * states).str()
           << " gate outputs, found " << projected[2].str() << " and "
           << weights[0].str();
  if (!is(op.getInitialHidden(), {batch, states}) ||
      !is(op.getInitialCell(), {batch, states}))
    return op.emitOpError() << "initial states must have sizes " << batch.str()
                            << ", " << states.str();
  if (!is(op.getBias(), {states}) ||
      !is(op.getPeepholes(), {states * IndexExpr(3)}) ||
      !is(op.getLengths(), {batch}))
    return op.emitOpError("bias has H elements, peepholes 3*H, lengths B");
  return success();
}

LogicalResult RecurrentOp::verify() {
  if (failed(verifySizes(*this)))
    return failure();
  bool lstm = getKind() == RecurrentKind::Lstm;
  if (lstm != static_cast<bool>(getInitialCell()) || (!lstm && getPeepholes()))
    return emitOpError("a cell belongs to an lstm, peepholes to nothing else");
  if (getBias() && (getKind() != RecurrentKind::Gru || !getLinearBeforeReset()))
    return emitOpError("a recurrence bias belongs to a gru that is linear "
                       "before the reset");
  size_t count = numActivations(getKind());
  if (getActivations().size() != count || getAlpha().size() != count ||
      getBeta().size() != count)
    return emitOpError() << stringifyRecurrentKind(getKind()) << " has "
                         << count << " activations, each with alpha and beta";
  Type type = elementTypeOf(getProjected());
  if (!isa<FloatType>(type))
    return emitOpError("states must be of a float type");
  for (Value operand : getOperands())
    if (operand != getLengths() && elementTypeOf(operand) != type)
      return emitOpError("element types differ");
  if (getLengths() && !isa<IntegerType>(elementTypeOf(getLengths())))
    return emitOpError("lengths must be integers");
  if (getResultTypes() !=
      TypeRange(resultTypes(getKind(), getProjected(), getWeights())))
    return emitOpError("results must be states [T, B, H]");
  return success();
}

std::optional<unsigned> RecurrentOp::sequentialAxis() { return 0; }

//===--- Elements ---------------------------------------------------------===//

namespace {

/// Builds the elements of one step at [step, batch, state].
class Step {
public:
  Step(RecurrentOp op, ElementBuilder &builder, llvm::ArrayRef<IndexExpr> index)
      : op(op), builder(builder), step(index[0]), batch(index[1]),
        state(index[2]), sizes(sizesOf(op.getHidden())),
        type(accumulatorType(elementTypeOf(op.getProjected()))) {}

  Element element(unsigned result) {
    switch (op.getKind()) {
    case RecurrentKind::Rnn:
      return held(activated(0, gate(0)), hidden(state));
    case RecurrentKind::Gru:
      return result == 0 ? rounded(activated(0, gate(1))) : gruHidden();
    case RecurrentKind::Lstm:
      return result == 0 ? lstmCell() : lstmHidden();
    }
    return nullptr;
  }

private:
  Element load(Value tensor, llvm::ArrayRef<IndexExpr> at) {
    return builder.cast(builder.load(tensor, at), type);
  }
  Element add(Element a, Element b) {
    return builder.apply(ScalarFn::Add, {a, b});
  }
  Element mul(Element a, Element b) {
    return builder.apply(ScalarFn::Mul, {a, b});
  }
  Element oneMinus(Element a) {
    return builder.apply(ScalarFn::Sub, {builder.literal(1, type), a});
  }
  Element rounded(Element a) {
    return builder.cast(a, elementTypeOf(op.getProjected()));
  }

  /// A state of the step before: of `states`, or of `initial` before step 0.
  Element before(Value states, Value initial, const IndexExpr &at) {
    return builder.guard({{step - 1, sizes[0]}},
                         load(states, {step - 1, batch, at}),
                         load(initial, {batch, at}));
  }
  Element hidden(const IndexExpr &at) {
    return before(op.getHidden(), op.getInitialHidden(), at);
  }
  Element cell() { return before(op.getCell(), op.getInitialCell(), state); }

  Element input(unsigned gate) {
    return load(op.getProjected(), {step, batch, row(gate)});
  }
  IndexExpr row(unsigned gate) { return sizes[2] * gate + state; }

  /// sum over k of h'[k] * R[gate][k], each h' scaled by what `scale` gives.
  template <typename Scale> Element recurrence(unsigned gate, Scale scale) {
    IndexVariable k = builder.variable(sizes[2]);
    Element product = mul(scale(hidden(k.expr()), k.expr()),
                          load(op.getWeights(), {row(gate), k.expr()}));
    return builder.reduce(ReduceKind::Sum, {k}, product);
  }
  Element recurrence(unsigned gate) {
    return recurrence(gate, [](Element h, const IndexExpr &) { return h; });
  }
  Element gate(unsigned number) {
    return add(input(number), recurrence(number));
  }

  /// Activation f, g or h (0, 1, 2) of a clipped input.
  Element activated(unsigned number, Element x) {
    double clip = op.getClip().convertToDouble();
    if (clip > 0) {
      x = builder.apply(ScalarFn::Max, {x, builder.literal(-clip, type)});
      x = builder.apply(ScalarFn::Min, {x, builder.literal(clip, type)});
    }
    auto fn = cast<ActivationAttr>(op.getActivations()[number]);
    return activate(builder, fn.getValue(), op.getAlpha()[number],
                    op.getBeta()[number], x);
  }

  /// `next` inside the sequence, the state before beyond its end; rounded.
  Element held(Element next, Element before) {
    if (op.getLengths()) {
      Element length = builder.load(op.getLengths(), {batch});
      Element inside = builder.apply(
          ScalarFn::Less, {builder.index(step, length->type), length});
      next = builder.select(inside, next, before);
    }
    return rounded(next);
  }

  Element gruHidden() {
    auto reset = [&](const IndexExpr &at) {
      return load(op.getStates().front(), {step, batch, at});
    };
    Element change = nullptr;
    if (op.getLinearBeforeReset()) {
      change = recurrence(2);
      if (op.getBias())
        change = add(change, load(op.getBias(), {state}));
      change = mul(reset(state), change);
    } else {
      change = recurrence(
          2, [&](Element h, const IndexExpr &at) { return mul(reset(at), h); });
    }
    Element update = activated(0, gate(0)), old = hidden(state);
    Element fresh = activated(1, add(input(2), change));
    return held(add(mul(oneMinus(update), fresh), mul(update, old)), old);
  }

  /// A gate of an lstm, with its peephole on `cell`.
  Element lstmGate(unsigned number, unsigned peephole, Element cell) {
    Element sum = gate(number);
    if (op.getPeepholes())
      sum = add(sum, mul(load(op.getPeepholes(), {sizes[2] * peephole + state}),
                         cell));
    return activated(0, sum);
  }

  Element lstmCell() {
    Element old = cell();
    Element in = lstmGate(0, 0, old);
    Element forget = op.getInputForget() ? oneMinus(in) : lstmGate(2, 2, old);
    Element fresh = activated(1, gate(3));
    return held(add(mul(forget, old), mul(in, fresh)), old);
  }

  Element lstmHidden() {
    Element now = load(op.getCell(), {step, batch, state});
    Element out = lstmGate(1, 1, now);
    return held(mul(out, activated(2, now)), hidden(state));
  }

  RecurrentOp op;
  ElementBuilder &builder;
  IndexExpr step, batch, state;
  Sizes sizes; // [T, B, H]
  Type type;   // of the arithmetic
};

} // namespace

Element RecurrentOp::element(ElementBuilder &builder, unsigned result,
                             llvm::ArrayRef<IndexExpr> index) {
  return Step(*this, builder, index).element(result);
}
