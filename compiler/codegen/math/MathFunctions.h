// SPDX-License-Identifier: Apache-2.0
// Tenon's own mathematics: each function below emits the arithmetic of one
// elementary function into a kernel. LLVM turns `math.exp` on vectors into
// scalar library calls on CPUs and aborts on it for GPUs; a kernel image has
// no library to call. The code generator calls these when it meets a scalar
// function of an Element expression; nothing else in the tree expands them.
//
// Contract of every function, unless its own comment says otherwise:
// - `x` is a scalar or 1-D vector of f32, f64, f16 or bf16; the result has
//   the type of `x`. Lanes are independent; scalar and vector code is the
//   same, so both give the same bits.
// - f16 and bf16 compute in f32 and round once at the end.
// - Only arith operations, bit operations, scf control flow and math.fma,
//   floor, ceil, trunc, roundeven, sqrt and absf come out: no calls, no
//   fast-math flags, no contraction. Every target gives the same bits, the
//   sign and payload of NaN results excepted.
// - The default floating-point environment is assumed: round to nearest
//   even, denormals kept. No emitted operation traps.
// - Errors are in units of the last place of the exact result: the largest over
//   all 2^32 f32 numbers, then, in parentheses, the largest seen in f64 (12
//   million random arguments). f16 rounds within 0.501, bf16 too.
// - "n ops" counts the vector instructions of f32 with 512-bit masks, loads,
//   stores and constants aside. Method and source: the family's .cpp.
// - A NaN argument gives NaN. Results too large give infinity, results too
//   small round into the denormals.
#ifndef TENON_COMPILER_CODEGEN_MATH_MATHFUNCTIONS_H
#define TENON_COMPILER_CODEGEN_MATH_MATHFUNCTIONS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"

