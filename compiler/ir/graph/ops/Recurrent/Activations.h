// SPDX-License-Identifier: Apache-2.0
// The activations of recurrent layers as Elements.
#ifndef TENON_COMPILER_IR_GRAPH_OPS_RECURRENT_ACTIVATIONS_H
#define TENON_COMPILER_IR_GRAPH_OPS_RECURRENT_ACTIVATIONS_H

#include "compiler/ir/graph/Graph.h"

namespace tenon {

/// fn(x) with ONNX's two parameters, of which most functions use none.
Element activate(ElementBuilder &builder, Activation fn, double alpha,
                 double beta, Element x);

} // namespace tenon

#endif // TENON_COMPILER_IR_GRAPH_OPS_RECURRENT_ACTIVATIONS_H
