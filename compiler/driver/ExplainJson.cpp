// SPDX-License-Identifier: Apache-2.0
// The decisions of a build as JSON, which the engine carries.
#include "compiler/driver/CompileTarget.h"
#include "llvm/Support/JSON.h"

namespace tenon {

static llvm::json::Object explainKernel(const KernelPlan &plan,
                                        const format::Step &step) {
  llvm::json::Array nodes;
  for (const std::string &node : step.nodes)
    nodes.push_back(node);
  return llvm::json::Object{{"name", plan.launch.name},
                            {"class", plan.launch.kernelClass},
                            {"schedule", plan.launch.schedule},
                            {"nodes", std::move(nodes)},
                            {"operations", plan.launch.operations.str()},
                            {"bytes", plan.launch.bytes.str()},
                            {"parallel", plan.launch.extent.str()}};
}

std::string explainJson(llvm::ArrayRef<const CompiledTarget *> targets) {
  llvm::json::Array variants;
  for (const CompiledTarget *target : targets) {
    llvm::json::Array kernels;
    size_t next = 0;
    for (const format::Step &step : target->program.steps)
      if (step.kind == format::StepKind::kernel)
        kernels.push_back(explainKernel(target->plans[next++], step));
    variants.push_back(llvm::json::Object{{"target", target->report.target},
                                          {"kernels", std::move(kernels)}});
  }
  llvm::json::Value whole =
      llvm::json::Object{{"version", 1}, {"variants", std::move(variants)}};
  std::string text;
  llvm::raw_string_ostream(text) << whole;
  return text;
}

} // namespace tenon
