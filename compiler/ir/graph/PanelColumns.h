// SPDX-License-Identifier: Apache-2.0
// The width of the panels that weights are packed in: agreed on by the pass
// that packs them and the kernels that read them, and the same for all
// targets, so that an engine of several targets stores its weights once.
#ifndef TENON_COMPILER_IR_GRAPH_PANELCOLUMNS_H
#define TENON_COMPILER_IR_GRAPH_PANELCOLUMNS_H

#include <cstdint>

namespace tenon {

/// Output columns of one panel: a whole number of vectors of every target
/// (fp32: one of 64 bytes, two of 32, four of 16).
inline constexpr int64_t kPanelColumns = 16;

} // namespace tenon

#endif // TENON_COMPILER_IR_GRAPH_PANELCOLUMNS_H
