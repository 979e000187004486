// SPDX-License-Identifier: Apache-2.0
// The `tenon` dialect: attributes and enums shared by the core ops, which live
// in ops/<Op>/<Op>.td. The whole model is one func.func of these ops.
#ifndef TENON_GRAPH
#define TENON_GRAPH
include "mlir/IR/OpBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/TensorEncoding.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "compiler/ir/graph/TensorBody.td"

def TenonDialect : Dialect {
  let name = "tenon";
  let summary = "A model as a graph of tensors";
  let cppNamespace = "::tenon";
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    template <typename... Ops> void add() { addOperations<Ops...>(); }
    /// The weights that constants name by id; they stay outside the IR.
    ::tenon::WeightTable &getWeights() { return weights; }
  private:
    ::tenon::WeightTable weights;
  public:
  }];
}

class Fn<string symbol, int value, string text> :
  I32EnumAttrCase<symbol, value, text>;

def ScalarFn : I32EnumAttr<"ScalarFn", "scalar function", [
    // One operand.
    Fn<"Neg", 0, "neg">, Fn<"Abs", 1, "abs">, Fn<"Sign", 2, "sign">,
    Fn<"Exp", 3, "exp">, Fn<"Log", 4, "log">, Fn<"Sqrt", 5, "sqrt">,
    Fn<"Reciprocal", 6, "reciprocal">, Fn<"Tanh", 7, "tanh">,
    Fn<"Sigmoid", 8, "sigmoid">, Fn<"Erf", 9, "erf">, Fn<"Sin", 10, "sin">,
    Fn<"Cos", 11, "cos">, Fn<"Tan", 12, "tan">, Fn<"Asin", 13, "asin">,
    Fn<"Acos", 14, "acos">, Fn<"Atan", 15, "atan">, Fn<"Sinh", 16, "sinh">,
    Fn<"Cosh", 17, "cosh">, Fn<"Asinh", 18, "asinh">,
    Fn<"Acosh", 19, "acosh">, Fn<"Atanh", 20, "atanh">,
    Fn<"Floor", 21, "floor">, Fn<"Ceil", 22, "ceil">,
    Fn<"Round", 23, "round">, // half to even
    Fn<"Trunc", 24, "trunc">,
    Fn<"Not", 25, "not">, // logical on i1, bitwise on integers
    Fn<"IsNan", 26, "is_nan">, Fn<"IsInf", 27, "is_inf">,
    Fn<"Log1p", 28, "log1p">, Fn<"Expm1", 29, "expm1">,
    Fn<"Cast", 30, "cast">, // float to integer truncates and saturates
    // Two operands.
    Fn<"Add", 40, "add">, Fn<"Sub", 41, "sub">, Fn<"Mul", 42, "mul">,
    Fn<"Div", 43, "div">,   // integers truncate; x / 0 = 0, no trap
    Fn<"Mod", 44, "mod">,   // the sign of the divisor (Python)
    Fn<"Fmod", 45, "fmod">, // the sign of the dividend (C)
    Fn<"Pow", 46, "pow">,
    Fn<"Min", 47, "min">, Fn<"Max", 48, "max">, // NaN if either is NaN
    Fn<"And", 49, "and">, Fn<"Or", 50, "or">, Fn<"Xor", 51, "xor">,
    Fn<"ShiftLeft", 52, "shift_left">, Fn<"ShiftRight", 53, "shift_right">,
    Fn<"Equal", 54, "equal">, Fn<"NotEqual", 55, "not_equal">,
    Fn<"Less", 56, "less">, Fn<"LessEqual", 57, "less_equal">,
    Fn<"Greater", 58, "greater">, Fn<"GreaterEqual", 59, "greater_equal">,
    // Three operands.
    Fn<"Select", 70, "select">]> {
  let cppNamespace = "::tenon";
  let genSpecializedAttr = 0;
}
def ScalarFnAttr : EnumAttr<TenonDialect, ScalarFn, "fn"> {
  let assemblyFormat = "`<` $value `>`";
}

def WindowKind : I32EnumAttr<"WindowKind", "what a window computes", [
    Fn<"Convolve", 0, "convolve">, // sum of products with the filter
    Fn<"Sum", 1, "sum">, Fn<"Max", 2, "max">,
    Fn<"Average", 3, "average">, // over the elements inside the input
    Fn<"AveragePadded", 4, "average_padded">, // over all, padding included
    Fn<"ArgMax", 5, "arg_max">]> { // flat index of the greatest in the plane
  let cppNamespace = "::tenon";
  let genSpecializedAttr = 0;
}
def WindowKindAttr : EnumAttr<TenonDialect, WindowKind, "window_kind"> {
  let assemblyFormat = "`<` $value `>`";
}

