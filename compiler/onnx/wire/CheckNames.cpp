// SPDX-License-Identifier: Apache-2.0
// Single assignment: each name is defined once where it can be seen, and
// before it is used (ONNX IR, "Names Within a Graph"). A body sees the names
// defined before its node; its inputs may hide them, its nodes may not.
//
// Walks graph and bodies with a stack of its own; leaving a body takes back
// the names it defined.
#include "compiler/onnx/wire/NodePath.h"
#include "compiler/onnx/wire/ValidationSteps.h"

#include <map>
#include <vector>

namespace tenon {
namespace {

OnnxError badName(std::string what, std::string_view name, std::string allowed,
                  std::string nextStep) {
  return {.code = OnnxErrorCode::BadName,
          .what = std::move(what),
          .found = quoteName(name),
          .allowed = std::move(allowed),
          .nextStep = std::move(nextStep)};
}

/// Which names can be seen, and the graph that defines each.
class VisibleNames {
public:
  const OnnxGraph *find(std::string_view name) const {
    auto found = definers.find(name);
    return found == definers.end() ? nullptr : found->second;
  }
  void define(std::string_view name, const OnnxGraph &graph) {
    const OnnxGraph *&definer = definers[name];
    undo.push_back({name, definer});
    definer = &graph;
  }
  size_t mark() const { return undo.size(); }
  void takeBackTo(size_t mark) {
    for (; undo.size() > mark; undo.pop_back()) {
      if (undo.back().hidden)
        definers[undo.back().name] = undo.back().hidden;
      else
        definers.erase(undo.back().name);
    }
  }

private:
  struct Definition {
    std::string_view name;
    const OnnxGraph *hidden; ///< what the name meant before; may be null
  };
  /// Ordered: a hash of names from a file could be made to collide.
  std::map<std::string_view, const OnnxGraph *> definers;
  std::vector<Definition> undo;
};

class NameCheck {
public:
  explicit NameCheck(ErrorList &errors) : errors(errors) {}

  /// Checks a graph that stands in no other, and all bodies below it.
  void check(const OnnxGraph &root);

private:
  /// A graph on the way from the root to where we are.
  struct Frame {
    const OnnxGraph *graph;
    size_t mark;
    size_t node = 0;
    size_t attribute = 0; ///< of the node: whose bodies are being walked
    size_t body = 0;
    bool isNodeEntered = false;
  };

  void enter(const OnnxGraph &graph);
  void leave();
  void step(Frame &frame);
  const OnnxGraph *nextBody(Frame &frame, const OnnxNode &node);
  void defineInputs(const OnnxGraph &graph);
  void defineInitializer(const OnnxGraph &graph, std::string_view name,
                         std::map<std::string_view, int> &seen);
  void checkInputs(const OnnxGraph &graph, const OnnxNode &node);
  void defineOutputs(const OnnxGraph &graph, const OnnxNode &node);
  void checkOutputs(const OnnxGraph &graph);

