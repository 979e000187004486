// SPDX-License-Identifier: Apache-2.0
//
// Engines of the C interface: load, describe.
#include "runtime/abi/Devices.h"
#include "runtime/abi/EngineHandle.h"
#include "runtime/abi/Guard.h"
#include "runtime/core/NearestName.h"
#include "runtime/core/ProgramJson.h"

#include "format/EngineLayout.h"

using namespace tenon::runtime;

namespace {

constexpr const char *kDefaultDevice = "cpu";

/// Loads with `load(options)` and hands the engine to the caller.
template <typename Load>
Status loadEngine(const tenon_engine_options *given, tenon_engine **engine,
                  Load load) {
  TENON_TRY(needPointer(engine, "engine"));
  tenon_engine_options options;
  TENON_TRY(readStruct(given, options));
  Result<Device *> device =
      findDevice(options.device ? options.device : kDefaultDevice);
  if (!device.ok())
    return device.status();
  EngineOptions chosen;
  if (!options.inspect_only)
    chosen.device = *device;
  if (options.variant)
    chosen.variant = options.variant;
  Result<std::shared_ptr<const Engine>> loaded =
      load(chosen, options.borrow_memory != 0);
  if (!loaded.ok())
    return loaded.status();
  *engine = new tenon_engine(std::move(*loaded), **device);
  return {};
}

Status needIndex(const char *what, uint32_t index, size_t count) {
  if (index < count)
    return {};
  return {Code::invalidArgument,
          std::string("there is no ") + what + " " + std::to_string(index) +
              "; the engine has " + std::to_string(count)};
}

Status countPorts(const tenon_engine *engine,
                  std::vector<PortDescription> tenon_engine::*ports,
                  uint32_t *count) {
  TENON_TRY(needPointer(engine, "engine"));
  TENON_TRY(needPointer(count, "count"));
  *count = static_cast<uint32_t>((engine->*ports).size());
  return {};
}

Status describePort(const tenon_engine *engine,
                    std::vector<PortDescription> tenon_engine::*ports,
                    const char *what, uint32_t index, tenon_tensor_info *info) {
  TENON_TRY(needPointer(engine, "engine"));
  TENON_TRY(needIndex(what, index, (engine->*ports).size()));
  const PortDescription &description = (engine->*ports)[index];
  auto known = makeStruct<tenon_tensor_info>();
  known.name = description.port->name.c_str();
  known.type = static_cast<tenon_type>(description.port->type);
  known.rank = static_cast<int32_t>(description.dims.size());
  known.dims = description.dims.data();
  known.alignment = description.port->alignment;
  return writeStruct(known, info);
}

Status findPort(const tenon_engine *engine,
                std::vector<PortDescription> tenon_engine::*ports,
                const char *what, const char *name, uint32_t *index) {
  TENON_TRY(needPointer(engine, "engine"));
  TENON_TRY(needPointer(name, "name"));
  TENON_TRY(needPointer(index, "index"));
  std::vector<std::string> names;
  for (const PortDescription &description : engine->*ports) {
    if (description.port->name == name) {
      *index = static_cast<uint32_t>(names.size());
      return {};
    }
    names.push_back(description.port->name);
  }
  return {Code::notFound, describeUnknownName(what, name, names)};
}

Status giveText(const std::string &from, const char **text, size_t *size) {
  TENON_TRY(needPointer(text, "text"));
  *text = from.c_str();
  if (size)
    *size = from.size();
  return {};
}

} // namespace

tenon_status tenon_engine_load_file(const char *path,
                                    const tenon_engine_options *options,
                                    tenon_engine **engine) {
  return guard([&]() -> Status {
    TENON_TRY(needPointer(path, "path"));
    return loadEngine(options, engine, [&](const EngineOptions &chosen, bool) {
      return Engine::loadFile(path, chosen);
    });
  });
}

tenon_status tenon_engine_load_memory(const void *bytes, size_t size,
                                      const tenon_engine_options *options,
                                      tenon_engine **engine) {
  return guard([&]() -> Status {
    TENON_TRY(needPointer(bytes, "bytes"));
    Bytes given(static_cast<const std::byte *>(bytes), size);
    return loadEngine(
        options, engine,
        [&](const EngineOptions &chosen,
            bool borrow) -> Result<std::shared_ptr<const Engine>> {
          auto address = reinterpret_cast<uintptr_t>(bytes);
          if (borrow && address % tenon::format::kBufferAlignment != 0)
            return Status(Code::invalidArgument,
                          "borrowed memory must start at a multiple of 64; "
                          "align it or let it be copied");
          return Engine::loadMemory(given, borrow, chosen);
        });
  });
}

void tenon_engine_destroy(tenon_engine *engine) { delete engine; }

tenon_status tenon_engine_input_count(const tenon_engine *engine,
                                      uint32_t *count) {
  return guard(
      [&] { return countPorts(engine, &tenon_engine::inputs, count); });
}

tenon_status tenon_engine_output_count(const tenon_engine *engine,
                                       uint32_t *count) {
  return guard(
      [&] { return countPorts(engine, &tenon_engine::outputs, count); });
}

tenon_status tenon_engine_input_info(const tenon_engine *engine, uint32_t index,
                                     tenon_tensor_info *info) {
  return guard([&] {
    return describePort(engine, &tenon_engine::inputs, "input", index, info);
  });
}

tenon_status tenon_engine_output_info(const tenon_engine *engine,
                                      uint32_t index, tenon_tensor_info *info) {
  return guard([&] {
    return describePort(engine, &tenon_engine::outputs, "output", index, info);
  });
}

tenon_status tenon_engine_find_input(const tenon_engine *engine,
                                     const char *name, uint32_t *index) {
  return guard([&] {
    return findPort(engine, &tenon_engine::inputs, "input", name, index);
  });
}

