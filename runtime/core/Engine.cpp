// SPDX-License-Identifier: Apache-2.0
//
// Loads an engine: map, check, choose a variant, load its code.
#include "runtime/core/Engine.h"

#include "format/EngineLayout.h"

namespace tenon::runtime {

namespace {

std::string join(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : ", ") + word;
  return text;
}

} // namespace

Result<std::shared_ptr<const Engine>>
Engine::loadFile(const std::string &path, const EngineOptions &options) {
  auto inFile = [&](const Status &status) {
    return Status(status.code(), "'" + path + "': " + status.message());
  };
  Result<MappedFile> mapped = MappedFile::open(path);
  if (!mapped.ok())
    return mapped.status();
  std::shared_ptr<Engine> engine(new Engine());
  engine->mapped = std::move(*mapped);
  // Nobody waits for the pages of a large file that is something else.
  if (format::beginsAsEngine(engine->mapped.bytes()))
    engine->mapped.populate();
  if (Status status = engine->readContents(engine->mapped.bytes());
      !status.ok())
    return inFile(status);
  if (Status status = engine->makeRunnable(options); !status.ok())
    return inFile(status);
  return std::shared_ptr<const Engine>(std::move(engine));
}

Result<std::shared_ptr<const Engine>>
Engine::loadMemory(Bytes bytes, bool borrow, const EngineOptions &options) {
  std::shared_ptr<Engine> engine(new Engine());
  if (!borrow) {
    Result<MappedFile> copy = MappedFile::copy(bytes);
    if (!copy.ok())
      return copy.status();
    engine->mapped = std::move(*copy);
    bytes = engine->mapped.bytes();
  }
  TENON_TRY(engine->readContents(bytes));
  TENON_TRY(engine->makeRunnable(options));
  return std::shared_ptr<const Engine>(std::move(engine));
}

Status Engine::readContents(Bytes bytes) {
  file = bytes;
  Result<format::EngineContents> contents = format::readEngine(bytes);
  if (!contents.ok())
    return contents.status();
  parts = std::move(*contents);
  return {};
}

Status Engine::makeRunnable(const EngineOptions &options) {
  if (!options.device)
    return {};
  Result<uint32_t> best = chooseVariant(options);
  if (!best.ok())
    return best.status();
  const format::VariantContents &variant = parts.variants[*best];
  Result<std::unique_ptr<LoadedCode>> loaded =
      options.device->load(variant.code, variant.variant);
  if (!loaded.ok())
    return loaded.status();
  code = std::move(*loaded);
  chosen = *best;
  runDevice = options.device;
  return placeConstants();
}

Result<uint32_t> Engine::chooseVariant(const EngineOptions &options) const {
  std::optional<uint32_t> best;
  std::string reasons;
  for (uint32_t i = 0; i < parts.variants.size(); ++i) {
    const format::Variant &variant = parts.variants[i].variant;
    if (options.variant && *options.variant != variant.name) {
      reasons += "; '" + variant.name + "' was not asked for";
      continue;
    }
    std::vector<std::string> missing = options.device->findMissing(variant);
    if (!missing.empty()) {
      reasons += "; '" + variant.name + "' needs " + join(missing);
      continue;
    }
    if (!best || variant.rank > parts.variants[*best].variant.rank)
      best = i;
  }
  if (best)
    return *best;
  std::string wanted =
      options.variant ? "named '" + *options.variant + "' " : "";
  return Status(Code::noVariant,
                "the engine has no variant " + wanted + "for the device '" +
                    options.device->name() + "' of this machine" + reasons +
                    "; build the model for this target");
}

Status Engine::placeConstants() {
  Bytes constants = parts.constants;
  if (runDevice->sharesHostMemory() || constants.empty()) {
    deviceConstants = constants.data();
    return {};
  }
  Result<Memory> memory = Memory::allocate(*runDevice, constants.size());
  if (!memory.ok())
    return memory.status();
  uploaded = std::move(*memory);
  deviceConstants = uploaded.data();
  return runDevice->copy(uploaded.data(), constants.data(), constants.size(),
                         CopyKind::toDevice);
}

KernelHandle Engine::handle(const format::Step &step) const {
  return step.kind == format::StepKind::builtin
             ? runDevice->builtin(static_cast<format::Builtin>(step.kernel))
             : code->kernel(step.kernel);
}

} // namespace tenon::runtime
