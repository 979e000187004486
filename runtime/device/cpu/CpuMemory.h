// SPDX-License-Identifier: Apache-2.0
//
// Zeroed pages for arenas and outputs, huge ones where they help.
#ifndef TENON_RUNTIME_DEVICE_CPU_CPUMEMORY_H
#define TENON_RUNTIME_DEVICE_CPU_CPUMEMORY_H

#include "format/Status.h"

#include <cstdint>

namespace tenon::runtime {

/// Maps `bytes` of zeros. From 2 MiB on they start at a huge page's boundary,
/// and whole huge pages are asked for; what is left over uses small pages, so
/// that the process takes no more than was planned. Null for zero bytes.
format::Result<void *> allocatePages(uint64_t bytes);
void freePages(void *memory, uint64_t bytes);

} // namespace tenon::runtime

#endif // TENON_RUNTIME_DEVICE_CPU_CPUMEMORY_H