tenon_status tenon_engine_find_output(const tenon_engine *engine,
                                      const char *name, uint32_t *index) {
  return guard([&] {
    return findPort(engine, &tenon_engine::outputs, "output", name, index);
  });
}

tenon_status tenon_engine_get_info(const tenon_engine *engine,
                                   tenon_engine_info *info) {
  return guard([&]() -> Status {
    TENON_TRY(needPointer(engine, "engine"));
    const tenon::format::EngineContents &contents = engine->contents();
    auto known = makeStruct<tenon_engine_info>();
    known.format_version = contents.formatVersion;
    known.file_bytes = engine->engine->fileBytes();
    known.constant_bytes = contents.constants.size();
    known.section_count = static_cast<uint32_t>(contents.sections.size());
    known.variant_count = static_cast<uint32_t>(contents.variants.size());
    known.variant = engine->engine->variantIndex();
    known.producer = contents.metadata.producer.c_str();
    known.model_name = contents.metadata.modelName.c_str();
    known.model_hash = contents.metadata.modelHash.c_str();
    return writeStruct(known, info);
  });
}

tenon_status tenon_engine_property_count(const tenon_engine *engine,
                                         uint32_t *count) {
  return guard([&]() -> Status {
    TENON_TRY(needPointer(engine, "engine"));
    TENON_TRY(needPointer(count, "count"));
    *count =
        static_cast<uint32_t>(engine->contents().metadata.properties.size());
    return {};
  });
}

tenon_status tenon_engine_property(const tenon_engine *engine, uint32_t index,
                                   const char **key, const char **value,
                                   size_t *size) {
  return guard([&]() -> Status {
    TENON_TRY(needPointer(engine, "engine"));
    const auto &properties = engine->contents().metadata.properties;
    TENON_TRY(needIndex("property", index, properties.size()));
    TENON_TRY(needPointer(key, "key"));
    TENON_TRY(giveText(properties[index].value, value, size));
    *key = properties[index].key.c_str();
    return {};
  });
}

tenon_status tenon_engine_find_property(const tenon_engine *engine,
                                        const char *key, const char **value,
                                        size_t *size) {
  return guard([&]() -> Status {
    TENON_TRY(needPointer(engine, "engine"));
    TENON_TRY(needPointer(key, "key"));
    std::vector<std::string> keys;
    for (const auto &property : engine->contents().metadata.properties) {
      if (property.key == key)
        return giveText(property.value, value, size);
      keys.push_back(property.key);
    }
    return {Code::notFound, describeUnknownName("property", key, keys)};
  });
}

tenon_status tenon_engine_section(const tenon_engine *engine, uint32_t index,
                                  tenon_section_info *info) {
  return guard([&]() -> Status {
    TENON_TRY(needPointer(engine, "engine"));
    const auto &sections = engine->contents().sections;
    TENON_TRY(needIndex("section", index, sections.size()));
    const tenon::format::Section &section = sections[index];
    auto known = makeStruct<tenon_section_info>();
    known.kind = tenon::format::sectionKindName(section.kind);
    known.variant = section.variant;
    known.offset = section.offset;
    known.size = section.size;
    known.alignment = section.alignment;
    std::copy(section.hash.begin(), section.hash.end(), known.hash);
    return writeStruct(known, info);
  });
}

tenon_status tenon_engine_variant(const tenon_engine *engine, uint32_t index,
                                  tenon_variant_info *info) {
  return guard([&]() -> Status {
    TENON_TRY(needPointer(engine, "engine"));
    const auto &variants = engine->contents().variants;
    TENON_TRY(needIndex("variant", index, variants.size()));
    const tenon::format::VariantContents &variant = variants[index];
    auto known = makeStruct<tenon_variant_info>();
    known.name = variant.variant.name.c_str();
    known.device = variant.variant.device.c_str();
    known.features = engine->features[index].c_str();
    known.supported = engine->device.findMissing(variant.variant).empty();
    known.kernel_count = static_cast<uint32_t>(variant.variant.kernels.size());
    known.step_count = static_cast<uint32_t>(variant.program.steps.size());
    known.code_bytes = variant.code.size();
    return writeStruct(known, info);
  });
}

tenon_status tenon_engine_explain_json(const tenon_engine *engine,
                                       const char **text, size_t *size) {
  return guard([&]() -> Status {
    TENON_TRY(needPointer(engine, "engine"));
    return giveText(engine->explain, text, size);
  });
}

tenon_status tenon_engine_verdict_json(const tenon_engine *engine,
                                       const char **text, size_t *size) {
  return guard([&]() -> Status {
    TENON_TRY(needPointer(engine, "engine"));
    return giveText(engine->verdict, text, size);
  });
}

tenon_status tenon_engine_program_json(const tenon_engine *engine,
                                       uint32_t variant, const char **text,
                                       size_t *size) {
  return guard([&]() -> Status {
    TENON_TRY(needPointer(engine, "engine"));
    const auto &variants = engine->contents().variants;
    TENON_TRY(needIndex("variant", variant, variants.size()));
    std::lock_guard<std::mutex> lock(engine->mutex);
    std::optional<std::string> &made = engine->programs[variant];
    if (!made)
      made = writeProgramJson(variants[variant].program,
                              variants[variant].variant);
    return giveText(*made, text, size);
  });
}

tenon_status tenon_device_json(const char *device, const char **text,
                               size_t *size) {
  return guard([&]() -> Status {
    Result<Device *> found = findDevice(device ? device : kDefaultDevice);
    if (!found.ok())
      return found.status();
    return giveText((*found)->factsJson(), text, size);
  });
}
