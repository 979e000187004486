// SPDX-License-Identifier: Apache-2.0
// Runs tensors through an engine or through the reference interpreter.
#ifndef TENON_TOOLS_TENON_EXECUTE_H
#define TENON_TOOLS_TENON_EXECUTE_H

#include "tools/tenon/CompilerLibrary.h"
#include "tools/tensor/HostTensor.h"

#include <vector>

namespace tenon::cli {

/// A context whose inputs are set and whose shapes are bound. The tensors stay
/// with it, since the context reads them at each run.
struct PreparedRun {
  Context context;
  std::vector<HostTensor> inputs;
};

/// `inputs` in the engine's order.
Result<PreparedRun> prepareRun(const Engine &engine,
                               const ExecutionArguments &execution,
                               std::vector<HostTensor> inputs,
                               bool profile = false);

/// Copies what the last run left.
Result<std::vector<HostTensor>> readOutputs(const Engine &engine,
                                            const Context &context);

/// Interprets the model; `inputs` bear their names.
Result<std::vector<HostTensor>>
runReference(const ModelArguments &model, const ExecutionArguments &execution,
             const std::vector<HostTensor> &inputs, Progress &progress);

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_EXECUTE_H
