// SPDX-License-Identifier: Apache-2.0
// Order of nodes. ONNX asks for sorted nodes and some writers forget; sorting
// is cheap and unambiguous, so they are sorted. What cannot be sorted holds a
// cycle, which is reported with the nodes on it.
//
// A node uses its inputs and what its bodies use from outside them. Bodies
// come after their outer graphs in the model's list, so the list is walked
// from its end: the free names of a body are known when its node is met.
#include "compiler/onnx/wire/NodePath.h"
#include "compiler/onnx/wire/OnnxStorage.h"
#include "compiler/onnx/wire/ValidationSteps.h"

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <unordered_map>

namespace tenon {
namespace {

/// Ordered containers: a hash of names from a file could be made to collide.
using NameToNode = std::map<std::string_view, size_t>;
using Names = std::vector<std::string_view>;

/// A value that is there before any node runs.
constexpr size_t kNoNode = static_cast<size_t>(-1);

/// Node `user` needs a result of node `producer`.
struct Edge {
  size_t producer, user;
};
using Edges = std::vector<Edge>;

class GraphSorter {
public:
  GraphSorter(OnnxModel &model, ErrorList &errors)
      : model(model), errors(errors) {}

  void sortAll() {
    for (size_t i = model.graphs.size(); i-- > 0 && !errors.isFull();)
      sortGraph(*model.graphs[i]);
  }

private:
  NameToNode collectDefinitions(const OnnxGraph &graph) const;
  Names collectUses(const OnnxNode &node) const;
  /// Fills the edges between the nodes and the names from outside; false
  /// when some node uses a later one.
  bool collectEdges(const OnnxGraph &graph, Edges &edges, Names &outside) const;
  void keepFreeNames(const OnnxGraph &graph, Names outside);
  void sortGraph(OnnxGraph &graph);
  std::vector<size_t> order(size_t numNodes, const Edges &edges);
  void reportCycle(const OnnxGraph &graph, const Edges &edges,
                   const std::vector<size_t> &sorted);

  OnnxModel &model;
  ErrorList &errors;
  /// Names that a body uses and does not define; removed when its node has
  /// been met.
  std::unordered_map<const OnnxGraph *, Names> freeNames;
};

NameToNode GraphSorter::collectDefinitions(const OnnxGraph &graph) const {
  NameToNode definitions;
  for (const OnnxValueInfo &input : graph.inputs)
    definitions.emplace(input.name, kNoNode);
  for (const OnnxTensor &tensor : graph.initializers)
    definitions.emplace(tensor.name, kNoNode);
  for (const OnnxSparseTensor &tensor : graph.sparseInitializers)
    definitions.emplace(tensor.values.name, kNoNode);
  if (graph.isBodyOfFunction())
    for (std::string_view input : graph.function->inputs)
      definitions.emplace(input, kNoNode);
  for (size_t i = 0; i < graph.nodes.size(); ++i)
    for (std::string_view output : graph.nodes[i].outputs)
      definitions.emplace(output, i);
  return definitions;
}

Names GraphSorter::collectUses(const OnnxNode &node) const {
  Names uses;
  std::copy_if(node.inputs.begin(), node.inputs.end(), std::back_inserter(uses),
               [](std::string_view name) { return !name.empty(); });
  for (const OnnxAttribute &attribute : node.attributes) {
    for (const OnnxGraph *body : attribute.graphs) {
      auto found = freeNames.find(body);
      if (found != freeNames.end())
        uses.insert(uses.end(), found->second.begin(), found->second.end());
    }
  }
  return uses;
}

/// Kahn's algorithm; among the nodes that are ready the first of the file
/// goes first, so the order depends on the file alone.
std::vector<size_t> GraphSorter::order(size_t numNodes, const Edges &edges) {
  std::vector<size_t> missing(numNodes), firstUse(numNodes + 1);
  std::vector<size_t> users(edges.size());
  for (const Edge &edge : edges) {
    ++missing[edge.user];
    ++firstUse[edge.producer + 1];
  }
  for (size_t i = 0; i < numNodes; ++i)
    firstUse[i + 1] += firstUse[i];
  std::vector<size_t> next = firstUse;
  for (const Edge &edge : edges)
    users[next[edge.producer]++] = edge.user;
  std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
  for (size_t i = 0; i < numNodes; ++i)
    if (missing[i] == 0)
      ready.push(i);
  std::vector<size_t> sorted;
  while (!ready.empty()) {
    size_t node = ready.top();
    ready.pop();
    sorted.push_back(node);
    for (size_t use = firstUse[node]; use < firstUse[node + 1]; ++use)
      if (--missing[users[use]] == 0)
        ready.push(users[use]);
  }
  return sorted;
}

/// Nodes of one cycle, each using the next, the last the first; the one that
/// comes first in the file first.
std::vector<size_t> findCycle(size_t numNodes, const Edges &edges,
                              const std::vector<size_t> &sorted) {
  std::vector<bool> isSorted(numNodes), isSeen(numNodes);
  for (size_t node : sorted)
    isSorted[node] = true;
  // Every node left has a producer that is left too: going back along those
  // must come to a node again.
  std::vector<size_t> producer(numNodes, kNoNode);
  size_t current = kNoNode;
  for (const Edge &edge : edges) {
    if (isSorted[edge.producer] || isSorted[edge.user])
      continue;
    producer[edge.user] = edge.producer;
    current = edge.user;
  }
  for (; !isSeen[current]; current = producer[current])
    isSeen[current] = true;
  std::vector<size_t> cycle = {current};
  for (size_t node = producer[current]; node != current; node = producer[node])
    cycle.push_back(node);
  std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()),
              cycle.end());
  return cycle;
}

