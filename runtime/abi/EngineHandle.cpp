// SPDX-License-Identifier: Apache-2.0
//
// Describes a loaded engine.
#include "runtime/abi/EngineHandle.h"

#include "format/ValueProgram.h"

namespace tenon::runtime {

namespace {

std::vector<int64_t>
findOptimum(const format::Program &program,
            const std::vector<format::ValueRange> &ranges) {
  std::vector<int64_t> symbols;
  for (const format::Symbol &symbol : program.symbols)
    symbols.push_back(symbol.optimum);
  Result<std::vector<int64_t>> values =
      format::evaluateValues(program, symbols);
  if (values.ok())
    return *values;
  std::vector<int64_t> smallest;
  for (format::ValueRange range : ranges)
    smallest.push_back(range.min);
  return smallest;
}

} // namespace

std::vector<PortDescription>
describePorts(const format::Program &program,
              const std::vector<format::Port> &ports,
              std::deque<std::string> &texts) {
  std::vector<format::ValueRange> ranges = format::findRanges(program);
  std::vector<int64_t> optimum = findOptimum(program, ranges);
  std::vector<PortDescription> descriptions;
  for (const format::Port &port : ports) {
    PortDescription &description = descriptions.emplace_back();
    description.port = &port;
    for (format::ValueId dim : port.dims) {
      format::ValueRange range = ranges[dim];
      const char *name = "";
      if (range.min != range.max)
        name = texts.emplace_back(format::describeValue(program, dim)).c_str();
      int64_t min = std::max<int64_t>(range.min, 0);
      description.dims.push_back({name, min, range.max, optimum[dim]});
    }
  }
  return descriptions;
}

} // namespace tenon::runtime

tenon_engine::tenon_engine(std::shared_ptr<const tenon::runtime::Engine> loaded,
                           tenon::runtime::Device &device)
    : engine(std::move(loaded)), device(device),
      inputs(tenon::runtime::describePorts(program(), program().inputs, texts)),
      outputs(
          tenon::runtime::describePorts(program(), program().outputs, texts)),
      explain(contents().explain), verdict(contents().verdict),
      programs(contents().variants.size()) {
  for (const tenon::format::VariantContents &variant : contents().variants) {
    std::string &joined = features.emplace_back();
    for (const std::string &feature : variant.variant.features)
      joined += (joined.empty() ? "" : ",") + feature;
  }
}
