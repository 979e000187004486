// SPDX-License-Identifier: Apache-2.0
// Runs a program (Program.h) over up to kLanes elements at a time.
//
// Guards and loops of differing extents make some lanes idle: `active` says
// which count. Idle lanes may hold anything, and nothing faults for them.
#ifndef TENON_COMPILER_REFERENCE_MACHINE_H
#define TENON_COMPILER_REFERENCE_MACHINE_H

#include "compiler/reference/Program.h"
#include "compiler/reference/StoredTensor.h"

namespace tenon::reference {

/// An index outside of [0, bound): the value of a computed index, or the
/// position along `dimension` of operand `tensor` of a load.
struct Fault {
  int64_t index = 0, bound = 0;
  std::optional<unsigned> tensor;
  unsigned dimension = 0;
  std::string describe() const;
};

/// All ones where a lane counts, 0 where it is idle.
using LaneMask = int64_t;

struct Register : LaneValues {
  /// Absolute, laid out as the values; null: exact.
  const double *errors = nullptr;
  // Of integers that are indices:
  bool consecutive = false; // lane l holds lane 0's value + l
  int64_t least = 0, greatest = 0;

  double real(int lane) const { return reals[uniform ? 0 : lane]; }
  double errorOf(int lane) const {
    return errors ? errors[uniform ? 0 : lane] : 0;
  }
};

class Machine {
public:
  /// Reads a tensor whose elements are not in memory: writes int64 or double
  /// for the active lanes, and their errors where asked. False on failure,
  /// which it keeps.
  using LazyLoad = std::function<bool(
      unsigned tensor, llvm::ArrayRef<LaneValues> index, const LaneMask *active,
      int lanes, void *to, double *errors)>;

  explicit Machine(const Program &program);

  /// What the loads of `tensor` read; without it they go to the lazy load.
  void setSource(unsigned tensor, const Tensor &source);
  void setSource(unsigned tensor, const StoredTensor &source);
  /// Their errors, a number of f64 each; without it they are exact.
  void setSourceErrors(unsigned tensor, const Tensor &errors);
  void setLazyLoad(LazyLoad load) { lazyLoad = std::move(load); }
  /// From now on, bounds how far a right kernel may be from each result
  /// (RoundingError.h).
  void trackErrors();
  /// Loads may only read below `limit` along `dimension`.
  void setLimit(unsigned tensor, unsigned dimension, int64_t limit) {
    sources[tensor].shape[dimension] = limit;
  }

  /// The index to compute: one value for all lanes, or one per lane, written
  /// to `indexLanes` and then announced.
  void setIndex(unsigned dimension, int64_t value);
  int64_t *indexLanes(unsigned dimension);
  void indexLanesWritten(unsigned dimension, int lanes);

  /// Computes `lanes` elements. False when there is a fault or a lazy load
  /// failed; there are no results then.
  bool run(int lanes);
  const std::optional<Fault> &fault() const { return fault_; }
  /// The result of one lane, rounded to the program's type.
  Number result(int lane) const;
  double error(int lane) const;
  /// Rounds the results to the program's type and writes each, and its error
  /// where asked, to the position of its index.
  void store(Tensor &to, Tensor *errors = nullptr);

private:
  /// The value of an IndexSum: lanes[l] + shift, or shift for all.
  struct Sum {
    const int64_t *lanes = nullptr;
    int64_t shift = 0, least = 0, greatest = 0; // least, greatest: of all
    bool consecutive = true;
    int64_t at(int lane) const { return lanes ? lanes[lane] + shift : shift; }
  };
  struct Source {
    const void *words = nullptr; // of a Tensor
    const StoredTensor *stored = nullptr;
    const double *errors = nullptr;
    llvm::SmallVector<int64_t> shape;
  };

  void runCode(const Code &code);
  void run(const Polynomial &step);
  void run(const IndexFunction &step);
  void run(const ComputeIndex &step);
  void run(const Load &step);
  void run(const Apply &step);
  void run(const Guard &step);
  void run(const Reduce &step);

  void runLazily(const Load &step);
  void checkInside(const Load &step, unsigned dimension);
  template <typename T> void gather(const T *from, const Sum &offset, T *to);
  void loadErrors(const Load &step, const Sum &offset);
  void readStored(const Load &step, const Sum &offset);
  /// How many of the active lanes obey all bounds.
  enum class Share { All, Some, None };
  /// Marks the lanes that do; `inside` is only written for Some and None.
  Share markInside(llvm::ArrayRef<Guard::Bound> bounds, LaneMask *inside);
  void runBothSides(const Guard &step, const LaneMask *inside);
  /// Runs loops `depth` and inwards.
  void runLoops(const Reduce &step, size_t depth, int64_t &iteration);
  void runIteration(const Reduce &step, size_t depth, int64_t &iteration);
  void runFold(const Reduce &step, int64_t &iteration);

  // Errors (MachineErrors.cpp); called only when they are tracked.
  bool tracksErrors() const { return !errorStorage.empty(); }
  double *ownErrors(RegisterId id) {
    return errorStorage.data() + size_t(id) * kLanes;
  }
  void adoptErrors(RegisterId id, int count);
  static ScalarType operandType(const Apply &step, unsigned i);
  LaneValues movedOperand(const Apply &step, unsigned i, int sign,
                          uint64_t *storage);
  void computeCorners(const Apply &step, llvm::ArrayRef<unsigned> inexact,
                      double *errors, int count);
  double errorBetweenCorners(const Apply &step, int lane,
                             double atCorners) const;
  void boundApply(const Apply &step);
  void mergeErrors(const Guard &step, const LaneMask *inside);
  void poison(const ComputeIndex &step);
  void startFoldErrors(const Reduce &step);
  void addProductErrors(const Reduce &step, int lane);
  void addFoldErrors(const Reduce &step);
  void finishFoldErrors(const Reduce &step, int64_t count);

  template <typename T> T *own(RegisterId id) {
    return reinterpret_cast<T *>(storage.data() + size_t(id) * kLanes);
  }
  /// Registers filled with integers in their own storage.
  void setUniform(RegisterId id, int64_t value);
  void setLanes(RegisterId id);
  void setReals(RegisterId id, bool uniform);
  Sum sumOf(const IndexSum &sum, int64_t *scratch);
  bool isActive(int lane) const { return !active || active[lane]; }

  const Program &program;
  std::vector<uint64_t> storage;
  std::vector<double> errorStorage; // empty when errors are not tracked
  std::vector<char> poisoned;       // lanes whose errors decided where to read
  std::vector<Register> registers;
  std::vector<Source> sources;
  LazyLoad lazyLoad;
  std::optional<Fault> fault_;
  bool stopped = false;
  const LaneMask *active = nullptr; // null: all
  int lanes = 0;
};

} // namespace tenon::reference

#endif // TENON_COMPILER_REFERENCE_MACHINE_H
