// SPDX-License-Identifier: Apache-2.0
// The decisions of a build as JSON, which the engine carries.
#include "compiler/driver/CompileTarget.h"
#include "format/ValueProgram.h"
#include "llvm/Support/JSON.h"

namespace tenon {

using llvm::json::Array;
using llvm::json::fixUTF8;
using llvm::json::Object;

/// The values of a program at the optimum of every dimension; empty when one
/// has none there.
static std::vector<int64_t> valuesAtOptimum(const format::Program &program) {
  std::vector<int64_t> symbols;
  for (const format::Symbol &symbol : program.symbols)
    symbols.push_back(symbol.optimum);
  auto values = format::evaluateValues(program, symbols);
  return values.ok() ? std::move(*values) : std::vector<int64_t>();
}

static Object explainKernel(const KernelPlan &plan, const format::Step &step,
                            llvm::ArrayRef<int64_t> values) {
  Array nodes;
  for (const std::string &node : step.nodes)
    nodes.push_back(fixUTF8(node));
  Object kernel{{"name", plan.launch.name},
                {"class", plan.launch.kernelClass},
                {"schedule", plan.launch.schedule},
                {"nodes", std::move(nodes)},
                {"operations", plan.launch.operations.str()},
                {"bytes", plan.launch.bytes.str()},
                {"parallel", plan.launch.extent.str()}};
  if (!values.empty()) {
    kernel["operations_at_optimum"] = values[step.operations];
    kernel["bytes_at_optimum"] = values[step.bytes];
  }
  return kernel;
}

static void addRemarks(llvm::ArrayRef<Remark> remarks, Array &list) {
  for (const Remark &remark : remarks)
    list.push_back(
        Object{{"node", fixUTF8(remark.node)}, {"text", fixUTF8(remark.text)}});
}

std::string explainJson(llvm::ArrayRef<const CompiledTarget *> targets,
                        llvm::ArrayRef<Remark> shared) {
  Array variants;
  for (const CompiledTarget *target : targets) {
    std::vector<int64_t> values = valuesAtOptimum(target->program);
    Array kernels, remarks;
    size_t next = 0;
    for (const format::Step &step : target->program.steps)
      if (step.kind == format::StepKind::kernel)
        kernels.push_back(explainKernel(target->plans[next++], step, values));
    addRemarks(shared, remarks);
    addRemarks(target->remarks, remarks);
    variants.push_back(Object{{"target", target->report.target},
                              {"kernels", std::move(kernels)},
                              {"remarks", std::move(remarks)}});
  }
  llvm::json::Value whole =
      Object{{"version", 1}, {"variants", std::move(variants)}};
  std::string text;
  llvm::raw_string_ostream(text) << whole;
  return text;
}

} // namespace tenon
