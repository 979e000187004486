// SPDX-License-Identifier: Apache-2.0
// The tensors a run is given: files named on the command line, files of a
// folder, or random numbers.
#ifndef TENON_TOOLS_TENON_INPUTS_H
#define TENON_TOOLS_TENON_INPUTS_H

#include "tools/tenon/Arguments.h"
#include "tools/tenon/Ports.h"
#include "tools/tenon/ShapeFlag.h"

namespace tenon::cli {

/// One tensor per port, in their order. Inputs that `arguments` name no file
/// for are random under --random and an error otherwise. `shapes` (--shape)
/// decide the sizes of random inputs; the rest are the ports' optimum.
Result<std::vector<HostTensor>>
gatherInputs(const std::vector<Port> &ports, const InputArguments &arguments,
             const std::vector<ShapeChoice> &shapes);

/// The tensors PREFIX_0.pb, PREFIX_1.pb... of an ONNX test set, one per port in
/// their order; a file that bears a port's name is that port's.
Result<std::vector<HostTensor>> readTestSet(const std::string &folder,
                                            const char *prefix,
                                            const std::vector<Port> &ports);

/// "x [1, 3, 224, 224], scale [1]".
std::string shapesText(const std::vector<HostTensor> &tensors);
/// [{"name","type","shape"}].
Json shapesJson(const std::vector<HostTensor> &tensors);

/// Type and rank, with words for what people get wrong. The runtime checks
/// dimensions.
Result<void> checkTensor(const Port &port, const HostTensor &tensor,
                         const std::string &file);

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_INPUTS_H
