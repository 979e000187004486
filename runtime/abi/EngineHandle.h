// SPDX-License-Identifier: Apache-2.0
//
// The engine behind the C interface's pointer, with the texts and lists that
// it hands out.
#ifndef TENON_RUNTIME_ABI_ENGINEHANDLE_H
#define TENON_RUNTIME_ABI_ENGINEHANDLE_H

#include "runtime/core/Engine.h"

#include <tenon/runtime.h>

#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace tenon::runtime {

/// One input or output as the interface shows it.
struct PortDescription {
  const format::Port *port = nullptr;
  std::vector<tenon_dimension> dims;
};

/// Describes the ports of a program. Names of dimensions point into the
/// program or into `texts`, which must both stay.
std::vector<PortDescription>
describePorts(const format::Program &program,
              const std::vector<format::Port> &ports,
              std::deque<std::string> &texts);

} // namespace tenon::runtime

struct tenon_engine {
  explicit tenon_engine(std::shared_ptr<const tenon::runtime::Engine> loaded,
                        tenon::runtime::Device &device);

  const tenon::format::EngineContents &contents() const {
    return engine->contents();
  }
  /// The variant in use; the first when only looked at.
  uint32_t shownVariant() const {
    return engine->isRunnable() ? engine->variantIndex() : 0;
  }
  const tenon::format::Program &program() const {
    return contents().variants[shownVariant()].program;
  }

  std::shared_ptr<const tenon::runtime::Engine> engine;
  tenon::runtime::Device &device;
  std::deque<std::string> texts; // keep their addresses
  std::vector<tenon::runtime::PortDescription> inputs;
  std::vector<tenon::runtime::PortDescription> outputs;
  std::vector<std::string> features; // of each variant
  std::string explain;
  std::string verdict;

  /// Program texts, made when first asked for.
  mutable std::mutex mutex;
  mutable std::vector<std::optional<std::string>> programs;
};

#endif // TENON_RUNTIME_ABI_ENGINEHANDLE_H
