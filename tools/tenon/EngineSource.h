// SPDX-License-Identifier: Apache-2.0
// "An engine is accepted wherever a model is": tells them apart by their first
// bytes, loads the one and compiles the other.
#ifndef TENON_TOOLS_TENON_ENGINESOURCE_H
#define TENON_TOOLS_TENON_ENGINESOURCE_H

#include "tools/tenon/CompilerLibrary.h"

namespace tenon::cli {

/// True for a file that begins as engines do. False for files that cannot be
/// read as well: who reads it as a model has the words for it.
bool isEngineFile(const std::string &path);

struct OpenedEngine {
  Engine engine;
  Json report; // of the compilation; null when the file was an engine
  double openMs = 0;
};

enum class EngineUse { run, look };

/// Loads the engine, or compiles the model in memory and loads that.
Result<OpenedEngine> openEngine(const ModelArguments &model, EngineUse use,
                                Progress &progress);

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_ENGINESOURCE_H
