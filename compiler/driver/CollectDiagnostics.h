// SPDX-License-Identifier: Apache-2.0
// What passes say while they run: errors become the text of a failure, remarks
// ("not fused: ...") go into the engine for `explain`.
#ifndef TENON_COMPILER_DRIVER_COLLECTDIAGNOSTICS_H
#define TENON_COMPILER_DRIVER_COLLECTDIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include <string>
#include <vector>

namespace tenon {

/// A decision that a pass gave its reason for.
struct Remark {
  std::string node; // of the model; may be empty
  std::string text;

  bool operator==(const Remark &) const = default;
};

/// Takes the diagnostics of a context as long as it lives.
class CollectDiagnostics {
public:
  explicit CollectDiagnostics(mlir::MLIRContext *context);

  std::string errors;          // a line each
  std::vector<Remark> remarks; // in order, equal ones once

private:
  void take(mlir::Diagnostic &diagnostic);

  mlir::ScopedDiagnosticHandler handler;
};

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_COLLECTDIAGNOSTICS_H
