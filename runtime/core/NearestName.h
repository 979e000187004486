// SPDX-License-Identifier: Apache-2.0
//
// The name someone probably meant.
#ifndef TENON_RUNTIME_CORE_NEARESTNAME_H
#define TENON_RUNTIME_CORE_NEARESTNAME_H

#include <string>
#include <string_view>
#include <vector>

namespace tenon::runtime {

/// The name of the fewest edits away from `wanted`, "" when even that one
/// shares less than half of it.
std::string findNearestName(std::string_view wanted,
                            const std::vector<std::string> &names);

/// "there is no input 'imgae'; did you mean 'image'? The model has 'image',
/// 'scale'": at most a dozen names are listed.
std::string describeUnknownName(const char *what, std::string_view wanted,
                                const std::vector<std::string> &names);

} // namespace tenon::runtime

#endif // TENON_RUNTIME_CORE_NEARESTNAME_H