// Max and Min propagate NaN. The Arg forms give the index of the first (Last:
// the last) greatest or least element; NaN counts as greatest and as least.
def ReduceKind : I32EnumAttr<"ReduceKind", "kind of reduction", [
    Fn<"Sum", 0, "sum">, Fn<"Product", 1, "product">, Fn<"Max", 2, "max">,
    Fn<"Min", 3, "min">, Fn<"ArgMax", 4, "arg_max">,
    Fn<"ArgMin", 5, "arg_min">, Fn<"ArgMaxLast", 6, "arg_max_last">,
    Fn<"ArgMinLast", 7, "arg_min_last">]> {
  let cppNamespace = "::tenon";
  let genSpecializedAttr = 0;
}
def ReduceKindAttr : EnumAttr<TenonDialect, ReduceKind, "reduce_kind"> {
  let assemblyFormat = "`<` $value `>`";
}

def RecurrentKind : I32EnumAttr<"RecurrentKind", "kind of recurrent layer", [
    Fn<"Rnn", 0, "rnn">, Fn<"Gru", 1, "gru">, Fn<"Lstm", 2, "lstm">]> {
  let cppNamespace = "::tenon";
  let genSpecializedAttr = 0;
}
def RecurrentKindAttr : EnumAttr<TenonDialect, RecurrentKind, "recurrent_kind"> {
  let assemblyFormat = "`<` $value `>`";
}

// The activations of ONNX's recurrent layers, with their formulas there.
def Activation : I32EnumAttr<"Activation", "activation of a recurrent layer", [
    Fn<"Sigmoid", 0, "sigmoid">, Fn<"Tanh", 1, "tanh">, Fn<"Relu", 2, "relu">,
    Fn<"Affine", 3, "affine">, Fn<"LeakyRelu", 4, "leaky_relu">,
    Fn<"ThresholdedRelu", 5, "thresholded_relu">,
    Fn<"ScaledTanh", 6, "scaled_tanh">, Fn<"HardSigmoid", 7, "hard_sigmoid">,
    Fn<"Elu", 8, "elu">, Fn<"Softsign", 9, "softsign">,
    Fn<"Softplus", 10, "softplus">]> {
  let cppNamespace = "::tenon";
  let genSpecializedAttr = 0;
}
def ActivationAttr : EnumAttr<TenonDialect, Activation, "activation"> {
  let assemblyFormat = "`<` $value `>`";
}

def PadMode : I32EnumAttr<"PadMode", "what lies outside", [
    Fn<"Constant", 0, "constant">, Fn<"Edge", 1, "edge">,
    Fn<"Reflect", 2, "reflect">, Fn<"Wrap", 3, "wrap">]> {
  let cppNamespace = "::tenon";
  let genSpecializedAttr = 0;
}
def PadModeAttr : EnumAttr<TenonDialect, PadMode, "pad_mode"> {
  let assemblyFormat = "`<` $value `>`";
}

// How a fractional position becomes an element: rounded, or interpolated.
def ResampleKind : I32EnumAttr<"ResampleKind", "how positions are read", [
    Fn<"Floor", 0, "floor">, Fn<"Ceil", 1, "ceil">,
    Fn<"HalfDown", 2, "half_down">, Fn<"HalfUp", 3, "half_up">,
    Fn<"Linear", 4, "linear">, Fn<"Cubic", 5, "cubic">]> {
  let cppNamespace = "::tenon";
  let genSpecializedAttr = 0;
}
def ResampleKindAttr : EnumAttr<TenonDialect, ResampleKind, "resample_kind"> {
  let assemblyFormat = "`<` $value `>`";
}

def DimsAttr : AttrDef<TenonDialect, "Dims",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let mnemonic = "dims";
  let summary = "One size expression per dimension, in canonical text";
  let description = [{
    Carried by tensor types with a dynamic dimension. Two such types are equal
    exactly when their sizes are proved equal. Static dimensions repeat their
    number.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$sizes);
  let assemblyFormat = "`<` $sizes `>`";
}

def IndexExprsAttr : AttrDef<TenonDialect, "IndexExprs"> {
  let mnemonic = "index";
  let summary = "A list of integer expressions over the size symbols";
  let parameters = (ins OptionalArrayRefParameter<"::mlir::StringAttr">:$values);
  let assemblyFormat = "`<` (`>`) : ($values^ `>`)?";
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::tenon::IndexExpr> exprs() const;
    /// Every text is an expression.
    bool isValid() const;
    static IndexExprsAttr from(::mlir::MLIRContext *context,
                               ::llvm::ArrayRef<::tenon::IndexExpr> values);
  }];
}

def WeightAttr : AttrDef<TenonDialect, "Weight"> {
  let mnemonic = "weight";
  let summary = "The number of an entry of the dialect's WeightTable";
  let parameters = (ins "unsigned":$id);
  let assemblyFormat = "`<` $id `>`";
}

// A core op: pure, described by its elements.
class TenonOp<string mnemonic, list<Trait> traits = []> :
  Op<TenonDialect, mnemonic, traits #
     [Pure, DeclareOpInterfaceMethods<TensorBody>]>;

// A core op that is computed in order along one axis, reading its own results.
class TenonSequentialOp<string mnemonic, list<Trait> traits = []> :
  Op<TenonDialect, mnemonic, traits #
     [Pure, DeclareOpInterfaceMethods<TensorBody, ["sequentialAxis"]>]>;
#endif
