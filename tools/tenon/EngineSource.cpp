// SPDX-License-Identifier: Apache-2.0
// Opens engines and models.
#include "tools/tenon/EngineSource.h"

#include "format/Engine.h"
#include "tools/tenon/Failures.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <sys/stat.h>

namespace tenon::cli {

namespace {

using Clock = std::chrono::steady_clock;

Result<Engine> loadEngineFile(const ModelArguments &model,
                              const tenon_engine_options &options) {
  if (!model.targets.empty() || !model.dumpAt.empty())
    return wrongUse(model.path +
                    " is an engine: it is compiled already, so --target and "
                    "--dump-at have no meaning; name the model it was built "
                    "from");
  Result<Engine> engine = Engine::loadFile(model.path, options);
  if (!engine)
    return about(model.path, engine.error());
  return engine;
}

Result<Engine> compileInMemory(const ModelArguments &model,
                               const tenon_engine_options &options,
                               Progress &progress, Json &report) {
  Result<Compilation> made =
      Compilation::run(Compilation::Kind::compile, model, progress);
  if (!made)
    return made.error();
  if (made->failure().status != TENON_OK)
    return made->failure();
  report = made->report();
  return Engine::loadMemory(made->engine(), options);
}

} // namespace

bool isEngineFile(const std::string &path) {
  struct stat status = {}; // opening a pipe would wait for its other end
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
    return false;
  std::FILE *file = std::fopen(path.c_str(), "rbe");
  if (!file)
    return false;
  std::array<uint8_t, format::kMagic.size()> first = {};
  bool isWhole = std::fread(first.data(), first.size(), 1, file) == 1;
  std::fclose(file);
  return isWhole && first == format::kMagic;
}

Result<OpenedEngine> openEngine(const ModelArguments &model, EngineUse use,
                                Progress &progress) {
  tenon_engine_options options = engineOptions();
  options.inspect_only = use == EngineUse::look;
  OpenedEngine opened;
  Clock::time_point start = Clock::now();
  Result<Engine> engine =
      isEngineFile(model.path)
          ? loadEngineFile(model, options)
          : compileInMemory(model, options, progress, opened.report);
  progress.clear();
  if (!engine)
    return engine.error();
  opened.engine = std::move(*engine);
  opened.openMs =
      std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  return opened;
}

} // namespace tenon::cli
