// SPDX-License-Identifier: Apache-2.0
// Functions of a model: each once, none that calls itself, not even through
// others: putting bodies in place of calls must come to an end.
#include "compiler/onnx/wire/NodePath.h"
#include "compiler/onnx/wire/ValidationSteps.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

namespace tenon {
namespace {

using FunctionKey =
    std::tuple<std::string_view, std::string_view, std::string_view>;
using FunctionIndex = std::map<FunctionKey, size_t>;
/// For each function the functions it calls.
using Calls = std::vector<std::vector<size_t>>;

FunctionIndex indexFunctions(const OnnxModel &model, ErrorList &errors) {
  FunctionIndex index;
  for (size_t i = 0; i < model.functions.size(); ++i) {
    const OnnxFunction &function = model.functions[i];
    FunctionKey key(function.domain, function.name, function.overload);
    if (function.name.empty())
      errors.add({.code = OnnxErrorCode::BadName,
                  .what = "a function has no name",
                  .allowed = "a name",
                  .nextStep = "Export the model again."},
                 describeFunction(function));
    else if (!index.emplace(key, i).second)
      errors.add({.code = OnnxErrorCode::BadName,
                  .what = "a function is defined twice",
                  .allowed = "each domain, name and overload once",
                  .nextStep = "Remove one of the two."},
                 describeFunction(function));
  }
  return index;
}

Calls collectCalls(const OnnxModel &model, const FunctionIndex &index) {
  Calls calls(model.functions.size());
  for (const OnnxGraph *graph : model.graphs) {
    if (!graph->function)
      continue;
    auto caller = static_cast<size_t>(graph->function - model.functions.data());
    for (const OnnxNode &node : graph->nodes) {
      auto callee = index.find({node.domain, node.opType, node.overload});
      if (callee != index.end())
        calls[caller].push_back(callee->second);
    }
  }
  return calls;
}

/// Functions on a chain of calls that comes back to itself, starting from
/// `root`; empty when there is none. `isDone` marks those known to have none.
std::vector<size_t> findRecursion(const Calls &calls, size_t root,
                                  std::vector<bool> &isDone) {
  struct Frame {
    size_t function, nextCall;
  };
  std::vector<Frame> frames = {{root, 0}};
  std::vector<bool> isOnChain(calls.size());
  isOnChain[root] = true;
  while (!frames.empty()) {
    Frame &frame = frames.back();
    if (frame.nextCall == calls[frame.function].size()) {
      isOnChain[frame.function] = false;
      isDone[frame.function] = true;
      frames.pop_back();
      continue;
    }
    size_t callee = calls[frame.function][frame.nextCall++];
    if (isOnChain[callee]) {
      auto start =
          std::find_if(frames.begin(), frames.end(), [&](const Frame &other) {
            return other.function == callee;
          });
      std::vector<size_t> chain;
      for (; start != frames.end(); ++start)
        chain.push_back(start->function);
      return chain;
    }
    if (isDone[callee])
      continue;
    isOnChain[callee] = true;
    frames.push_back({callee, 0});
  }
  return {};
}

} // namespace

void checkFunctions(const OnnxModel &model, ErrorList &errors) {
  FunctionIndex index = indexFunctions(model, errors);
  Calls calls = collectCalls(model, index);
  std::vector<bool> isDone(model.functions.size());
  for (size_t root = 0; root < isDone.size(); ++root) {
    if (isDone[root])
      continue;
    std::vector<size_t> chain = findRecursion(calls, root, isDone);
    if (chain.empty())
      continue;
    constexpr size_t kMostNamed = 8;
    std::string text;
    for (size_t i = 0; i < chain.size() && i < kMostNamed; ++i)
      text += describeFunction(model.functions[chain[i]]) + " calls ";
    text += chain.size() > kMostNamed
                ? "and so on: " + std::to_string(chain.size()) + " functions"
                : describeFunction(model.functions[chain.front()]);
    return errors.add({.code = OnnxErrorCode::BadGraph,
                       .what = "functions call each other in a circle",
                       .found = text,
                       .allowed = "functions that come to an end",
                       .nextStep = "Express repetition by Loop."},
                      describeFunction(model.functions[chain.front()]));
  }
}

} // namespace tenon
