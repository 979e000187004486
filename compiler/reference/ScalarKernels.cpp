// SPDX-License-Identifier: Apache-2.0
// Loops over lanes around the definitions of ScalarFunctions.h.
#include "compiler/reference/ScalarKernels.h"
#include "compiler/reference/ScalarFunctions.h"

namespace tenon::reference {

namespace {

template <typename T> const T *valuesOf(const LaneValues &values) {
  if constexpr (std::is_same_v<T, double>)
    return values.reals;
  else
    return reinterpret_cast<const T *>(values.integers);
}

/// to[l] = fn(a[l]).
template <typename From, typename To, typename Function>
void mapOne(const LaneValues &a, void *to, int lanes, Function fn) {
  const From *from = valuesOf<From>(a);
  To *out = static_cast<To *>(to);
  for (int l = 0; l < lanes; ++l)
    out[l] = fn(from[a.uniform ? 0 : l]);
}

/// to[l] = fn(a[l], b[l]); the loops differ only in what is one for all.
template <typename From, typename To, typename Function>
void mapTwo(const LaneValues &a, const LaneValues &b, void *to, int lanes,
            Function fn) {
  const From *left = valuesOf<From>(a), *right = valuesOf<From>(b);
  To *out = static_cast<To *>(to);
  if (!a.uniform && !b.uniform)
    for (int l = 0; l < lanes; ++l)
      out[l] = fn(left[l], right[l]);
  else if (!a.uniform)
    for (int l = 0; l < lanes; ++l)
      out[l] = fn(left[l], *right);
  else if (!b.uniform)
    for (int l = 0; l < lanes; ++l)
      out[l] = fn(*left, right[l]);
  else
    for (int l = 0; l < lanes; ++l)
      out[l] = fn(*left, *right);
}

using Operands = llvm::ArrayRef<LaneValues>;

template <double (*fn)(double)>
void unaryReal(Operands in, void *to, int lanes, const KernelTypes &) {
  mapOne<double, double>(in[0], to, lanes, fn);
}
template <int64_t (*fn)(double)>
void testReal(Operands in, void *to, int lanes, const KernelTypes &) {
  mapOne<double, int64_t>(in[0], to, lanes, fn);
}
template <double (*fn)(double, double)>
void binaryReal(Operands in, void *to, int lanes, const KernelTypes &) {
  mapTwo<double, double>(in[0], in[1], to, lanes,
                         [](double a, double b) { return fn(a, b); });
}
template <typename T, T (*fn)(T)>
void unaryWhole(Operands in, void *to, int lanes, const KernelTypes &types) {
  mapOne<T, int64_t>(in[0], to, lanes,
                     [&](T a) { return types.result.wrap(fn(a)); });
}
template <typename T, T (*fn)(T, T)>
void binaryWhole(Operands in, void *to, int lanes, const KernelTypes &types) {
  mapTwo<T, int64_t>(in[0], in[1], to, lanes,
                     [&](T a, T b) { return types.result.wrap(fn(a, b)); });
}
template <typename T, T (*fn)(T, T, uint64_t)>
void shiftWhole(Operands in, void *to, int lanes, const KernelTypes &types) {
  mapTwo<T, int64_t>(in[0], in[1], to, lanes, [&](T a, T b) {
    return types.result.wrap(fn(a, b, types.result.bits));
  });
}
template <typename T, int64_t (*fn)(T, T)>
void compareLanes(Operands in, void *to, int lanes, const KernelTypes &) {
  mapTwo<T, int64_t>(in[0], in[1], to, lanes,
                     [](T a, T b) { return fn(a, b); });
}

template <typename T>
void selectLanes(Operands in, void *to, int lanes, const KernelTypes &) {
  const T *ifTrue = valuesOf<T>(in[1]), *ifFalse = valuesOf<T>(in[2]);
  T *out = static_cast<T *>(to);
  for (int l = 0; l < lanes; ++l)
    out[l] = in[0].integers[in[0].uniform ? 0 : l]
                 ? ifTrue[in[1].uniform ? 0 : l]
                 : ifFalse[in[2].uniform ? 0 : l];
}

//===--- Casts ------------------------------------------------------------===//

void castRealToReal(Operands in, void *to, int lanes,
                    const KernelTypes &types) {
  mapOne<double, double>(in[0], to, lanes,
                         [&](double x) { return types.result.round(x); });
}
void castRealToWhole(Operands in, void *to, int lanes,
                     const KernelTypes &types) {
  mapOne<double, int64_t>(in[0], to, lanes, [&](double x) {
    return realToInteger(x, types.result);
  });
}
void castWholeToReal(Operands in, void *to, int lanes,
                     const KernelTypes &types) {
  mapOne<int64_t, double>(in[0], to, lanes, [&](int64_t x) {
    return integerToReal(x, types.operand, types.result);
  });
}
void castWholeToWhole(Operands in, void *to, int lanes,
                      const KernelTypes &types) {
  mapOne<int64_t, int64_t>(in[0], to, lanes, [&](int64_t x) {
    return integerToInteger(x, types.result);
  });
}

ScalarKernel findCast(const KernelTypes &types) {
  if (types.operand.isReal())
    return types.result.isReal() ? castRealToReal : castRealToWhole;
  return types.result.isReal() ? castWholeToReal : castWholeToWhole;
}

//===--- Tables -----------------------------------------------------------===//
// clang-format off

ScalarKernel findUnaryReal(ScalarFn fn) {
  switch (fn) {
  case ScalarFn::Neg: return unaryReal<real::neg>;
  case ScalarFn::Abs: return unaryReal<real::abs>;
  case ScalarFn::Sign: return unaryReal<real::sign>;
  case ScalarFn::Exp: return unaryReal<real::exp>;
  case ScalarFn::Log: return unaryReal<real::log>;
  case ScalarFn::Log1p: return unaryReal<real::log1p>;
  case ScalarFn::Expm1: return unaryReal<real::expm1>;
  case ScalarFn::Sqrt: return unaryReal<real::sqrt>;
  case ScalarFn::Reciprocal: return unaryReal<real::reciprocal>;
  case ScalarFn::Tanh: return unaryReal<real::tanh>;
  case ScalarFn::Sigmoid: return unaryReal<real::sigmoid>;
  case ScalarFn::Erf: return unaryReal<real::erf>;
  case ScalarFn::Sin: return unaryReal<real::sin>;
  case ScalarFn::Cos: return unaryReal<real::cos>;
  case ScalarFn::Tan: return unaryReal<real::tan>;
  case ScalarFn::Asin: return unaryReal<real::asin>;
  case ScalarFn::Acos: return unaryReal<real::acos>;
  case ScalarFn::Atan: return unaryReal<real::atan>;
  case ScalarFn::Sinh: return unaryReal<real::sinh>;
  case ScalarFn::Cosh: return unaryReal<real::cosh>;
  case ScalarFn::Asinh: return unaryReal<real::asinh>;
  case ScalarFn::Acosh: return unaryReal<real::acosh>;
  case ScalarFn::Atanh: return unaryReal<real::atanh>;
  case ScalarFn::Floor: return unaryReal<real::floor>;
  case ScalarFn::Ceil: return unaryReal<real::ceil>;
  case ScalarFn::Round: return unaryReal<real::round>;
  case ScalarFn::Trunc: return unaryReal<real::trunc>;
  case ScalarFn::IsNan: return testReal<real::isNan>;
  case ScalarFn::IsInf: return testReal<real::isInf>;
  default: return nullptr;
  }
}

ScalarKernel findBinaryReal(ScalarFn fn) {
  switch (fn) {
  case ScalarFn::Add: return binaryReal<real::add>;
  case ScalarFn::Sub: return binaryReal<real::sub>;
  case ScalarFn::Mul: return binaryReal<real::mul>;
  case ScalarFn::Div: return binaryReal<real::div>;
  case ScalarFn::Mod: return binaryReal<real::mod>;
  case ScalarFn::Fmod: return binaryReal<real::fmod>;
  case ScalarFn::Pow: return binaryReal<real::pow>;
  case ScalarFn::Min: return binaryReal<real::min>;
  case ScalarFn::Max: return binaryReal<real::max>;
  default: return nullptr;
  }
}

template <typename T> ScalarKernel findUnaryWhole(ScalarFn fn) {
  switch (fn) {
  case ScalarFn::Neg: return unaryWhole<T, whole::neg<T>>;
  case ScalarFn::Abs: return unaryWhole<T, whole::abs<T>>;
  case ScalarFn::Sign: return unaryWhole<T, whole::sign<T>>;
  case ScalarFn::Not: return unaryWhole<T, whole::invert<T>>;
  case ScalarFn::Floor:
  case ScalarFn::Ceil:
  case ScalarFn::Round:
  case ScalarFn::Trunc: return unaryWhole<T, whole::same<T>>;
  default: return nullptr;
  }
}

template <typename T> ScalarKernel findBinaryWhole(ScalarFn fn) {
  switch (fn) {
  case ScalarFn::Add: return binaryWhole<T, whole::add<T>>;
  case ScalarFn::Sub: return binaryWhole<T, whole::sub<T>>;
  case ScalarFn::Mul: return binaryWhole<T, whole::mul<T>>;
  case ScalarFn::Div: return binaryWhole<T, whole::div<T>>;
  case ScalarFn::Mod: return binaryWhole<T, whole::mod<T>>;
  case ScalarFn::Fmod: return binaryWhole<T, whole::fmod<T>>;
  case ScalarFn::Pow: return binaryWhole<T, whole::pow<T>>;
  case ScalarFn::Min: return binaryWhole<T, whole::min<T>>;
  case ScalarFn::Max: return binaryWhole<T, whole::max<T>>;
  case ScalarFn::And: return binaryWhole<T, whole::bitAnd<T>>;
  case ScalarFn::Or: return binaryWhole<T, whole::bitOr<T>>;
  case ScalarFn::Xor: return binaryWhole<T, whole::bitXor<T>>;
  case ScalarFn::ShiftLeft: return shiftWhole<T, whole::shiftLeft<T>>;
  case ScalarFn::ShiftRight: return shiftWhole<T, whole::shiftRight<T>>;
  default: return nullptr;
  }
}

template <typename T> ScalarKernel findComparison(ScalarFn fn) {
  switch (fn) {
  case ScalarFn::Equal: return compareLanes<T, compare::equal<T>>;
  case ScalarFn::NotEqual: return compareLanes<T, compare::notEqual<T>>;
  case ScalarFn::Less: return compareLanes<T, compare::less<T>>;
  case ScalarFn::LessEqual: return compareLanes<T, compare::lessEqual<T>>;
  case ScalarFn::Greater: return compareLanes<T, compare::greater<T>>;
  case ScalarFn::GreaterEqual: return compareLanes<T, compare::greaterEqual<T>>;
  default: return nullptr;
  }
}

// clang-format on

template <typename T> ScalarKernel findWhole(ScalarFn fn) {
  if (ScalarKernel kernel = findUnaryWhole<T>(fn))
    return kernel;
  if (ScalarKernel kernel = findBinaryWhole<T>(fn))
    return kernel;
  return findComparison<T>(fn);
}

ScalarKernel findReal(ScalarFn fn) {
  if (ScalarKernel kernel = findUnaryReal(fn))
    return kernel;
  if (ScalarKernel kernel = findBinaryReal(fn))
    return kernel;
  return findComparison<double>(fn);
}

} // namespace

ScalarKernel findKernel(ScalarFn fn, const KernelTypes &types) {
  if (fn == ScalarFn::Cast)
    return findCast(types);
  if (fn == ScalarFn::Select)
    return types.operand.isReal() ? selectLanes<double> : selectLanes<int64_t>;
  if (types.operand.isReal())
    return findReal(fn);
  // Narrower unsigned integers are held as non-negative int64; only 64 bits
  // need the other comparison and division.
  bool isUnsigned = types.operand.kind == ScalarKind::Unsigned;
  return isUnsigned ? findWhole<uint64_t>(fn) : findWhole<int64_t>(fn);
}

} // namespace tenon::reference
