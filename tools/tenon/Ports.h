// SPDX-License-Identifier: Apache-2.0
// Inputs and outputs of a model, whether an engine or a model file says them.
#ifndef TENON_TOOLS_TENON_PORTS_H
#define TENON_TOOLS_TENON_PORTS_H

#include "tools/tenon/Json.h"
#include "tools/tensor/HostTensor.h"

#include <tenon/runtime.hpp>

#include <string>
#include <vector>

namespace tenon::cli {

/// A fixed dimension has min == max; `name` may be an expression.
struct PortDimension {
  std::string name;
  int64_t min = 0;
  int64_t max = TENON_UNBOUNDED;
  int64_t optimum = 1;

  bool isFixed() const { return min == max; }
};

struct Port {
  std::string name;
  OnnxElementType type = OnnxElementType::Undefined;
  std::vector<PortDimension> dims;
};

std::vector<Port> inputPorts(const Engine &engine);
std::vector<Port> outputPorts(const Engine &engine);
/// From the text of tenon_model_signature.
std::vector<Port> inputPorts(const Json &signature);
std::vector<Port> outputPorts(const Json &signature);

std::vector<std::string> portNames(const std::vector<Port> &ports);
/// "[N, 3, 8..64]".
std::string dimensionsText(const Port &port);
/// [{"name","type","dims":[number or {"name","min","max","optimum"}]}].
Json portsJson(const std::vector<Port> &ports);

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_PORTS_H
