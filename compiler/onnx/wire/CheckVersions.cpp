// SPDX-License-Identifier: Apache-2.0
// Versions of the format and of the operator sets.
#include "compiler/onnx/wire/NodePath.h"
#include "compiler/onnx/wire/ValidationSteps.h"

#include <set>

namespace tenon {
namespace {

/// ONNX 1.22 (onnx.proto, enum Version).
constexpr int64_t kNewestIrVersion = 13;

std::string describeDomain(std::string_view domain) {
  return domain.empty() ? "'ai.onnx'" : quoteName(domain);
}

void checkIrVersion(const OnnxModel &model, ErrorList &errors) {
  if (model.irVersion < 1)
    errors.add({.code = OnnxErrorCode::NotOnnx,
                .what = "the model does not say its IR version",
                .found = std::to_string(model.irVersion),
                .allowed = "1 to " + std::to_string(kNewestIrVersion),
                .nextStep = "Check that the file is an ONNX model and whole."},
               "");
  if (model.irVersion > kNewestIrVersion)
    errors.add({.code = OnnxErrorCode::VersionTooNew,
                .what = "the model's IR version is too new",
                .found = std::to_string(model.irVersion),
                .allowed = "1 to " + std::to_string(kNewestIrVersion),
                .nextStep = "Export the model for an older ONNX."},
               "");
}

using Domains = std::set<std::string_view>;

/// The imported domains; faults of the imports are reported at `where`.
Domains checkImports(std::span<const OnnxOpsetImport> imports,
                     const std::string &where, ErrorList &errors) {
  Domains domains;
  for (const OnnxOpsetImport &import : imports) {
    if (import.version < 1)
      errors.add({.code = OnnxErrorCode::BadOpset,
                  .what = "the version of an operator set is no version",
                  .found = std::to_string(import.version) + " for " +
                           describeDomain(import.domain),
                  .allowed = "1 or more",
                  .nextStep = "Export the model again."},
                 where);
    if (!domains.insert(import.domain).second)
      errors.add({.code = OnnxErrorCode::BadOpset,
                  .what = "an operator set is imported twice",
                  .found = describeDomain(import.domain),
                  .allowed = "each domain once",
                  .nextStep = "Export the model again."},
                 where);
  }
  return domains;
}

/// Adds the first node of each domain that is not imported.
void checkNodes(const OnnxGraph &graph, const Domains &imported,
                Domains &reported, ErrorList &errors) {
  for (const OnnxNode &node : graph.nodes) {
    if (imported.contains(node.domain) || !reported.insert(node.domain).second)
      continue;
    errors.add({.code = OnnxErrorCode::BadOpset,
                .what = "the operator set of a node is not imported",
                .found = "domain " + describeDomain(node.domain),
                .allowed = "a domain of the model's opset_import",
                .nextStep = "Add the operator set and its version to the "
                            "model."},
               nodePath(graph, node));
    if (errors.isFull())
      return;
  }
}

} // namespace

void checkVersions(const OnnxModel &model, ErrorList &errors) {
  checkIrVersion(model, errors);
  Domains ofModel = checkImports(model.opsetImports, "", errors);
  Domains reportedOfModel, ofFunction, reportedOfFunction;
  const OnnxFunction *current = nullptr;
  if (model.opsetImports.empty())
    errors.add({.code = OnnxErrorCode::BadOpset,
                .what = "the model imports no operator set",
                .allowed = "a version for each domain of its nodes",
                .nextStep = "The file may be truncated: get it again."},
               "");
  if (model.opsetImports.empty())
    return;
  for (const OnnxGraph *graph : model.graphs) {
    if (graph->function && graph->function != current) {
      current = graph->function;
      ofFunction = checkImports(current->opsetImports,
                                describeFunction(*current), errors);
      reportedOfFunction.clear();
    }
    checkNodes(*graph, graph->function ? ofFunction : ofModel,
               graph->function ? reportedOfFunction : reportedOfModel, errors);
    if (errors.isFull())
      return;
  }
}

} // namespace tenon
