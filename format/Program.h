// SPDX-License-Identifier: Apache-2.0
//
// A program: the launch list of one model for one target, as plain data.
//
// The compiler's plan/ and driver/ fill it, EncodeProgram.h turns it into
// the bytes of a PROGRAM section and back, runtime/core binds and runs it.
// Everything refers to everything by index; DecodeProgram checks each index
// before anyone uses it, and CheckProgram.h states what a sound program is.
//
// Sizes are symbolic: a program holds a list of values, each an integer
// computed from symbols (the model's unknown dimensions) and earlier values.
// They are evaluated once when shapes are bound, with checked arithmetic.
#ifndef TENON_FORMAT_PROGRAM_H
#define TENON_FORMAT_PROGRAM_H

#include "format/ElementType.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace tenon::format {

/// Indices into the lists of Program below.
using SymbolId = uint32_t;
using ValueId = uint32_t;
using BufferId = uint32_t;

/// "None", where an index may be absent.
inline constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

/// Maximum of a symbol without an upper limit.
inline constexpr int64_t kUnbounded = std::numeric_limits<int64_t>::max();

/// An unknown dimension of the model, bound by the inputs' shapes.
struct Symbol {
  std::string name; // as the model names it; made up where it has none
  int64_t min = 0;
  int64_t max = kUnbounded;
  int64_t optimum = 1; // the size schedules were tuned for
  bool operator==(const Symbol &) const = default;
};

/// Division and remainder round towards minus infinity (floor) or plus
/// infinity (ceil); a zero or negative divisor is an error at bind.
enum class ValueOp : uint8_t {
  constant = 0,
  symbol = 1,
  add = 2,
  sub = 3,
  mul = 4,
  floorDiv = 5,
  ceilDiv = 6,
  mod = 7,
  min = 8,
  max = 9,
};

/// value[i] = op(value[a], value[b]); `a` and `b` are below i. A constant has
/// its number in `constant`, a symbol its SymbolId in `a`; fields that an
/// operation does not use are zero.
struct Value {
  ValueOp op = ValueOp::constant;
  uint32_t a = 0;
  uint32_t b = 0;
  int64_t constant = 0;
  bool operator==(const Value &) const = default;
};

enum class CheckKind : uint8_t { equal = 0, lessEqual = 1 };

/// What must hold at bind for the program to be right: value[a] == value[b]
/// or value[a] <= value[b]. `subject` names the thing for the error text,
/// for example "dimension 2 of 'x'".
struct Check {
  CheckKind kind = CheckKind::equal;
  ValueId a = 0;
  ValueId b = 0;
  std::string subject;
  bool operator==(const Check &) const = default;
};

/// Address alignment of every buffer a kernel sees, unless a port says less.
inline constexpr uint32_t kBufferAlignment = 64;

/// An input or output: a dense row-major tensor that the caller holds.
/// A dimension of an input whose value is a bare symbol binds that symbol at
/// its first appearance; every other dimension must equal its value.
struct Port {
  std::string name;
  ElementType type = ElementType::f32;
  std::vector<ValueId> dims;
  /// Alignment the kernels need of this tensor, bytes, a power of two up to
  /// kBufferAlignment. Callers' buffers that lack it are copied at each run,
  /// so say as little as the kernels can live with.
  uint32_t alignment = kBufferAlignment;
  bool operator==(const Port &) const = default;
};

enum class BufferKind : uint8_t {
  input = 0,    // `index`: which input
  output = 1,   // `index`: which output
  constant = 2, // `offset`, `length` in the CONSTANTS section
  arena = 3,    // `size`, alive from `firstStep` to `lastStep` inclusive
  alias = 4,    // part of buffer `index`, from byte `byteOffset`
};

/// A piece of memory that steps read and write. Fields that a kind does not
/// use keep their defaults. An alias lives as long as the buffer below it,
/// which must have a lower index; in place and views are aliases.
struct Buffer {
  BufferKind kind = BufferKind::arena;
  uint32_t index = 0;
  uint64_t offset = 0;        // bytes, a multiple of kBufferAlignment
  uint64_t length = 0;        // bytes
  ValueId size = kNone;       // arena, alias: bytes
  ValueId byteOffset = kNone; // alias: bytes
  uint32_t firstStep = 0;
  uint32_t lastStep = 0;
  bool operator==(const Buffer &) const = default;
};

/// Nested lists of steps (control flow) will be further kinds.
enum class StepKind : uint8_t {
  kernel = 1,  // `kernel`: index into the variant's kernels
  builtin = 2, // `kernel`: a Builtin
};

/// Steps that every device brings along.
enum class Builtin : uint32_t {
  /// buffers {from, to}: bytes [begin, end) of `from` are copied to `to`;
  /// the extent is the size in bytes. No sizes.
  copy = 0,
};
inline constexpr uint32_t kNumBuiltins = 1;

/// One launch. The kernel is called as
///   kernel(buffers, sizes, begin, end)
/// with `buffers` in this order followed by the fault word (FaultWord.h),
/// which the runtime appends and which is not listed here; `sizes` are the
/// values of `sizes`. [begin, end) runs over [0, extent), cut into parts of
/// at least `grain`, one part per thread; any cut gives the same bits.
struct Step {
  StepKind kind = StepKind::kernel;
  uint32_t kernel = 0;
  std::vector<BufferId> buffers;
  std::vector<ValueId> sizes;
  ValueId extent = 0;
  ValueId grain = kNone;          // kNone or the value 0: one part
  ValueId operations = kNone;     // arithmetic operations, for the roofline
  ValueId bytes = kNone;          // least bytes read and written
  std::string name;               // the kernel's, for people
  std::vector<std::string> nodes; // nodes of the model computed here
  bool operator==(const Step &) const = default;
};

struct Program {
  std::vector<Symbol> symbols;
  std::vector<Value> values;
  std::vector<Check> checks;
  std::vector<Port> inputs;
  std::vector<Port> outputs;
  std::vector<Buffer> buffers;
  std::vector<Step> steps;
  bool operator==(const Program &) const = default;
};

} // namespace tenon::format

#endif // TENON_FORMAT_PROGRAM_H
