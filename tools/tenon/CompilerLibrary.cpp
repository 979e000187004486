// SPDX-License-Identifier: Apache-2.0
// Finds, opens and calls the compiler.
#include "tools/tenon/CompilerLibrary.h"

#include "tools/tenon/Failures.h"
#include "tools/tenon/ProgramFolder.h"
#include "tools/tenon/ShapeFlag.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace tenon::cli {

namespace {

constexpr const char *kFileName = "libtenon-compiler.so.0";

void *openLibrary(std::string &tried) {
  std::vector<std::string> paths = {
      fmt::format("{}/../lib/{}", programFolder(), kFileName),
      fmt::format("{}/{}/{}", programFolder(), TENON_LIBRARY_FOLDER, kFileName),
      kFileName};
  if (paths[0] == paths[1])
    paths.erase(paths.begin());
  for (const std::string &path : paths) {
    if (void *library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL))
      return library;
    tried += fmt::format("\n  {}", dlerror());
  }
  return nullptr;
}

struct OpenedLibrary {
  CompilerLibrary calls = {};
  Failure failure;
};

template <typename Call>
void find(void *library, const char *name, Call &call, Failure &failure) {
  call = reinterpret_cast<Call>(dlsym(library, name));
  if (!call)
    failure = {TENON_NOT_FOUND,
               fmt::format("the compiler library has no call {}; it is of "
                           "another version than this program: install both "
                           "from one build",
                           name)};
}

OpenedLibrary openAll() {
  OpenedLibrary opened;
  std::string tried;
  void *library = openLibrary(tried);
  if (!library) {
    opened.failure = {
        TENON_NOT_FOUND,
        fmt::format("a model must be compiled, and the compiler library {} "
                    "cannot be opened; run an engine that was built elsewhere, "
                    "or install the library. Tried:{}",
                    kFileName, tried)};
    return opened;
  }
  CompilerLibrary &calls = opened.calls;
  Failure &failure = opened.failure;
  find(library, "tenon_compile", calls.compile, failure);
  find(library, "tenon_check", calls.check, failure);
  find(library, "tenon_model_signature", calls.modelSignature, failure);
  find(library, "tenon_compilation_destroy", calls.destroy, failure);
  find(library, "tenon_compilation_engine", calls.engine, failure);
  find(library, "tenon_compilation_write", calls.write, failure);
  find(library, "tenon_compilation_report", calls.report, failure);
  find(library, "tenon_reference_execute", calls.execute, failure);
  find(library, "tenon_reference_output_count", calls.outputCount, failure);
  find(library, "tenon_reference_output", calls.output, failure);
  find(library, "tenon_reference_destroy", calls.destroyRun, failure);
  find(library, "tenon_compiler_message", calls.message, failure);
  return opened;
}

} // namespace

Result<const CompilerLibrary *> CompilerLibrary::open() {
  static const OpenedLibrary opened = openAll();
  if (opened.failure.status != TENON_OK)
    return opened.failure;
  return &opened.calls;
}

Result<void> withCompileOptions(
    const ModelArguments &model, Progress &progress,
    const std::function<Result<void>(tenon_compile_options &)> &body) {
  Result<std::vector<ShapeChoice>> shapes = parseShapes(model.shapes);
  if (!shapes)
    return shapes.error();
  std::vector<tenon_input_choice> inputs;
  for (const ShapeChoice &shape : *shapes)
    inputs.push_back({shape.input.c_str(), shape.dims.data(),
                      static_cast<int32_t>(shape.dims.size())});
  std::vector<const char *> targets;
  for (const std::string &target : model.targets)
    targets.push_back(target.c_str());
  tenon_compile_options options = {};
  options.struct_size = sizeof options;
  options.model_path = model.path.c_str();
  options.targets = targets.data();
  options.target_count = static_cast<uint32_t>(targets.size());
  options.inputs = inputs.data();
  options.input_count = static_cast<uint32_t>(inputs.size());
  options.throughput = model.throughput;
  options.skip_verify = model.skipVerify;
  options.expose_nodes = model.exposeNodes;
  options.dump_at = model.dumpAt.empty() ? nullptr : model.dumpAt.c_str();
  options.dump_dir = model.dumpDir.empty() ? nullptr : model.dumpDir.c_str();
  options.progress = Progress::callback;
  options.progress_user = &progress;
  return body(options);
}

Result<Compilation> Compilation::run(Kind kind, const ModelArguments &model,
                                     Progress &progress) {
  Result<const CompilerLibrary *> library = CompilerLibrary::open();
  if (!library)
    return library.error();
  Compilation made;
  made.library = *library;
  auto call = kind == Kind::compile ? made.library->compile
              : kind == Kind::check ? made.library->check
                                    : made.library->modelSignature;
  Result<void> called = withCompileOptions(
      model, progress, [&](tenon_compile_options &options) -> Result<void> {
        tenon_compilation *handle = nullptr;
        tenon_status status = call(&options, &handle);
        made.handle.reset(handle, made.library->destroy);
        if (status != TENON_OK)
          made.problem = about(model.path, {status, made.library->message()});
        return {};
      });
  progress.clear();
  if (!called)
    return called.error();
  if (!made.handle)
    return made.problem;
  made.document = parseJson(made.library->report(made.handle.get()));
  return made;
}

std::span<const std::byte> Compilation::engine() const {
  const void *bytes = nullptr;
  size_t size = 0;
  if (library->engine(handle.get(), &bytes, &size) != TENON_OK)
    return {};
  return {static_cast<const std::byte *>(bytes), size};
}

Result<void> Compilation::writeEngine(const std::string &path) const {
  tenon_status status = library->write(handle.get(), path.c_str());
  if (status != TENON_OK)
    return Failure{status, library->message()};
  return {};
}

} // namespace tenon::cli
