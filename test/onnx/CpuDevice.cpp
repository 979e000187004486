// SPDX-License-Identifier: Apache-2.0
// The CPU as a device of the conformance program: the module is compiled to
// an engine in memory and run by the runtime, as a user's would be.
#include "compiler/driver/CompileModel.h"
#include "test/onnx/ConformanceDevice.h"
#include <tenon/runtime.h>

using namespace mlir;

namespace tenon {

namespace {

class CpuDevice : public ConformanceDevice {
public:
  ~CpuDevice() override {
    tenon_context_destroy(context);
    tenon_engine_destroy(engine);
  }

  std::optional<DeviceProblem> prepare(ModuleOp module) override {
    tenon_context_destroy(context);
    tenon_engine_destroy(engine);
    context = nullptr;
    engine = nullptr;
    outputTypes.clear();
    auto main = module.lookupSymbol<func::FuncOp>("main");
    for (Type type : main.getFunctionType().getResults())
      outputTypes.push_back(cast<RankedTensorType>(type).getElementType());
    CompileOptions options;
    options.verify = false; // the suite judges; this keeps it quick
    CompiledModel compiled = compileModule(module, options);
    if (compiled.failure) {
      DeviceProblem problem;
      problem.unsupported = compiled.failure.kind == FailureKind::Unsupported;
      for (const Message &message : compiled.failure.messages)
        problem.what += message.text() + "\n";
      return problem;
    }
    if (tenon_engine_load_memory(compiled.engine.data(), compiled.engine.size(),
                                 nullptr, &engine) ||
        tenon_context_create(engine, nullptr, &context))
      return DeviceProblem{false, tenon_error_message()};
    return std::nullopt;
  }

  std::optional<DeviceProblem> run(llvm::ArrayRef<HostTensor> inputs,
                                   std::vector<HostTensor> &outputs) override {
    for (auto [i, input] : llvm::enumerate(inputs))
      if (tenon_context_set_input(context, i, input.bytes.data(),
                                  input.bytes.size(), input.shape.data(),
                                  input.shape.size()))
        return DeviceProblem{false, tenon_error_message()};
    if (tenon_context_run(context))
      return DeviceProblem{false, tenon_error_message()};
    for (auto [i, type] : llvm::enumerate(outputTypes)) {
      constexpr int32_t kMaxRank = 64;
      int64_t dims[kMaxRank];
      int32_t rank = 0;
      const void *data = nullptr;
      size_t bytes = 0;
      if (tenon_context_output_shape(context, i, dims, kMaxRank, &rank) ||
          tenon_context_output(context, i, &data, &bytes))
        return DeviceProblem{false, tenon_error_message()};
      const char *from = static_cast<const char *>(data);
      outputs.push_back({type, llvm::SmallVector<int64_t>(dims, dims + rank),
                         std::vector<char>(from, from + bytes)});
    }
    return std::nullopt;
  }

private:
  tenon_engine *engine = nullptr;
  tenon_context *context = nullptr;
  std::vector<Type> outputTypes;
};

} // namespace

std::unique_ptr<ConformanceDevice> makeCpuDevice() {
  return std::make_unique<CpuDevice>();
}

} // namespace tenon
