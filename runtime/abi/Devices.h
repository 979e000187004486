// SPDX-License-Identifier: Apache-2.0
//
// The devices of this library: the one place that lists them.
#ifndef TENON_RUNTIME_ABI_DEVICES_H
#define TENON_RUNTIME_ABI_DEVICES_H

#include "runtime/core/Device.h"

#include <string_view>

namespace tenon::runtime {

/// The device of that name; notFound lists the names there are. Devices are
/// made at first use and live as long as the program.
Result<Device *> findDevice(std::string_view name);

/// Every device, the usual one first.
std::vector<Device *> listDevices();

} // namespace tenon::runtime

#endif // TENON_RUNTIME_ABI_DEVICES_H
