// SPDX-License-Identifier: Apache-2.0
// Wording of places in a model, from the inside out.
#include "compiler/onnx/wire/NodePath.h"

#include "compiler/onnx/wire/OnnxError.h"

#include <vector>

namespace tenon {
namespace {

constexpr std::string_view kSeparator = " / ";

std::string join(const std::string &outer, const std::string &inner) {
  return outer.empty() ? inner : outer + std::string(kSeparator) + inner;
}

} // namespace

std::string describeNode(const OnnxNode &node) {
  std::string text = "node ";
  text += node.name.empty() ? "#" + std::to_string(node.fileIndex)
                            : quoteName(node.name);
  if (node.opType.empty())
    return text;
  std::string opType = quoteName(node.opType);
  return text + " (" + opType.substr(1, opType.size() - 2) + ")";
}

std::string describeFunction(const OnnxFunction &function) {
  std::string name(function.domain);
  if (!name.empty())
    name += '.';
  name += function.name;
  return "function " + quoteName(name);
}

std::string graphPath(const OnnxGraph &graph) {
  // Innermost first; of bodies nested absurdly deep only the inner ones.
  constexpr size_t kMostSteps = 32;
  std::vector<std::string> steps;
  const OnnxGraph *current = &graph;
  for (; current->parentNode; current = current->parentGraph) {
    if (steps.size() == kMostSteps)
      continue;
    std::string attribute = quoteName(current->parentAttribute);
    steps.push_back(describeNode(*current->parentNode) +
                    std::string(kSeparator) +
                    attribute.substr(1, attribute.size() - 2));
  }
  std::string path =
      current->function ? describeFunction(*current->function) : "";
  if (steps.size() == kMostSteps)
    path = join(path, "...");
  for (size_t i = steps.size(); i-- > 0;)
    path = join(path, steps[i]);
  return path;
}

std::string nodePath(const OnnxGraph &graph, const OnnxNode &node) {
  return join(graphPath(graph), describeNode(node));
}

std::string valuePath(const OnnxGraph &graph, std::string_view kind,
                      std::string_view name) {
  return join(graphPath(graph), std::string(kind) + " " + quoteName(name));
}

} // namespace tenon
