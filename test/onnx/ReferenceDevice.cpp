// SPDX-License-Identifier: Apache-2.0
// The reference interpreter as a device of the conformance program.
#include "compiler/reference/Interpreter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "test/onnx/ConformanceDevice.h"

using namespace mlir;

namespace tenon {

namespace {

DeviceProblem problemOf(llvm::Error error) {
  DeviceProblem problem;
  llvm::handleAllErrors(
      std::move(error),
      [&](const reference::InterpretError &failure) {
        problem.unsupported =
            failure.kind == reference::InterpretErrorKind::Unsupported;
        problem.what = failure.message;
      },
      [&](const llvm::ErrorInfoBase &other) {
        problem.what = other.message();
      });
  return problem;
}

class ReferenceDevice : public ConformanceDevice {
public:
  std::optional<DeviceProblem> prepare(ModuleOp module) override {
    function = module.lookupSymbol<func::FuncOp>("main");
    return std::nullopt;
  }

  std::optional<DeviceProblem> run(llvm::ArrayRef<HostTensor> inputs,
                                   std::vector<HostTensor> &outputs) override {
    std::vector<reference::Tensor> arguments;
    for (const HostTensor &input : inputs) {
      auto tensor = reference::Tensor::fromBytes(input.elementType, input.shape,
                                                 input.bytes);
      if (!tensor)
        return problemOf(tensor.takeError());
      arguments.push_back(std::move(*tensor));
    }
    auto results = reference::interpret(function, arguments);
    if (!results)
      return problemOf(results.takeError());
    for (const reference::Tensor &result : *results)
      outputs.push_back({result.elementType(),
                         llvm::SmallVector<int64_t>(result.shape()),
                         result.toBytes()});
    return std::nullopt;
  }

private:
  func::FuncOp function;
};

} // namespace

std::unique_ptr<ConformanceDevice> makeReferenceDevice() {
  return std::make_unique<ReferenceDevice>();
}

} // namespace tenon
