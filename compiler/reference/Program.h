// SPDX-License-Identifier: Apache-2.0
// One result's Element as a flat program over registers.
//
// Walking an element's expression anew for every element would make the
// reference a thousand times slower than its arithmetic. So the expression is
// compiled once per shape (ElementCompiler.h) and run over lanes: up to kLanes
// elements side by side, each instruction a short loop (Machine.h). A register
// holds one value per lane or one for all lanes.
//
// Index arithmetic is kept apart by how often it changes: what depends on the
// result's index only is computed once per run, what depends on a reduction's
// variable once per iteration of it. An index is therefore a sum of parts.
#ifndef TENON_COMPILER_REFERENCE_PROGRAM_H
#define TENON_COMPILER_REFERENCE_PROGRAM_H

#include "compiler/ir/graph/Element.h"
#include "compiler/reference/ScalarKernels.h"
#include <variant>
#include <vector>

namespace tenon::reference {

constexpr int kLanes = 256; // 2 KiB a register: a dozen live in the L1 cache

using RegisterId = uint32_t;
struct Instruction;
using Code = std::vector<Instruction>;

/// The sum of integer registers.
struct IndexSum {
  llvm::SmallVector<RegisterId, 3> parts;
};

/// result = constant + sum of coefficient * product of factors.
struct Polynomial {
  struct Term {
    int64_t coefficient;
    llvm::SmallVector<RegisterId, 2> factors;
  };
  RegisterId result;
  int64_t constant = 0;
  llvm::SmallVector<Term, 3> terms;
};

/// result = lhs floordiv rhs, or their minimum or maximum.
struct IndexFunction {
  RegisterId result, lhs, rhs;
  IndexAtomKind kind;
};

/// result = value, which must lie in [0, bound) or is clamped to it.
struct ComputeIndex {
  RegisterId result, value, bound;
  bool faults;
};

/// result = tensor[indices...].
struct Load {
  RegisterId result;
  unsigned tensor;                      // of Program::tensors
  IndexSum offset;                      // row-major position
  llvm::SmallVector<IndexSum, 4> index; // per dimension
  /// Dimensions whose index is not proved to lie inside the tensor.
  llvm::SmallVector<unsigned, 4> unproved;
};

/// result = fn(operands...).
struct Apply {
  RegisterId result;
  ScalarFn fn;
  ScalarKernel kernel;
  KernelTypes types;
  llvm::SmallVector<RegisterId, 3> operands;
};

/// result = inside where 0 <= value < bound for all bounds, else outside.
struct Guard {
  struct Bound {
    IndexSum value, bound;
  };
  RegisterId result, insideResult, outsideResult;
  bool isReal;
  llvm::SmallVector<Bound, 2> bounds;
  Code inside, outside;
};

/// result = the fold of body over the loops, the last one innermost.
struct Reduce {
  struct Loop {
    RegisterId variable, extent;
    Code setup; // run once per iteration, before inner loops
    /// Lanes for which these do not hold add nothing in this iteration.
    llvm::SmallVector<Guard::Bound, 2> bounds;
  };
  RegisterId result, bodyResult;
  /// A sum of products: the factors, multiplied while they are added.
  std::optional<std::pair<RegisterId, RegisterId>> factors;
  RegisterId best; // of the arg forms: the greatest or least value so far
  ReduceKind kind;
  ScalarType type; // of the body
  std::vector<Loop> loops;
  Code body;
};

inline bool isArg(ReduceKind kind) { return kind >= ReduceKind::ArgMax; }
/// The fold of no elements, which adds nothing to any other.
Number foldOfNothing(ReduceKind kind, ScalarType type);

struct Instruction {
  std::variant<Polynomial, IndexFunction, ComputeIndex, Load, Apply, Guard,
               Reduce>
      step;
};

struct Program {
  struct Constant {
    RegisterId id;
    Number value;
  };
  RegisterId numRegisters = 0;
  std::vector<Constant> constants;
  /// Registers of the index that is computed, one per dimension; set by the
  /// caller before a run.
  llvm::SmallVector<RegisterId> index;
  Code setup, body;
  RegisterId result = 0;
  ScalarType type;
  /// Row-major position of the index in the result.
  IndexSum position;
  /// What the loads read.
  llvm::SmallVector<mlir::Value> tensors;
  /// Scalar operations per element, at most; saturates.
  int64_t workPerElement = 0;
};

} // namespace tenon::reference

#endif // TENON_COMPILER_REFERENCE_PROGRAM_H
