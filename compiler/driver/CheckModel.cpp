// SPDX-License-Identifier: Apache-2.0
// Imports a model and says what it would take to compile it.
#include "compiler/driver/CheckModel.h"
#include "compiler/driver/LoadModel.h"
#include <chrono>

using namespace mlir;

namespace tenon {

CheckedModel checkModel(const CompileOptions &options) {
  auto start = std::chrono::steady_clock::now();
  if (options.progress)
    options.progress("reading the model", 0);
  CheckedModel result;
  MLIRContext context;
  LoadedModel model = loadModelFile(context, options);
  result.failure = model.failure;
  std::chrono::duration<double, std::milli> spent =
      std::chrono::steady_clock::now() - start;
  result.checkMs = spent.count();
  return result;
}

} // namespace tenon
