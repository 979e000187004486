// SPDX-License-Identifier: Apache-2.0
//
// A loaded engine: checked, its variant chosen, its code ready.
//
// It never changes after loading, so threads and contexts share it.
#ifndef TENON_RUNTIME_CORE_ENGINE_H
#define TENON_RUNTIME_CORE_ENGINE_H

#include "format/EngineReader.h"
#include "runtime/core/Device.h"
#include "runtime/core/MappedFile.h"

#include <memory>
#include <optional>
#include <string>

namespace tenon::runtime {

struct EngineOptions {
  /// Device to load for; null: only to look at, nothing is chosen or loaded.
  Device *device = nullptr;
  /// Variant to take; nothing: the best that fits.
  std::optional<std::string> variant;
};

class Engine {
public:
  /// Loads from a file; every byte is checked.
  static Result<std::shared_ptr<const Engine>>
  loadFile(const std::string &path, const EngineOptions &options);

  /// Loads from memory. `borrow`: the bytes stay, at an address that is a
  /// multiple of format::kBufferAlignment.
  static Result<std::shared_ptr<const Engine>>
  loadMemory(Bytes bytes, bool borrow, const EngineOptions &options);

  const format::EngineContents &contents() const { return parts; }
  uint64_t fileBytes() const { return file.size(); }

  /// False when it was loaded to be looked at: then there is no device, no
  /// variant in use and no kernel.
  bool isRunnable() const { return runDevice != nullptr; }
  uint32_t variantIndex() const { return chosen; }
  Device &device() const { return *runDevice; }
  const format::Program &program() const {
    return parts.variants[chosen].program;
  }

  /// What to launch for a step of program().
  KernelHandle handle(const format::Step &step) const;

  /// The constants as the device sees them.
  const std::byte *constants() const { return deviceConstants; }

private:
  Engine() = default;
  Status readContents(Bytes bytes);
  Status makeRunnable(const EngineOptions &options);
  Result<uint32_t> chooseVariant(const EngineOptions &options) const;
  Status placeConstants();

  MappedFile mapped;
  Bytes file;
  format::EngineContents parts;
  Device *runDevice = nullptr;
  uint32_t chosen = format::kNone;
  std::unique_ptr<LoadedCode> code;
  Memory uploaded;
  const std::byte *deviceConstants = nullptr;
};

} // namespace tenon::runtime

#endif // TENON_RUNTIME_CORE_ENGINE_H
