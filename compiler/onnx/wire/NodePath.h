// SPDX-License-Identifier: Apache-2.0
// How a place in a model is named to people: the nodes on the way to it.
// Used by every error about a model, so that all name places alike.
#ifndef TENON_COMPILER_ONNX_WIRE_NODEPATH_H
#define TENON_COMPILER_ONNX_WIRE_NODEPATH_H

#include "compiler/onnx/wire/OnnxModel.h"

#include <string>

namespace tenon {

/// "node 'conv1' (Conv)"; "node #4 (Conv)", counted from 0, where the file
/// gives no name.
std::string describeNode(const OnnxNode &node);

/// "function 'my.domain.Gelu'".
std::string describeFunction(const OnnxFunction &function);

/// "" for the model's own graph, else the nodes and attributes that lead to
/// it: "node 'If_3' (If) / then_branch".
std::string graphPath(const OnnxGraph &graph);

/// "node 'If_3' (If) / then_branch / node 'x' (Add)".
std::string nodePath(const OnnxGraph &graph, const OnnxNode &node);

/// "initializer 'w'" and its like, within its graph; `kind` is the first word.
std::string valuePath(const OnnxGraph &graph, std::string_view kind,
                      std::string_view name);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WIRE_NODEPATH_H
