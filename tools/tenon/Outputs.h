// SPDX-License-Identifier: Apache-2.0
// Results of a run: files in a folder, or a table of what is in them.
#ifndef TENON_TOOLS_TENON_OUTPUTS_H
#define TENON_TOOLS_TENON_OUTPUTS_H

#include "tools/tenon/Json.h"
#include "tools/tensor/HostTensor.h"

#include <tenon/runtime.hpp>

namespace tenon::cli {

/// Writes each tensor to a file of `folder`, which is made when it is not
/// there, and gives the paths. After a failure nothing of ours is left.
Result<std::vector<std::string>>
writeOutputs(const std::string &folder, const std::vector<HostTensor> &tensors);

/// [{"name","file" (null: not written),"type","shape"}].
Json outputsJson(const std::vector<HostTensor> &tensors,
                 const std::vector<std::string> &files);

/// Name, type, shape, range, mean, and the file or the first elements.
void printOutputs(const std::vector<HostTensor> &tensors,
                  const std::vector<std::string> &files);

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_OUTPUTS_H
