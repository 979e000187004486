// SPDX-License-Identifier: Apache-2.0
// Options of the C interface, checked, as the driver wants them.
#include "compiler/driver/ApiOptions.h"
#include "compiler/driver/ApiCall.h"
#include "compiler/driver/Pipeline.h"
#include "llvm/ADT/StringExtras.h"

namespace tenon {

namespace {

Failure wrongUse(std::string what, std::string hint = "") {
  return Failure::of(FailureKind::BadInput, std::move(what), std::move(hint));
}

/// The structure as this version knows it: an older caller's lacks fields at
/// the end, which are zero.
Failure readKnownFields(const tenon_compile_options *given,
                        tenon_compile_options &known) {
  if (!given)
    return wrongUse("the argument 'options' must not be NULL");
  size_t size = given->struct_size;
  constexpr size_t kLeast = offsetof(tenon_compile_options, targets);
  constexpr size_t kMost = 4096; // no structure comes near it
  if (size < kLeast || size > kMost)
    return wrongUse("struct_size is " + std::to_string(size),
                    "set it to the structure's sizeof (TENON_INIT does)");
  known = {};
  std::memcpy(&known, given, std::min(size, sizeof known));
  const auto *bytes = reinterpret_cast<const unsigned char *>(given);
  for (size_t i = sizeof known; i < size; ++i)
    if (bytes[i] != 0)
      return wrongUse("options set fields that this library does not know",
                      "update the library");
  return {};
}

Failure readShape(const tenon_input_choice &input, CompileOptions &options) {
  if (!input.name || input.rank < 0 || (input.rank > 0 && !input.dims))
    return wrongUse("an input choice has no name or no dimensions");
  std::vector<DimChoice> dims;
  for (int32_t i = 0; i < input.rank; ++i) {
    const tenon_dimension_choice &dim = input.dims[i];
    if (dim.keep) {
      dims.push_back({});
      continue;
    }
    if (dim.min < 0 || dim.max < dim.min || dim.optimum < 0)
      return wrongUse("dimension " + std::to_string(i) + " of '" + input.name +
                          "' goes from " + std::to_string(dim.min) + " to " +
                          std::to_string(dim.max),
                      "give a range that is not empty and not negative");
    int64_t max = dim.max == TENON_UNBOUNDED ? -1 : dim.max;
    dims.push_back({false, dim.min, max, dim.optimum});
  }
  if (!options.import.shapes.emplace(input.name, std::move(dims)).second)
    return wrongUse(std::string("input '") + input.name + "' is given twice");
  return {};
}

Failure checkStage(llvm::StringRef stage) {
  llvm::SmallVector<llvm::StringRef> known = dumpStages();
  if (stage.empty() || llvm::is_contained(known, stage))
    return {};
  return wrongUse("no stage to dump is named '" + stage.str() +
                  "'; there are: " + llvm::join(known, ", "));
}

std::string textOrEmpty(const char *text) { return text ? text : ""; }

} // namespace

Failure readOptions(const tenon_compile_options *given, CompileOptions &options,
                    uint64_t *memoryLimitBytes) {
  tenon_compile_options known;
  if (Failure failure = readKnownFields(given, known))
    return failure;
  if (!known.model_path)
    return wrongUse("options name no model");
  options.modelPath = known.model_path;
  for (uint32_t i = 0; i < known.target_count; ++i) {
    if (!known.targets || !known.targets[i])
      return wrongUse("target " + std::to_string(i) + " has no name");
    options.targets.push_back(known.targets[i]);
  }
  for (uint32_t i = 0; i < known.input_count; ++i) {
    if (!known.inputs)
      return wrongUse("input choices are missing");
    if (Failure failure = readShape(known.inputs[i], options))
      return failure;
  }
  options.goal = known.throughput ? Goal::Throughput : Goal::Latency;
  options.verify = !known.skip_verify;
  options.dumpAt = textOrEmpty(known.dump_at);
  options.dumpDir = textOrEmpty(known.dump_dir);
  if (Failure failure = checkStage(options.dumpAt))
    return failure;
  options.threads = known.threads;
  options.exposeNodes = known.expose_nodes;
  if (known.progress)
    options.progress = [call = known.progress, user = known.progress_user](
                           const std::string &stage, double fraction) {
      call(user, stage.c_str(), fraction);
    };
  if (memoryLimitBytes)
    *memoryLimitBytes = known.memory_limit_bytes;
  return {};
}

tenon_status statusOf(FailureKind kind) {
  switch (kind) {
  case FailureKind::None:
    return TENON_OK;
  case FailureKind::BadInput:
    return TENON_INVALID_ARGUMENT;
  case FailureKind::Unsupported:
    return TENON_UNSUPPORTED;
  case FailureKind::Mismatch:
    return TENON_VERIFICATION_FAILED;
  case FailureKind::Resources:
    return TENON_OUT_OF_MEMORY;
  case FailureKind::Internal:
    return TENON_INTERNAL;
  }
  return TENON_INTERNAL;
}

tenon_status reportFailure(const Failure &failure) {
  constexpr size_t kMostMessages = 20; // the report has them all
  std::string text;
  for (size_t i = 0; i < failure.messages.size() && i < kMostMessages; ++i)
    text += (i ? "\n" : "") + failure.messages[i].text();
  if (failure.messages.size() > kMostMessages)
    text += "\nand " + std::to_string(failure.messages.size() - kMostMessages) +
            " more problems";
  return reportFailure(statusOf(failure.kind), text);
}

} // namespace tenon
