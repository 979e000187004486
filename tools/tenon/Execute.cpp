// SPDX-License-Identifier: Apache-2.0
// Runs engines and models.
#include "tools/tenon/Execute.h"

#include "tools/tenon/Failures.h"

#include <cstring>

namespace tenon::cli {

namespace {

std::span<const std::byte> bytesOf(const HostTensor &tensor) {
  return std::as_bytes(std::span(tensor.bytes.data(), tensor.bytes.size()));
}

Result<HostTensor> copyTensor(std::string name, OnnxElementType type,
                              std::vector<int64_t> shape,
                              std::span<const std::byte> bytes) {
  OnnxResult<HostTensor> tensor =
      makeHostTensor(std::move(name), type, std::move(shape));
  if (!tensor)
    return failureOf(tensor.error());
  if (tensor->bytes.size() != bytes.size())
    return Failure{TENON_INTERNAL, "output '" + tensor->name + "' has " +
                                       std::to_string(bytes.size()) +
                                       " bytes and its shape " +
                                       std::to_string(tensor->bytes.size())};
  if (!bytes.empty())
    std::memcpy(tensor->bytes.data(), bytes.data(), bytes.size());
  return std::move(*tensor);
}

} // namespace

Result<PreparedRun> prepareRun(const Engine &engine,
                               const ExecutionArguments &execution,
                               std::vector<HostTensor> inputs, bool profile) {
  tenon_context_options options = contextOptions();
  options.threads = execution.threads;
  options.memory_limit_bytes = execution.memoryLimitBytes;
  options.profile = profile;
  Result<Context> context = Context::create(engine, options);
  if (!context)
    return context.error();
  for (uint32_t i = 0; i < inputs.size(); ++i)
    if (Result<void> set =
            context->setInput(i, bytesOf(inputs[i]), inputs[i].shape);
        !set)
      return set.error();
  if (Result<void> bound = context->bind(); !bound)
    return bound.error();
  return PreparedRun{std::move(*context), std::move(inputs)};
}

Result<std::vector<HostTensor>> readOutputs(const Engine &engine,
                                            const Context &context) {
  std::vector<HostTensor> outputs;
  for (uint32_t i = 0; i < engine.numOutputs(); ++i) {
    tenon_tensor_info info = *engine.outputInfo(i);
    Result<std::vector<int64_t>> shape = context.outputShape(i);
    if (!shape)
      return shape.error();
    Result<std::span<const std::byte>> bytes = context.output(i);
    if (!bytes)
      return bytes.error();
    Result<HostTensor> tensor =
        copyTensor(info.name, elementTypeOf(info.type), *shape, *bytes);
    if (!tensor)
      return tensor.error();
    outputs.push_back(std::move(*tensor));
  }
  return outputs;
}

Result<std::vector<HostTensor>>
runReference(const ModelArguments &model, const ExecutionArguments &execution,
             const std::vector<HostTensor> &inputs, Progress &progress) {
  Result<const CompilerLibrary *> library = CompilerLibrary::open();
  if (!library)
    return library.error();
  const CompilerLibrary &calls = **library;
  std::vector<tenon_host_tensor> given;
  for (const HostTensor &input : inputs)
    given.push_back(
        {input.name.c_str(), static_cast<tenon_type>(input.elementType),
         static_cast<int32_t>(input.shape.size()), input.shape.data(),
         input.bytes.data(), input.bytes.size()});
  std::unique_ptr<tenon_reference_run, decltype(calls.destroyRun)> run(
      nullptr, calls.destroyRun);
  Result<void> done = withCompileOptions(
      model, progress, [&](tenon_compile_options &options) -> Result<void> {
        options.threads = execution.threads;
        options.memory_limit_bytes = execution.memoryLimitBytes;
        tenon_reference_run *made = nullptr;
        tenon_status status = calls.execute(
            &options, given.data(), static_cast<uint32_t>(given.size()), &made);
        run.reset(made);
        if (status != TENON_OK)
          return about(model.path, {status, calls.message()});
        return {};
      });
  progress.clear();
  if (!done)
    return done.error();
  std::vector<HostTensor> outputs;
  for (uint32_t i = 0; i < calls.outputCount(run.get()); ++i) {
    tenon_host_tensor output = {};
    if (calls.output(run.get(), i, &output) != TENON_OK)
      return Failure{TENON_INTERNAL, calls.message()};
    Result<HostTensor> tensor =
        copyTensor(output.name, elementTypeOf(output.type),
                   std::vector<int64_t>(output.dims, output.dims + output.rank),
                   std::as_bytes(std::span(
                       static_cast<const char *>(output.data), output.bytes)));
    if (!tensor)
      return tensor.error();
    outputs.push_back(std::move(*tensor));
  }
  return outputs;
}

} // namespace tenon::cli
