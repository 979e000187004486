// SPDX-License-Identifier: Apache-2.0
include "compiler/ir/graph/Graph.td"

def RecurrentOp : TenonSequentialOp<"recurrent", [AttrSizedOperandSegments]> {
  let summary = "A recurrent layer in one direction: RNN, GRU, LSTM";
  let description = [{
    T steps, B sequences, H states, G gates: 1 (rnn), 3 (gru: z r h), 4 (lstm:
    i o f c), in ONNX's order. `projected` [T, B, G*H] is X W^T with all biases
    that are only added (all but a gru's recurrence bias of h when
    linear_before_reset); `weights` [G*H, H] is ONNX's R. With h', c' the states
    of the step before (initial ones before the first), P the projected input
    and every activation's input clipped to [-clip, clip] (clip 0: not):

      rnn:   y = f(P + h' R^T)
      gru:   z = f(P_z + h' R_z^T)      r = f(P_r + h' R_r^T)
             h = g(P_h + (r h') R_h^T), or g(P_h + r (h' R_h^T + bias))
             y = (1 - z) h + z h'
      lstm:  i = f(P_i + h' R_i^T + p_i c')    f = f(P_f + h' R_f^T + p_f c')
             c = f c' + i g(P_c + h' R_c^T)    (input_forget: f = 1 - i)
             o = f(P_o + h' R_o^T + p_o c)     y = o h(c)

    peepholes [3*H]: p_i p_o p_f. Steps at and beyond a sequence's length
    (`lengths` [B]) keep the states of the step before. Results are states
    [T, B, H] in the order steps are taken, each rounded to the element type:
    y is the last; before it c of an lstm and r of a gru. The other direction
    is this op between two reversals.
  }];
  let arguments = (ins AnyRankedTensor:$projected, AnyRankedTensor:$weights,
    AnyRankedTensor:$initial_hidden, Optional<AnyRankedTensor>:$initial_cell,
    Optional<AnyRankedTensor>:$bias, Optional<AnyRankedTensor>:$peepholes,
    Optional<AnyRankedTensor>:$lengths, RecurrentKindAttr:$kind,
    TypedArrayAttrBase<ActivationAttr, "activations f, g, h">:$activations,
    DenseF64ArrayAttr:$alpha, DenseF64ArrayAttr:$beta, F64Attr:$clip,
    BoolAttr:$linear_before_reset, BoolAttr:$input_forget);
  let results = (outs Variadic<AnyRankedTensor>:$states);
  let assemblyFormat = [{
    $kind $projected `,` $weights `,` $initial_hidden
    (`cell` $initial_cell^)? (`bias` $bias^)? (`peepholes` $peepholes^)?
    (`lengths` $lengths^)? attr-dict `:` functional-type(operands, $states)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    static unsigned numGates(::tenon::RecurrentKind kind);
    /// Activations that a layer has: f, then g, then h.
    static unsigned numActivations(::tenon::RecurrentKind kind);
    /// The types of the states, from `projected` [T, B, G*H] and `weights`.
    static ::llvm::SmallVector<::mlir::Type> resultTypes(
        ::tenon::RecurrentKind kind, ::mlir::Value projected,
        ::mlir::Value weights);
    /// y, and for an lstm c.
    ::mlir::Value getHidden() { return getStates().back(); }
    ::mlir::Value getCell() { return getStates().front(); }
  }];
}