  ErrorList &errors;
  VisibleNames names;
  std::vector<Frame> frames;
};

void NameCheck::check(const OnnxGraph &root) {
  enter(root);
  while (!frames.empty() && !errors.isFull()) {
    Frame &frame = frames.back();
    if (frame.node == frame.graph->nodes.size())
      leave();
    else
      step(frame);
  }
}

void NameCheck::step(Frame &frame) {
  const OnnxNode &node = frame.graph->nodes[frame.node];
  if (!frame.isNodeEntered) {
    checkInputs(*frame.graph, node);
    frame.isNodeEntered = true;
  }
  // Entering a body may move the frames: `frame` is not used after it.
  if (const OnnxGraph *body = nextBody(frame, node))
    return enter(*body);
  defineOutputs(*frame.graph, node);
  frame = {.graph = frame.graph, .mark = frame.mark, .node = frame.node + 1};
}

const OnnxGraph *NameCheck::nextBody(Frame &frame, const OnnxNode &node) {
  for (; frame.attribute < node.attributes.size(); ++frame.attribute) {
    auto graphs = node.attributes[frame.attribute].graphs;
    if (frame.body < graphs.size())
      return graphs[frame.body++];
    frame.body = 0;
  }
  return nullptr;
}

void NameCheck::enter(const OnnxGraph &graph) {
  frames.push_back({.graph = &graph, .mark = names.mark()});
  defineInputs(graph);
}

void NameCheck::leave() {
  checkOutputs(*frames.back().graph);
  names.takeBackTo(frames.back().mark);
  frames.pop_back();
}

void NameCheck::defineInputs(const OnnxGraph &graph) {
  auto define = [&](std::string_view name) {
    if (name.empty())
      errors.add(badName("an input has no name", name, "a name",
                         "Export the model again."),
                 graphPath(graph));
    else if (names.find(name) == &graph)
      errors.add(badName("two inputs have the same name", name,
                         "each name once", "Rename one of them."),
                 valuePath(graph, "input", name));
    else
      names.define(name, graph);
  };
  for (const OnnxValueInfo &input : graph.inputs)
    define(input.name);
  if (graph.isBodyOfFunction())
    for (std::string_view input : graph.function->inputs)
      define(input);
  // An initializer may stand beside an input of its name: its default.
  std::map<std::string_view, int> seen;
  for (const OnnxTensor &tensor : graph.initializers)
    defineInitializer(graph, tensor.name, seen);
  for (const OnnxSparseTensor &tensor : graph.sparseInitializers)
    defineInitializer(graph, tensor.values.name, seen);
}

void NameCheck::defineInitializer(const OnnxGraph &graph, std::string_view name,
                                  std::map<std::string_view, int> &seen) {
  if (name.empty())
    return errors.add(badName("an initializer has no name", name, "a name",
                              "Export the model again."),
                      graphPath(graph));
  if (!seen.emplace(name, 0).second)
    return errors.add(badName("two initializers have the same name", name,
                              "each name once", "Rename one of them."),
                      valuePath(graph, "initializer", name));
  if (names.find(name) != &graph)
    names.define(name, graph);
}

void NameCheck::checkInputs(const OnnxGraph &graph, const OnnxNode &node) {
  for (std::string_view input : node.inputs)
    if (!input.empty() && !names.find(input))
      errors.add(badName("a node uses a value that nothing defines", input,
                         "an input, an initializer or a result of a node",
                         "Correct the name or add what is missing."),
                 nodePath(graph, node));
}

void NameCheck::defineOutputs(const OnnxGraph &graph, const OnnxNode &node) {
  for (std::string_view output : node.outputs) {
    if (output.empty())
      continue;
    if (names.find(output))
      errors.add(badName("a value is defined twice", output,
                         "each name once among what can be seen",
                         "Rename one of the two."),
                 nodePath(graph, node));
    else
      names.define(output, graph);
  }
}

void NameCheck::checkOutputs(const OnnxGraph &graph) {
  std::map<std::string_view, int> seen;
  bool isRoot = !graph.parentNode;
  auto check = [&](std::string_view name) {
    if (name.empty() || !names.find(name))
      errors.add(badName("nothing defines an output of the graph", name,
                         "an input, an initializer or a result of a node",
                         "Correct the name or add what is missing."),
                 valuePath(graph, "output", name));
    // Bodies may give one value twice; for a model it would be one file.
    else if (isRoot && !seen.emplace(name, 0).second)
      errors.add(badName("two outputs have the same name", name,
                         "each name once", "Rename one of them."),
                 valuePath(graph, "output", name));
  };
  for (const OnnxValueInfo &output : graph.outputs)
    check(output.name);
  if (isRoot && graph.function)
    for (std::string_view output : graph.function->outputs)
      check(output);
  if (isRoot && !graph.function && graph.outputs.empty())
    errors.add({.code = OnnxErrorCode::BadGraph,
                .what = "the model has no outputs",
                .allowed = "at least one",
                .nextStep = "Export the model with its outputs."},
               "");
}

} // namespace

void checkNames(const OnnxModel &model, ErrorList &errors) {
  for (const OnnxGraph *graph : model.graphs)
    if (!graph->parentGraph && !errors.isFull())
      NameCheck(errors).check(*graph);
}

} // namespace tenon
