// SPDX-License-Identifier: Apache-2.0
// `tenon inspect`: what is in an engine. No code of it is loaded.
#include "tools/tenon/Commands.h"
#include "tools/tenon/EngineSource.h"
#include "tools/tenon/Ports.h"
#include "tools/tenon/Table.h"

#include <fmt/format.h>

namespace tenon::cli {

namespace {

std::string hexText(const uint8_t (&hash)[16]) {
  std::string text;
  for (uint8_t byte : hash)
    text += fmt::format("{:02x}", byte);
  return text;
}

Json sectionsJson(const Engine &engine, uint32_t count) {
  Json list = Json::array();
  for (uint32_t i = 0; i < count; ++i) {
    Result<tenon_section_info> section = engine.section(i);
    if (!section)
      continue;
    Json variant =
        section->variant == UINT32_MAX ? Json(nullptr) : Json(section->variant);
    list.push_back({{"kind", section->kind},
                    {"variant", std::move(variant)},
                    {"offset", section->offset},
                    {"bytes", section->size},
                    {"alignment", section->alignment},
                    {"hash", hexText(section->hash)}});
  }
  return list;
}

Json memoryJson(const Engine &engine, uint32_t variant) {
  Result<tenon_memory_info> memory = engine.planMemory({}, variant);
  if (!memory)
    return {{"error", memory.error().message}};
  return {{"planned_peak_bytes", memory->planned_peak_bytes},
          {"arena_bytes", memory->arena_bytes},
          {"output_bytes", memory->output_bytes},
          {"live_bytes", memory->live_bytes}};
}

Json variantsJson(const Engine &engine, uint32_t count) {
  Json list = Json::array();
  for (uint32_t i = 0; i < count; ++i) {
    Result<tenon_variant_info> variant = engine.variant(i);
    Result<const char *> program = engine.programJson(i);
    if (!variant || !program)
      continue;
    list.push_back({{"name", variant->name},
                    {"device", variant->device},
                    {"features", variant->features},
                    {"runs_here", variant->supported != 0},
                    {"kernels", variant->kernel_count},
                    {"steps", variant->step_count},
                    {"code_bytes", variant->code_bytes},
                    {"memory", memoryJson(engine, i)},
                    {"program", parseJson(*program)}});
  }
  return list;
}

Json propertiesJson(const Engine &engine) {
  Json object = Json::object();
  uint32_t count = 0;
  (void)tenon_engine_property_count(engine.get(), &count);
  for (uint32_t i = 0; i < count; ++i) {
    const char *key = nullptr, *value = nullptr;
    size_t size = 0;
    if (tenon_engine_property(engine.get(), i, &key, &value, &size) == TENON_OK)
      object[key] = std::string(value, size);
  }
  return object;
}

Json describe(const Engine &engine, const tenon_engine_info &info) {
  Result<const char *> verdict = engine.verdictJson();
  return {{"version", 1},
          {"producer", info.producer},
          {"model_name", info.model_name},
          {"model_hash", info.model_hash},
          {"properties", propertiesJson(engine)},
          {"format_version", info.format_version},
          {"engine_bytes", info.file_bytes},
          {"weights_bytes", info.constant_bytes},
          {"inputs", portsJson(inputPorts(engine))},
          {"outputs", portsJson(outputPorts(engine))},
          {"verdict", verdict ? parseJson(*verdict) : Json(nullptr)},
          {"sections", sectionsJson(engine, info.section_count)},
          {"variants", variantsJson(engine, info.variant_count)}};
}

void printPorts(const Engine &engine) {
  Table table({"", "name", "type", "shape"});
  auto add = [&](const char *what, const std::vector<Port> &ports) {
    for (const Port &port : ports)
      table.addRow({what, port.name, std::string(elementTypeName(port.type)),
                    dimensionsText(port)});
  };
  add("input", inputPorts(engine));
  add("output", outputPorts(engine));
  table.print();
}

void printProperties(const Json &properties) {
  if (properties.empty())
    return;
  printHeading("Properties of the model:");
  constexpr size_t kValueBytes = 60;
  Table table({"key", ">bytes", "value"});
  for (const auto &[key, value] : properties.items()) {
    std::string text = value.get<std::string>();
    table.addRow(
        {key, std::to_string(text.size()), shortened(text, kValueBytes)});
  }
  table.print();
}

void printSections(const Json &sections) {
  printHeading("Sections:");
  Table table({"kind", "variant", ">offset", ">bytes", ">alignment", "hash"});
  for (const Json &section : sections) {
    const Json &variant = member(section, "variant");
    table.addRow({textOf(section, "kind"),
                  variant.is_null() ? "all" : variant.dump(),
                  std::to_string(integerOf(section, "offset")),
                  std::to_string(integerOf(section, "bytes")),
                  std::to_string(integerOf(section, "alignment")),
                  textOf(section, "hash")});
  }
  table.print();
}

/// The formula of a position in the program's list of values.
std::string valueText(const Json &program, const Json &step, const char *key) {
  const Json &values = member(program, "values");
  int64_t at = integerOf(step, key, -1);
  bool isValue = at >= 0 && static_cast<size_t>(at) < values.size() &&
                 values[static_cast<size_t>(at)].is_string();
  return isValue ? values[static_cast<size_t>(at)].get<std::string>() : "-";
}

std::string buffersText(const Json &step) {
  std::vector<std::string> texts;
  for (const Json &buffer : member(step, "buffers"))
    texts.push_back("b" + buffer.dump());
  return fmt::format("{}", fmt::join(texts, " "));
}

void printSteps(const Json &program) {
  printHeading("Steps:");
  Table table({">#", "kernel", "buffers", "parallel range", "nodes"});
  constexpr size_t kNodeColumns = 40;
  size_t number = 0;
  for (const Json &step : member(program, "steps")) {
    std::vector<std::string> nodes;
    for (const Json &node : member(step, "nodes"))
      nodes.push_back(node.is_string() ? node.get<std::string>() : "");
    table.addRow({std::to_string(number++), textOf(step, "name"),
                  buffersText(step), valueText(program, step, "extent"),
                  listText(nodes, kNodeColumns)});
  }
  table.print();
}

std::string placeText(const Json &program, const Json &buffer) {
  std::string kind = textOf(buffer, "kind");
  if (kind == "constant")
    return fmt::format("at {}", integerOf(buffer, "offset"));
  if (kind == "arena")
    return fmt::format("steps {}..{}", integerOf(buffer, "first_step"),
                       integerOf(buffer, "last_step"));
  if (kind == "alias")
    return fmt::format("in b{} from {}", integerOf(buffer, "of"),
                       valueText(program, buffer, "byte_offset"));
  return fmt::format("{} {}", kind, integerOf(buffer, "index"));
}

void printBuffers(const Json &program) {
  printHeading("Buffers:");
  Table table({"", "kind", ">bytes", "place"});
  size_t number = 0;
  for (const Json &buffer : member(program, "buffers")) {
    bool isConstant = textOf(buffer, "kind") == "constant";
    table.addRow({fmt::format("b{}", number++), textOf(buffer, "kind"),
                  isConstant ? std::to_string(integerOf(buffer, "length"))
                             : valueText(program, buffer, "size"),
                  placeText(program, buffer)});
  }
  table.print();
}

void printVariant(const Json &variant) {
  const Json &memory = member(variant, "memory");
  printHeading(fmt::format(
      "Variant {} for {} ({}): {} kernels, {} of code; one run takes {} "
      "({} of it intermediate tensors, {} alive at once)",
      textOf(variant, "name"), textOf(variant, "device"),
      flagOf(variant, "runs_here") ? "runs here" : "does not run here",
      integerOf(variant, "kernels"), bytesText(numberOf(variant, "code_bytes")),
      bytesText(numberOf(memory, "planned_peak_bytes")),
      bytesText(numberOf(memory, "arena_bytes")),
      bytesText(numberOf(memory, "live_bytes"))));
  fmt::print("needs {}\n", printable(textOf(variant, "features")));
  printSteps(member(variant, "program"));
  printBuffers(member(variant, "program"));
}

} // namespace

Result<int> runInspect(const InspectArguments &arguments) {
  ModelArguments model = arguments.model;
  model.skipVerify = true; // verification would run code
  Progress progress(arguments.style);
  Result<OpenedEngine> opened = openEngine(model, EngineUse::look, progress);
  if (!opened)
    return opened.error();
  Result<tenon_engine_info> info = opened->engine.info();
  if (!info)
    return info.error();
  Json report = describe(opened->engine, *info);
  if (arguments.style.json) {
    printJson(report);
    return 0;
  }
  fmt::print("{} ({}), by {}: {}, {} of it weights\n\n",
             printable(info->model_name), printable(info->model_hash),
             printable(info->producer),
             bytesText(static_cast<double>(info->file_bytes)),
             bytesText(static_cast<double>(info->constant_bytes)));
  printPorts(opened->engine);
  printProperties(member(report, "properties"));
  printSections(member(report, "sections"));
  for (const Json &variant : member(report, "variants"))
    printVariant(variant);
  return 0;
}

} // namespace tenon::cli
