// SPDX-License-Identifier: Apache-2.0
// Random graphs through the compiler and the runtime against the reference:
// passes, fusion, schedules, code and plan at once.
#include "test/fuzz/RandomGraph.h"
#include "compiler/driver/CompileModel.h"
#include "compiler/reference/Interpreter.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"
#include <tenon/runtime.h>

namespace tenon {
namespace {

using reference::Tensor;

/// An engine in memory, run once.
class EngineRun {
public:
  ~EngineRun() {
    tenon_context_destroy(context);
    tenon_engine_destroy(engine);
  }

  /// The results, or a failed test and nothing.
  std::vector<Tensor> run(mlir::ModuleOp module,
                          llvm::ArrayRef<Tensor> inputs) {
    auto main = module.lookupSymbol<mlir::func::FuncOp>("main");
    auto types = llvm::to_vector(main.getFunctionType().getResults());
    if (!load(module))
      return {};
    std::vector<std::vector<char>> stored; // read by the run, not copied
    for (auto [i, input] : llvm::enumerate(inputs)) {
      const std::vector<char> &bytes = stored.emplace_back(input.toBytes());
      if (!ok(tenon_context_set_input(context, i, bytes.data(), bytes.size(),
                                      input.shape().data(),
                                      input.shape().size())))
        return {};
    }
    if (!ok(tenon_context_run(context)))
      return {};
    std::vector<Tensor> results;
    for (auto [i, type] : llvm::enumerate(types)) {
      const void *data = nullptr;
      size_t bytes = 0;
      if (!ok(tenon_context_output(context, i, &data, &bytes)))
        return {};
      auto ranked = mlir::cast<mlir::RankedTensorType>(type);
      results.push_back(llvm::cantFail(Tensor::fromBytes(
          ranked.getElementType(), ranked.getShape(),
          llvm::ArrayRef(static_cast<const char *>(data), bytes))));
    }
    return results;
  }

private:
  bool ok(tenon_status status) {
    if (status)
      ADD_FAILURE() << tenon_error_message();
    return !status;
  }

  bool load(mlir::ModuleOp module) {
    CompileOptions options; // with verification, which brings edge cases
    options.threads = 1;
    CompiledModel compiled = compileModule(module, options);
    for (const Message &message : compiled.failure.messages)
      ADD_FAILURE() << message.text();
    return !compiled.failure &&
           ok(tenon_engine_load_memory(compiled.engine.data(),
                                       compiled.engine.size(), nullptr,
                                       &engine)) &&
           ok(tenon_context_create(engine, nullptr, &context));
  }

  tenon_engine *engine = nullptr;
  tenon_context *context = nullptr;
};

/// Whole numbers exactly, floats to a part of the greatest of the tensor.
void expectSame(const Tensor &expected, const Tensor &found, size_t output) {
  double greatest = 1;
  for (int64_t i = 0; expected.isReal() && i < expected.numElements(); ++i)
    greatest = std::max(greatest, std::abs(expected.at(i).real));
  constexpr double kTolerance = 1e-4;
  for (int64_t i = 0; i < expected.numElements(); ++i) {
    Number a = expected.at(i), b = found.at(i);
    bool same = a.isFloat ? std::abs(a.real - b.real) <= kTolerance * greatest
                          : a.integer == b.integer;
    if (!same) {
      ADD_FAILURE() << "output " << output << ", element " << i
                    << ": the reference has "
                    << (a.isFloat ? a.real : double(a.integer))
                    << ", the engine "
                    << (b.isFloat ? b.real : double(b.integer));
      return;
    }
  }
}

void checkSeed(uint32_t seed) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<TenonDialect, mlir::func::FuncDialect>();
  RandomGraph graph(context, seed);
  std::string text;
  llvm::raw_string_ostream(text) << graph.module();
  SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
  ASSERT_TRUE(mlir::succeeded(mlir::verify(graph.module())));
  reference::InterpretOptions options;
  options.threads = 1;
  auto expected =
      reference::interpret(graph.function(), graph.inputs(), {}, options);
  ASSERT_TRUE(bool(expected)) << llvm::toString(expected.takeError());
  std::vector<Tensor> found = EngineRun().run(graph.module(), graph.inputs());
  ASSERT_EQ(found.size(), expected->size());
  for (size_t i = 0; i < found.size(); ++i)
    expectSame((*expected)[i], found[i], i);
}

class RandomGraphTest : public ::testing::TestWithParam<uint32_t> {};

TEST_P(RandomGraphTest, EngineGivesWhatTheReferenceGives) {
  constexpr uint32_t kGraphs = 250;
  for (uint32_t i = 0; i < kGraphs; ++i)
    checkSeed(GetParam() * kGraphs + i);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomGraphTest, ::testing::Range(0u, 8u));

} // namespace
} // namespace tenon
