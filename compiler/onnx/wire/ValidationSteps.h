// SPDX-License-Identifier: Apache-2.0
// The steps of validateModel, one file each. Each adds what it finds to a
// list and trusts the steps before it only where it says so.
#ifndef TENON_COMPILER_ONNX_WIRE_VALIDATIONSTEPS_H
#define TENON_COMPILER_ONNX_WIRE_VALIDATIONSTEPS_H

#include "compiler/onnx/wire/ErrorList.h"
#include "compiler/onnx/wire/OnnxLimits.h"
#include "compiler/onnx/wire/OnnxModel.h"

namespace tenon {

/// CheckVersions.cpp: IR version, operator sets, and that each node's domain
/// is imported where the node stands.
void checkVersions(const OnnxModel &model, ErrorList &errors);

/// CheckParts.cpp: what can be said of each tensor, declared type, attribute
/// and node by itself.
void checkParts(const OnnxModel &model, const OnnxLimits &limits,
                ErrorList &errors);

/// SortNodes.cpp: puts nodes of graphs in an order in which each comes after
/// what it uses, leaving sorted graphs alone; reports cycles.
void sortNodes(OnnxModel &model, ErrorList &errors);

/// CheckNames.cpp: every name defined once and before use, in sorted graphs.
void checkNames(const OnnxModel &model, ErrorList &errors);

/// CheckFunctions.cpp: functions are distinct and none calls itself.
void checkFunctions(const OnnxModel &model, ErrorList &errors);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WIRE_VALIDATIONSTEPS_H
