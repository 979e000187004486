// SPDX-License-Identifier: Apache-2.0
// The calls of the compiler's C interface that run the reference interpreter.
#include "compiler/driver/ApiCall.h"
#include "compiler/driver/ApiOptions.h"
#include "compiler/driver/LoadModel.h"
#include "compiler/onnx/OpImport.h"
#include "compiler/reference/Interpreter.h"

using namespace mlir;
using namespace tenon;

struct tenon_reference_run {
  struct Output {
    std::string name;
    tenon_type type;
    std::vector<int64_t> dims;
    std::vector<char> bytes;
  };
  std::vector<Output> outputs;
};

namespace {

Failure wrongInput(std::string what, std::string hint = "") {
  return Failure::of(FailureKind::BadInput, std::move(what), std::move(hint));
}

Failure failureOf(llvm::Error error) {
  using Kind = reference::InterpretErrorKind;
  Failure failure;
  llvm::handleAllErrors(
      std::move(error),
      [&](const reference::InterpretError &problem) {
        FailureKind kind = FailureKind::BadInput;
        if (problem.kind == Kind::TooLarge)
          kind = FailureKind::Resources;
        if (problem.kind == Kind::Unsupported)
          kind = FailureKind::Unsupported;
        std::string where;
        if (problem.location)
          if (auto name = dyn_cast<NameLoc>(*problem.location))
            where = name.getName().str();
        failure = {kind, {{where, "", problem.message, ""}}};
      },
      [&](const llvm::ErrorInfoBase &problem) {
        failure = Failure::of(FailureKind::Internal, problem.message());
      });
  return failure;
}

std::string nameOf(DictionaryAttr attributes) {
  auto name = attributes ? attributes.getAs<StringAttr>("tenon.name") : nullptr;
  return name ? name.str() : "";
}

class ReferenceRunner {
public:
  explicit ReferenceRunner(const CompileOptions &options) : options(options) {}

  Failure run(llvm::ArrayRef<tenon_host_tensor> inputs, uint64_t memoryLimit,
              tenon_reference_run &result);

private:
  Failure loadModel();
  llvm::Expected<reference::Tensor> argument(unsigned i,
                                             const tenon_host_tensor &given);
  Failure readInputs(llvm::ArrayRef<tenon_host_tensor> inputs,
                     llvm::SmallVectorImpl<reference::Tensor> &arguments);

  const CompileOptions &options;
  MLIRContext context;
  LoadedModel model;
  func::FuncOp main;
};

Failure ReferenceRunner::loadModel() {
  if (options.progress)
    options.progress("reading the model", 0);
  model = loadModelFile(context, options);
  if (model.failure)
    return model.failure;
  main = model.module->lookupSymbol<func::FuncOp>("main");
  if (!main)
    return Failure::of(FailureKind::Internal, "the import made no function");
  return {};
}

llvm::Expected<reference::Tensor>
ReferenceRunner::argument(unsigned i, const tenon_host_tensor &given) {
  using Kind = reference::InterpretErrorKind;
  Type expected = elementTypeOf(main.getArgument(i));
  Type found =
      elementTypeFor(&context, static_cast<OnnxElementType>(given.type));
  if (found != expected)
    return reference::failWith(
        Kind::BadInput,
        "input '" + llvm::Twine(given.name) + "' has element type " +
            llvm::StringRef(
                elementTypeName(static_cast<OnnxElementType>(given.type))) +
            " and the model takes " +
            llvm::StringRef(elementTypeName(onnxTypeOf(expected))));
  return reference::Tensor::fromBytes(
      expected, llvm::ArrayRef<int64_t>(given.dims, given.rank),
      llvm::ArrayRef<char>(static_cast<const char *>(given.data), given.bytes));
}

Failure ReferenceRunner::readInputs(
    llvm::ArrayRef<tenon_host_tensor> inputs,
    llvm::SmallVectorImpl<reference::Tensor> &arguments) {
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    std::string name = nameOf(main.getArgAttrDict(i));
    const auto *given = llvm::find_if(inputs, [&](const auto &input) {
      return input.name && name == input.name;
    });
    if (given == inputs.end())
      return wrongInput("input '" + name + "' is missing", "give it a tensor");
    if (given->rank < 0 || (given->rank > 0 && !given->dims) ||
        (given->bytes > 0 && !given->data))
      return wrongInput("input '" + name + "' has no shape or no data");
    llvm::Expected<reference::Tensor> tensor = argument(i, *given);
    if (!tensor)
      return failureOf(tensor.takeError());
    arguments.push_back(std::move(*tensor));
  }
  return {};
}

Failure ReferenceRunner::run(llvm::ArrayRef<tenon_host_tensor> inputs,
                             uint64_t memoryLimit,
                             tenon_reference_run &result) {
  if (Failure failure = loadModel())
    return failure;
  llvm::SmallVector<reference::Tensor> arguments;
  if (Failure failure = readInputs(inputs, arguments))
    return failure;
  reference::InterpretOptions interpretOptions;
  interpretOptions.threads = options.threads;
  if (memoryLimit)
    interpretOptions.memoryLimitBytes =
        static_cast<int64_t>(std::min<uint64_t>(memoryLimit, INT64_MAX));
  size_t total = llvm::range_size(main.getBody().front()), done = 0;
  interpretOptions.onResults = [&](Operation *,
                                   llvm::ArrayRef<reference::Tensor>) {
    if (options.progress)
      options.progress("interpreting", double(++done) / double(total));
  };
  auto results = reference::interpret(main, arguments, {}, interpretOptions);
  if (!results)
    return failureOf(results.takeError());
  for (auto [i, tensor] : llvm::enumerate(*results)) {
    auto type = static_cast<tenon_type>(onnxTypeOf(tensor.elementType()));
    result.outputs.push_back(
        {nameOf(main.getResultAttrDict(i)), type,
         std::vector<int64_t>(tensor.shape().begin(), tensor.shape().end()),
         tensor.toBytes()});
  }
  return {};
}

} // namespace

tenon_status tenon_reference_execute(const tenon_compile_options *given,
                                     const tenon_host_tensor *inputs,
                                     uint32_t inputCount,
                                     tenon_reference_run **run) {
  return apiCallOnLargeStack([&] {
    if (!run || (inputCount > 0 && !inputs))
      return reportFailure(
          wrongInput("the arguments 'inputs' and 'run' must not be NULL"));
    CompileOptions options;
    uint64_t memoryLimit = 0;
    if (Failure failure = readOptions(given, options, &memoryLimit))
      return reportFailure(failure);
    auto made = std::make_unique<tenon_reference_run>();
    if (Failure failure = ReferenceRunner(options).run(
            llvm::ArrayRef(inputs, inputCount), memoryLimit, *made))
      return reportFailure(failure);
    *run = made.release();
    return TENON_OK;
  });
}

uint32_t tenon_reference_output_count(const tenon_reference_run *run) {
  return run ? static_cast<uint32_t>(run->outputs.size()) : 0;
}

tenon_status tenon_reference_output(const tenon_reference_run *run,
                                    uint32_t index, tenon_host_tensor *tensor) {
  return apiCall([&] {
    if (!tensor || index >= tenon_reference_output_count(run))
      return reportFailure(
          wrongInput("there is no output " + std::to_string(index)));
    const tenon_reference_run::Output &output = run->outputs[index];
    *tensor = {output.name.c_str(),
               output.type,
               static_cast<int32_t>(output.dims.size()),
               output.dims.data(),
               output.bytes.data(),
               output.bytes.size()};
    return TENON_OK;
  });
}

void tenon_reference_destroy(tenon_reference_run *run) { delete run; }
