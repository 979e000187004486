// SPDX-License-Identifier: Apache-2.0
// The compiler, opened when it is needed: libtenon-compiler.so holds LLVM, and
// a command that only runs an engine must not wait for that to load.
#ifndef TENON_TOOLS_TENON_COMPILERLIBRARY_H
#define TENON_TOOLS_TENON_COMPILERLIBRARY_H

#include "tools/tenon/Arguments.h"
#include "tools/tenon/Json.h"
#include "tools/tenon/Progress.h"

#include <tenon/compiler.h>
#include <tenon/runtime.hpp>

#include <functional>
#include <memory>
#include <span>

namespace tenon::cli {

/// The calls of tenon/compiler.h, found in the library at run time.
struct CompilerLibrary {
  decltype(&tenon_compile) compile;
  decltype(&tenon_check) check;
  decltype(&tenon_model_signature) modelSignature;
  decltype(&tenon_compilation_destroy) destroy;
  decltype(&tenon_compilation_engine) engine;
  decltype(&tenon_compilation_write) write;
  decltype(&tenon_compilation_report) report;
  decltype(&tenon_reference_execute) execute;
  decltype(&tenon_reference_output_count) outputCount;
  decltype(&tenon_reference_output) output;
  decltype(&tenon_reference_destroy) destroyRun;
  decltype(&tenon_compiler_message) message;

  /// Opens the library beside the executable (../lib), once. notFound says
  /// where it was looked for.
  static Result<const CompilerLibrary *> open();
};

/// What a call on a model gave: always a report, an engine when it compiled.
class Compilation {
public:
  enum class Kind { compile, check, signature };

  /// Runs one call on the model. `failure()` says whether it worked; there
  /// is no Compilation at all when the arguments are wrong.
  static Result<Compilation> run(Kind kind, const ModelArguments &model,
                                 Progress &progress);

  const Failure &failure() const { return problem; }
  const Json &report() const { return document; }
  std::span<const std::byte> engine() const;
  Result<void> writeEngine(const std::string &path) const;

private:
  const CompilerLibrary *library = nullptr;
  std::shared_ptr<tenon_compilation> handle;
  Failure problem;
  Json document;
};

/// Calls `body` with the options that `model` asks for; they are valid during
/// the call.
Result<void> withCompileOptions(
    const ModelArguments &model, Progress &progress,
    const std::function<Result<void>(tenon_compile_options &)> &body);

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_COMPILERLIBRARY_H
