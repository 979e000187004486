// SPDX-License-Identifier: Apache-2.0
// Sorts diagnostics by severity.
#include "compiler/driver/CollectDiagnostics.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace tenon {

/// Nodes that a location names, separated by commas.
static std::string nodesOf(Location location) {
  std::string nodes;
  location->walk([&](Location at) {
    if (auto named = dyn_cast<NameLoc>(at))
      nodes += (nodes.empty() ? "" : ", ") + named.getName().str();
    return WalkResult::advance();
  });
  return nodes;
}

CollectDiagnostics::CollectDiagnostics(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) {
        take(diagnostic);
        return success();
      }) {}

void CollectDiagnostics::take(Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
    errors += diagnostic.str() + "\n";
  if (diagnostic.getSeverity() != DiagnosticSeverity::Remark)
    return;
  Remark remark{nodesOf(diagnostic.getLocation()), diagnostic.str()};
  if (!llvm::is_contained(remarks, remark))
    remarks.push_back(std::move(remark));
}

} // namespace tenon