void GraphSorter::reportCycle(const OnnxGraph &graph, const Edges &edges,
                              const std::vector<size_t> &sorted) {
  constexpr size_t kMostNamed = 8;
  std::vector<size_t> cycle = findCycle(graph.nodes.size(), edges, sorted);
  std::string text;
  for (size_t i = 0; i < cycle.size() && i < kMostNamed; ++i)
    text += describeNode(graph.nodes[cycle[i]]) + " uses ";
  text += cycle.size() > kMostNamed
              ? "and so on: " + std::to_string(cycle.size()) + " nodes"
              : describeNode(graph.nodes[cycle.front()]);
  errors.add({.code = OnnxErrorCode::BadGraph,
              .what = "nodes form a cycle",
              .found = text,
              .allowed = "nodes that use only results of others before them",
              .nextStep = "Express the cycle by Loop or Scan."},
             nodePath(graph, graph.nodes[cycle.front()]));
}

bool GraphSorter::collectEdges(const OnnxGraph &graph, Edges &edges,
                               Names &outside) const {
  NameToNode definitions = collectDefinitions(graph);
  bool isSorted = true;
  for (size_t user = 0; user < graph.nodes.size(); ++user) {
    for (std::string_view name : collectUses(graph.nodes[user])) {
      auto found = definitions.find(name);
      if (found == definitions.end()) {
        outside.push_back(name);
      } else if (found->second != kNoNode) {
        isSorted &= found->second < user;
        edges.push_back({found->second, user});
      }
    }
  }
  for (const OnnxValueInfo &output : graph.outputs)
    if (!definitions.contains(output.name))
      outside.push_back(output.name);
  return isSorted;
}

void GraphSorter::keepFreeNames(const OnnxGraph &graph, Names outside) {
  for (const OnnxNode &node : graph.nodes)
    for (const OnnxAttribute &attribute : node.attributes)
      for (const OnnxGraph *body : attribute.graphs)
        freeNames.erase(body);
  if (!graph.parentNode)
    return;
  std::sort(outside.begin(), outside.end());
  outside.erase(std::unique(outside.begin(), outside.end()), outside.end());
  freeNames[&graph] = std::move(outside);
}

void GraphSorter::sortGraph(OnnxGraph &graph) {
  Names outside;
  Edges edges;
  bool isSorted = collectEdges(graph, edges, outside);
  keepFreeNames(graph, std::move(outside));
  if (isSorted)
    return;
  std::vector<size_t> sorted = order(graph.nodes.size(), edges);
  if (sorted.size() < graph.nodes.size())
    return reportCycle(graph, edges, sorted);
  // Bodies keep pointing to the nodes in file order, which stay in storage.
  std::span<OnnxNode> nodes = model.storage->allocate<OnnxNode>(sorted.size());
  for (size_t i = 0; i < sorted.size(); ++i)
    nodes[i] = graph.nodes[sorted[i]];
  graph.nodes = nodes;
}

} // namespace

void sortNodes(OnnxModel &model, ErrorList &errors) {
  GraphSorter(model, errors).sortAll();
}

} // namespace tenon
