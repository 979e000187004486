// SPDX-License-Identifier: Apache-2.0
// Reads and words inputs and outputs.
#include "tools/tenon/Ports.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::cli {

namespace {

Port portOf(const tenon_tensor_info &info) {
  Port port{info.name, elementTypeOf(info.type), {}};
  for (int32_t i = 0; i < info.rank; ++i) {
    const tenon_dimension &dim = info.dims[i];
    port.dims.push_back({dim.name, dim.min, dim.max, dim.optimum});
  }
  return port;
}

OnnxElementType typeNamed(const std::string &name) {
  constexpr int64_t kMostTypes = 32;
  for (int64_t number = 1; number < kMostTypes; ++number)
    if (elementTypeName(elementTypeOf(number)) == name)
      return elementTypeOf(number);
  return OnnxElementType::Undefined;
}

PortDimension dimensionOf(const Json &dim, const Json &symbols) {
  if (dim.is_number_integer()) {
    auto size = dim.get<int64_t>();
    return {"", size, size, size};
  }
  PortDimension result;
  result.name = dim.is_string() ? dim.get<std::string>() : "?";
  for (const Json &symbol : symbols)
    if (textOf(symbol, "name") == result.name) {
      result.min = integerOf(symbol, "min");
      result.max = integerOf(symbol, "max", TENON_UNBOUNDED);
      int64_t optimum = integerOf(symbol, "optimum");
      result.optimum = optimum > 0 ? optimum : std::max<int64_t>(1, result.min);
    }
  return result;
}

std::vector<Port> portsOf(const Json &signature, const char *list) {
  std::vector<Port> ports;
  for (const Json &entry : member(signature, list)) {
    Port port{textOf(entry, "name"), typeNamed(textOf(entry, "type")), {}};
    for (const Json &dim : member(entry, "dims"))
      port.dims.push_back(dimensionOf(dim, member(signature, "symbols")));
    ports.push_back(std::move(port));
  }
  return ports;
}

} // namespace

std::vector<Port> inputPorts(const Engine &engine) {
  std::vector<Port> ports;
  for (uint32_t i = 0; i < engine.numInputs(); ++i)
    ports.push_back(portOf(*engine.inputInfo(i)));
  return ports;
}

std::vector<Port> outputPorts(const Engine &engine) {
  std::vector<Port> ports;
  for (uint32_t i = 0; i < engine.numOutputs(); ++i)
    ports.push_back(portOf(*engine.outputInfo(i)));
  return ports;
}

std::vector<Port> inputPorts(const Json &signature) {
  return portsOf(signature, "inputs");
}

std::vector<Port> outputPorts(const Json &signature) {
  return portsOf(signature, "outputs");
}

std::vector<std::string> portNames(const std::vector<Port> &ports) {
  std::vector<std::string> names;
  for (const Port &port : ports)
    names.push_back(port.name);
  return names;
}

/// Above this a limit says nothing: it comes from adding and dividing
/// dimensions that have none.
constexpr int64_t kLargestDimension = int64_t{1} << 40;

std::string dimensionsText(const Port &port) {
  std::vector<std::string> dims;
  for (const PortDimension &dim : port.dims) {
    if (dim.isFixed()) {
      dims.push_back(std::to_string(dim.min));
      continue;
    }
    std::string text = dim.name.empty() ? "?" : dim.name;
    if (dim.max <= kLargestDimension)
      text += fmt::format("={}..{}", dim.min, dim.max);
    else if (dim.min > 0)
      text += fmt::format("={}..", dim.min);
    dims.push_back(text);
  }
  return fmt::format("[{}]", fmt::join(dims, ", "));
}

Json portsJson(const std::vector<Port> &ports) {
  Json list = Json::array();
  for (const Port &port : ports) {
    Json dims = Json::array();
    for (const PortDimension &dim : port.dims) {
      if (dim.isFixed()) {
        dims.push_back(dim.min);
        continue;
      }
      Json entry = {{"name", dim.name}, {"min", dim.min}};
      if (dim.max != TENON_UNBOUNDED)
        entry["max"] = dim.max;
      entry["optimum"] = dim.optimum;
      dims.push_back(std::move(entry));
    }
    list.push_back({{"name", port.name},
                    {"type", elementTypeName(port.type)},
                    {"dims", std::move(dims)}});
  }
  return list;
}

} // namespace tenon::cli
