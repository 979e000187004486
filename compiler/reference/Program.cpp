// SPDX-License-Identifier: Apache-2.0
// What folds start from.
#include "compiler/reference/Program.h"
#include <cmath>

namespace tenon::reference {

Number foldOfNothing(ReduceKind kind, ScalarType type) {
  switch (kind) {
  case ReduceKind::Product:
    return {type.isReal(), 1, 1};
  case ReduceKind::Max:
    return {type.isReal(), -INFINITY, type.least()};
  case ReduceKind::Min:
    return {type.isReal(), INFINITY, type.greatest()};
  default:
    return {type.isReal(), 0, 0};
  }
}

} // namespace tenon::reference
