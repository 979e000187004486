// SPDX-License-Identifier: Apache-2.0
// Typed handles on values of a kernel under construction, so that a function
// of this folder reads like its formula: `fma(r, p, 1.0)` writes one operation
// into the kernel. A handle is one number per lane: of a scalar or a vector,
// which no function here ever tells apart. Real is f32 or f64, Integer has the
// width of the Real it came from, Mask is one bit.
#ifndef TENON_COMPILER_CODEGEN_MATH_LANES_H
#define TENON_COMPILER_CODEGEN_MATH_LANES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"

#include <optional>

namespace tenon::lanes {

/// Where operations are written, and the value that one gave.
class Lanes {
public:
  Lanes(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value)
      : builder(&builder), loc(loc), value(value) {}

  mlir::OpBuilder *builder;
  mlir::Location loc;
  mlir::Value value;

  /// The result of a new operation of type `Op`.
  template <typename Op, typename... Arguments>
  mlir::Value create(Arguments &&...arguments) const {
    return builder->create<Op>(loc, std::forward<Arguments>(arguments)...);
  }
  /// `element`, as a vector if this value is one.
  mlir::Type typeOf(mlir::Type element) const;
};

class Mask : public Lanes {
public:
  using Lanes::Lanes;
};
Mask operator&(Mask a, Mask b);
Mask operator|(Mask a, Mask b);
Mask operator^(Mask a, Mask b);
/// One bit, never a vector: whether any lane is set.
mlir::Value anyLane(Mask mask);

class Real;

/// Signed unless an operation's name says otherwise.
class Integer : public Lanes {
public:
  using Lanes::Lanes;
  Integer constant(int64_t number) const;
  /// Converts the number.
  Real toReal() const;
  /// Reads the bits as a float of the same width.
  Real asReal() const;
};

/// The second operand of an integer operation: a handle or a number.
class IntegerOperand {
public:
  IntegerOperand(Integer handle) : handle(handle) {}
  IntegerOperand(int64_t number) : number(number) {}
  Integer like(const Integer &other) const {
    return handle ? *handle : other.constant(number);
  }

private:
  std::optional<Integer> handle;
  int64_t number = 0;
};
Integer operator+(Integer a, IntegerOperand b);
Integer operator-(Integer a, IntegerOperand b);
Integer operator*(Integer a, IntegerOperand b);
Integer operator&(Integer a, IntegerOperand b);
Integer operator|(Integer a, IntegerOperand b);
Integer operator^(Integer a, IntegerOperand b);
Integer operator<<(Integer a, IntegerOperand count);
/// Shifts copies of the sign in; shiftRightUnsigned shifts zeros in.
Integer operator>>(Integer a, IntegerOperand count);
Integer shiftRightUnsigned(Integer a, IntegerOperand count);
Mask operator==(Integer a, IntegerOperand b);
Mask operator!=(Integer a, IntegerOperand b);
Mask operator<(Integer a, IntegerOperand b);
Mask operator>(Integer a, IntegerOperand b);
Mask lessUnsigned(Integer a, IntegerOperand b);
Integer select(Mask mask, Integer yes, IntegerOperand no);

/// The parameters of a binary format.
struct FloatFormat {
  int width;
  int mantissaBits; ///< Stored ones: without the leading 1.
  int exponentBias;
  /// Adding and subtracting it rounds to the nearest integer, below
  /// 2^(mantissaBits - 1), and leaves that integer in the sum's low bits.
  double roundingShift() const;
  int64_t signMask() const;
  int64_t exponentMask() const;
};

class Real : public Lanes {
public:
  using Lanes::Lanes;
  bool isDouble() const;
  FloatFormat format() const;
  Real constant(double number) const;
  Integer bits() const;
  /// A number or table that depends on the format.
  template <typename T> T pick(T single, T dual) const {
    return isDouble() ? dual : single;
  }
};

/// A further operand of a float operation: a handle or a number.
class Operand {
public:
  Operand(Real handle) : handle(handle) {}
  Operand(double number) : number(number) {}
  Real like(const Real &other) const {
    return handle ? *handle : other.constant(number);
  }

private:
  std::optional<Real> handle;
  double number = 0;
};
Real operator+(Real a, Operand b);
Real operator-(Real a, Operand b);
Real operator-(double a, Real b);
Real operator*(Real a, Operand b);
Real operator/(Real a, Operand b);
Real operator/(double a, Real b);
/// Flips the sign, of NaN and zero also.
Real operator-(Real a);
/// Comparisons with NaN are false, but for `!=`.
Mask operator<(Real a, Operand b);
Mask operator<=(Real a, Operand b);
Mask operator>(Real a, Operand b);
Mask operator>=(Real a, Operand b);
Mask operator==(Real a, Operand b);
Mask operator!=(Real a, Operand b);
Mask isNan(Real a);
Real select(Mask mask, Operand yes, Real no);
Real select(Mask mask, Real yes, double no);
Real select(Mask mask, double yes, double no, Real like);

/// a * b + c, rounded once.
Real fma(Real a, Operand b, Operand c);
Real abs(Real a);
Real sqrt(Real a);
Real floor(Real a);
Real ceil(Real a);
Real trunc(Real a);
Real roundEven(Real a);
/// The magnitude of `a` with the sign of `sign`.
Real withSignOf(Real a, Real sign);
/// `a`, whose sign is plus, with the sign of `sign`.
Real withSignOfPositive(Real a, Real sign);
/// min and max in one instruction; a NaN `a` stays NaN, `bound` is never NaN.
Real atMost(Real a, Operand bound);
Real atLeast(Real a, Operand bound);
/// 2^n for an n whose power is a normal number.
Real powerOfTwo(Integer n, const Real &like);

/// Coefficients, lowest power first.
using Table = llvm::ArrayRef<double>;
/// Horner's scheme with fma.
Real polynomial(Real x, Table coefficients);

/// Converts between f32 and f64.
Real toDouble(Real a);
Real toSingle(Real a);

/// Emits `function` on `x`, in f32 for the narrower types.
using UnaryFunction = Real (*)(Real);
mlir::Value emitUnary(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value x, UnaryFunction function);
using BinaryFunction = Real (*)(Real, Real);
mlir::Value emitBinary(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value x, mlir::Value y, BinaryFunction function);

} // namespace tenon::lanes

#endif // TENON_COMPILER_CODEGEN_MATH_LANES_H
