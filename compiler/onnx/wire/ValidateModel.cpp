// SPDX-License-Identifier: Apache-2.0
// The order of the steps. All run, so that all faults show, but names are
// checked only in graphs without cycles: there every use has an order.
#include "compiler/onnx/wire/ValidateModel.h"

#include "compiler/onnx/wire/ValidationSteps.h"

namespace tenon {

std::vector<OnnxError> validateModel(OnnxModel &model,
                                     const OnnxLimits &limits) {
  ErrorList errors(model.fileName, limits.errors);
  checkVersions(model, errors);
  checkParts(model, limits, errors);
  checkFunctions(model, errors);
  ErrorList cycles(model.fileName, limits.errors);
  sortNodes(model, cycles);
  if (cycles.isEmpty())
    checkNames(model, errors);
  for (OnnxError &cycle : cycles.take())
    errors.add(cycle, cycle.where);
  return errors.take();
}

} // namespace tenon
