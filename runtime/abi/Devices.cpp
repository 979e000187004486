// SPDX-License-Identifier: Apache-2.0
//
// Makes the devices and finds them by name.
#include "runtime/abi/Devices.h"

#include "runtime/core/NearestName.h"
#include "runtime/device/cpu/CpuDevice.h"
#include "runtime/device/null/NullDevice.h"

namespace tenon::runtime {

std::vector<Device *> listDevices() {
  // Never destroyed: contexts may outlive the statics of other files.
  static Device *const cpu = new CpuDevice();
  static Device *const null = new NullDevice();
  return {cpu, null};
}

Result<Device *> findDevice(std::string_view name) {
  std::vector<std::string> names;
  for (Device *device : listDevices()) {
    if (name == device->name())
      return device;
    names.push_back(device->name());
  }
  return Status(Code::notFound, describeUnknownName("device", name, names));
}

} // namespace tenon::runtime