namespace tenon {

//===----------------------------------------------------------------------===//
// Exponentials (Exp.cpp)
//===----------------------------------------------------------------------===//

/// e^x. exp(-inf) = 0, exp(inf) = inf. Error 0.90 (0.87); 18 ops.
mlir::Value emitExp(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value x);
/// emitExp for x <= 0, the same bits in 4 instructions less (softmax).
mlir::Value emitExpOfNonPositive(mlir::OpBuilder &builder, mlir::Location loc,
                                 mlir::Value x);
/// 2^x; exact for integers. Error 0.87 (0.77); 18 ops.
mlir::Value emitExp2(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x);
/// e^x - 1 without cancellation near 0. expm1(-0) = -0, expm1(-inf) = -1.
/// Error 1.44 (1.82); 21 ops.
mlir::Value emitExpm1(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value x);

//===----------------------------------------------------------------------===//
// Logarithms (Log.cpp): of +-0 is -inf, of a negative number NaN
//===----------------------------------------------------------------------===//

/// Error 0.93 (0.85); 27 ops.
mlir::Value emitLog(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value x);
/// Exact for powers of two. Error 1.10 (1.07); 27 ops.
mlir::Value emitLog2(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x);
/// Error 1.08 (0.93); 29 ops.
mlir::Value emitLog10(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value x);
/// log(1 + x) without cancellation near 0. log1p(-0) = -0, log1p(-1) = -inf.
/// Error 1.53 (1.37); 28 ops.
mlir::Value emitLog1p(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value x);

//===----------------------------------------------------------------------===//
// Powers (Power.cpp) and roots (Root.cpp)
//===----------------------------------------------------------------------===//

/// x^y with the special cases of C's pow (ISO C annex F.10.4.4): pow(x, 0)
/// and pow(1, y) are 1 even for NaN; a negative base with an integer exponent
/// has the sign of the exponent's parity, with another exponent NaN. Error 0.89
/// of 30 million pairs (1.2); about 95 ops. Constant exponents 1, 2, 3, -1 and
/// 0.5 become one to three ops, within 1.5.
mlir::Value emitPower(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value x, mlir::Value y);
/// base^exponent of integers of one type, modulo 2^width, by squaring. A
/// negative exponent gives 0 but for bases 1 and -1. `isSigned` says how
/// both are read.
mlir::Value emitIntegerPower(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::Value base, mlir::Value exponent,
                             bool isSigned);
/// The correctly rounded square root; NaN below zero, sqrt(-0) = -0.
mlir::Value emitSqrt(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x);
/// 1 / sqrt(x), both steps correctly rounded: error 1.50; 2 ops. rsqrt(+-0) =
/// +-inf.
mlir::Value emitRsqrt(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value x);
/// The cube root, odd in x. Error 0.54 (0.51); 34 ops.
mlir::Value emitCbrt(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x);

//===----------------------------------------------------------------------===//
// Sigmoids (Tanh.cpp, Sigmoid.cpp, Erf.cpp)
//===----------------------------------------------------------------------===//

/// Odd; +-1 at the infinities. Error 1.85 (2.0); 21 ops, one a division.
mlir::Value emitTanh(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x);
/// 1 / (1 + e^-x), accurate also where the result is denormal. Error 1.65
/// (1.65); 20 ops, one a division.
mlir::Value emitSigmoid(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value x);
/// Odd; +-1 at the infinities. Error 1.68 (1.05); 23 ops.
mlir::Value emitErf(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value x);

//===----------------------------------------------------------------------===//
// Trigonometry (SinCos.cpp, ArcTrig.cpp); angles in radians
//===----------------------------------------------------------------------===//

/// Accurate for every finite x, however large; NaN for infinities. Error 1.17
/// (1.15); 28 ops, 240 more when a lane is beyond 2^17 (2^27 in f64).
mlir::Value emitSin(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value x);
/// As emitSin. Error 1.16 (1.14).
mlir::Value emitCos(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value x);
/// As emitSin, one op a division. Error 1.26 (1.23); 31 ops.
mlir::Value emitTan(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value x);
/// NaN outside [-1, 1], as is emitAcos. Error 1.34 (1.51); 16 ops.
mlir::Value emitAsin(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x);
/// Error 1.07 (1.06); 19 ops.
mlir::Value emitAcos(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x);
/// Error 1.37 (1.54); 17 ops, one a division.
mlir::Value emitAtan(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x);
/// The angle of the point (x, y) in [-pi, pi], with the special cases of C's
/// atan2 (ISO C annex F.10.1.4). Error 1.54 of 40 million pairs (1.49).
mlir::Value emitAtan2(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value y, mlir::Value x);

//===----------------------------------------------------------------------===//
// Hyperbolic functions (Hyperbolic.cpp)
//===----------------------------------------------------------------------===//

/// Odd; infinite only where the result overflows. Error 1.62 (1.62); 28 ops.
mlir::Value emitSinh(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x);
/// Even. Error 1.35 (1.31); 20 ops.
mlir::Value emitCosh(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x);
/// f32 goes through f64, as do the next two: error 0.501 (1.85); 108 ops.
mlir::Value emitAsinh(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value x);
/// NaN below 1. Error 0.501 (1.86).
mlir::Value emitAcosh(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value x);
/// NaN outside [-1, 1], atanh(+-1) = +-inf. Error 0.501 (1.88).
mlir::Value emitAtanh(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value x);

//===----------------------------------------------------------------------===//
// Rounding to integers (Rounding.cpp), exact; -0 and infinities stay
//===----------------------------------------------------------------------===//

mlir::Value emitFloor(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value x);
mlir::Value emitCeil(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x);
mlir::Value emitTrunc(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value x);
/// Halves go to the even neighbour, as ONNX Round.
mlir::Value emitRoundEven(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value x);

//===----------------------------------------------------------------------===//
// Division with remainder (Remainder.cpp), exact
//===----------------------------------------------------------------------===//

/// x - y * trunc(x / y), exact, with the sign of x: C's fmod, ONNX Mod with
/// fmod = 1. NaN when x is infinite or y is 0; x when y is infinite.
mlir::Value emitFmod(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x, mlir::Value y);
/// x - y * floor(x / y) with the sign of y, as Python's and numpy's %.
mlir::Value emitFloorMod(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value x, mlir::Value y);
/// Integer x / y rounded to zero. Never traps: x / 0 is 0, and the one
/// quotient that overflows, minimum / -1, wraps to minimum.
mlir::Value emitIntegerDivide(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::Value x, mlir::Value y, bool isSigned);
/// Integer remainder with the sign of x; 0 when y is 0. Never traps.
mlir::Value emitIntegerRemainder(mlir::OpBuilder &builder, mlir::Location loc,
                                 mlir::Value x, mlir::Value y, bool isSigned);
/// Integer remainder with the sign of y (Python's %); 0 when y is 0.
mlir::Value emitIntegerFloorMod(mlir::OpBuilder &builder, mlir::Location loc,
                                mlir::Value x, mlir::Value y, bool isSigned);

//===----------------------------------------------------------------------===//
// Extrema (MinMax.cpp), compare and select; +0 and -0 count as equal
//===----------------------------------------------------------------------===//

/// NaN if either operand is NaN, as ONNX Max and Min. Equal operands (and so
/// zeros of either sign) give `y`. 3 instructions.
mlir::Value emitMaximum(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value x, mlir::Value y);
mlir::Value emitMinimum(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value x, mlir::Value y);
/// The other operand if one is NaN, as C's fmax and fmin.
mlir::Value emitMaximumNumber(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::Value x, mlir::Value y);
mlir::Value emitMinimumNumber(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::Value x, mlir::Value y);
/// One instruction each, for a `bound` that is never NaN: NaN x stays NaN.
mlir::Value emitAtLeast(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value x, mlir::Value bound);
mlir::Value emitAtMost(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value x, mlir::Value bound);
/// max(x, 0), NaN stays NaN; relu(-0) = -0. One instruction.
mlir::Value emitRelu(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x);

} // namespace tenon

#endif // TENON_COMPILER_CODEGEN_MATH_MATHFUNCTIONS_H
