// SPDX-License-Identifier: Apache-2.0
// Compares sampled elements with the reference.
#include "compiler/driver/VerifyResults.h"
#include "compiler/reference/ElementEvaluator.h"
#include "compiler/reference/RoundingError.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace mlir;

namespace tenon {

using reference::BoundedNumber;
using reference::ElementEvaluator;
using reference::StoredTensor;

//===--- Samples ----------------------------------------------------------===//

static std::vector<ElementIndex> allElements(llvm::ArrayRef<int64_t> shape,
                                             int64_t count) {
  std::vector<ElementIndex> all;
  for (int64_t i = 0; i < count; ++i) {
    ElementIndex index(shape.size());
    int64_t rest = i;
    for (size_t d = shape.size(); d-- > 0; rest /= shape[d])
      index[d] = rest % shape[d];
    all.push_back(std::move(index));
  }
  return all;
}

std::string nodesOf(Location location) {
  llvm::SmallVector<std::string> nodes;
  location->walk([&](Location at) {
    if (auto name = dyn_cast<NameLoc>(at))
      nodes.push_back(name.getName().str());
    return WalkResult::advance();
  });
  return llvm::join(nodes, ", ");
}

std::vector<ElementIndex> sampleElements(llvm::ArrayRef<int64_t> shape,
                                         RandomSource &random) {
  constexpr unsigned kMostCorners = 16;
  constexpr unsigned kAnywhere = 16;
  constexpr int64_t kFew = 48; // as many as the sample of a matrix has
  std::vector<ElementIndex> samples;
  int64_t count = reference::countElements(shape).value_or(INT64_MAX);
  if (count <= kFew)
    return allElements(shape, count);
  auto anywhere = [&] {
    ElementIndex index;
    for (int64_t size : shape)
      index.push_back(static_cast<int64_t>(random() % uint64_t(size)));
    return index;
  };
  bool all = shape.size() < 64 && (uint64_t(1) << shape.size()) <= kMostCorners;
  for (uint64_t corner = 0; corner < kMostCorners; ++corner) {
    // Bit d: whether dimension d is at its end. Of too many corners the two
    // extremes and some others.
    uint64_t ends = all ? corner : corner < 2 ? -corner : random();
    ElementIndex index;
    for (auto [d, size] : llvm::enumerate(shape))
      index.push_back(ends >> (d % 64) & 1 ? size - 1 : 0);
    samples.push_back(std::move(index));
  }
  for (auto [d, size] : llvm::enumerate(shape))
    for (int64_t at : {int64_t(0), size - 1}) {
      samples.push_back(anywhere());
      samples.back()[d] = at;
    }
  for (unsigned i = 0; i < kAnywhere; ++i)
    samples.push_back(anywhere());
  llvm::sort(samples);
  samples.erase(std::unique(samples.begin(), samples.end()), samples.end());
  return samples;
}

//===--- Judging ----------------------------------------------------------===//

namespace {

std::string textOf(const Number &number) {
  if (!number.isFloat)
    return std::to_string(number.integer);
  if (std::isnan(number.real))
    return "nan"; // of either sign
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.9g", number.real);
  return text;
}

/// What a sample says: agreement, a difference, or nothing.
enum class Verdict : uint8_t { Agrees, Differs, Unknown };

Verdict judge(const Number &found, const BoundedNumber &expected) {
  if (std::isinf(expected.error))
    return Verdict::Unknown;
  if (!found.isFloat) {
    if (expected.error > 0)
      return Verdict::Unknown;
    return found.integer == expected.value.integer ? Verdict::Agrees
                                                   : Verdict::Differs;
  }
  double apart = reference::distance(found.real, expected.value.real);
  return apart <= expected.error ? Verdict::Agrees : Verdict::Differs;
}

bool isOutOfRange(llvm::Error error) {
  bool result = false;
  llvm::handleAllErrors(
      std::move(error), [&](const reference::InterpretError &e) {
        result = e.kind == reference::InterpretErrorKind::IndexOutOfRange;
      });
  return result;
}

class RunJudge {
public:
  RunJudge(const KernelRun &run, const reference::SymbolBindings &bindings,
           RandomSource &random, VerifyCounts &counts);

  Failure judgeResult(unsigned number);

private:
  Failure judgeSample(unsigned number, const ElementIndex &index,
                      const BoundedNumber &expected);
  Failure judgeFault(unsigned number, const ElementIndex &index,
                     llvm::Error error);
  Failure mismatch(unsigned number, const ElementIndex &index,
                   const std::string &what);

  const KernelRun &run;
  KernelOp kernel;
  RandomSource &random;
  VerifyCounts &counts;
  llvm::DenseMap<Value, const StoredTensor *> known;
  ElementEvaluator evaluator;
};

/// Elements computed for one kernel: as much as takes about a second.
constexpr int64_t kMostElements = int64_t(1) << 20;

RunJudge::RunJudge(const KernelRun &run,
                   const reference::SymbolBindings &bindings,
                   RandomSource &random, VerifyCounts &counts)
    : run(run), kernel(run.kernel), random(random), counts(counts),
      evaluator([this](Value value) { return known.lookup(value); }, bindings,
                kMostElements) {
  Block &body = kernel.getBody().front();
  for (auto [argument, tensor] : llvm::zip(body.getArguments(), run.operands))
    known[argument] = &tensor;
  // A recurrence is judged from its own earlier steps.
  for (auto [i, result] : llvm::enumerate(run.results)) {
    auto op = kernel.getYielded(i).getDefiningOp<TensorBody>();
    if (op && op.sequentialAxis())
      known[kernel.getYielded(i)] = &result;
  }
}

Failure RunJudge::mismatch(unsigned number, const ElementIndex &index,
                           const std::string &what) {
  ++counts.mismatches;
  llvm::SmallVector<std::string> at;
  for (int64_t i : index)
    at.push_back(std::to_string(i));
  return {FailureKind::Mismatch,
          {{nodesOf(kernel->getLoc()), "",
            "element [" + llvm::join(at, ", ") + "] of result " +
                std::to_string(number) + " " + what,
            "this is a fault of the compiler: please report it with the "
            "model"}}};
}

Failure RunJudge::judgeSample(unsigned number, const ElementIndex &index,
                              const BoundedNumber &expected) {
  const StoredTensor &result = run.results[number];
  int64_t position = 0;
  for (auto [i, size] : llvm::zip(index, result.shape()))
    position = position * size + i;
  Number found = result.at(position);
  Verdict verdict = judge(found, expected);
  ++(verdict == Verdict::Unknown ? counts.unjudged : counts.checked);
  if (verdict != Verdict::Differs)
    return {};
  Number most{true, expected.error, 0};
  return mismatch(number, index,
                  "is " + textOf(found) + " and the reference says " +
                      textOf(expected.value) + ", from which rounding may " +
                      "lead " + textOf(most) + " away");
}

Failure RunJudge::judgeFault(unsigned number, const ElementIndex &index,
                             llvm::Error error) {
  if (isOutOfRange(std::move(error)) && !run.reportedFault)
    return mismatch(number, index,
                    "needs an index out of range, and the kernel reports none");
  ++counts.unjudged; // too much work, or reported as it should be
  return {};
}

Failure RunJudge::judgeResult(unsigned number) {
  std::vector<ElementIndex> samples =
      sampleElements(run.results[number].shape(), random);
  Value value = kernel.getYielded(number);
  auto all = evaluator.computeBounded(value, samples);
  if (!all)
    llvm::consumeError(all.takeError()); // of one of them: one by one then
  for (auto [i, index] : llvm::enumerate(samples)) {
    if (all) {
      if (Failure failure = judgeSample(number, index, (*all)[i]))
        return failure;
      continue;
    }
    auto one = evaluator.computeBounded(value, {index});
    Failure failure = one ? judgeSample(number, index, one->front())
                          : judgeFault(number, index, one.takeError());
    if (failure)
      return failure;
  }
  return {};
}

} // namespace

Failure judgeRun(const KernelRun &run,
                 const reference::SymbolBindings &bindings,
                 RandomSource &random, VerifyCounts &counts) {
  RunJudge judge(run, bindings, random, counts);
  for (unsigned i = 0; i < run.results.size(); ++i)
    if (Failure failure = judge.judgeResult(i))
      return failure;
  return {};
}

} // namespace tenon
