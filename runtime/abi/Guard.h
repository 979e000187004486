// SPDX-License-Identifier: Apache-2.0
//
// What stands between the C interface and everything behind it.
//
// The library itself throws nothing, but the standard library does when a
// small allocation fails. Every call of the interface runs inside guard():
// such a failure becomes TENON_OUT_OF_MEMORY, and whatever else comes up
// TENON_INTERNAL. (What was under way may leak; a process without memory for
// a string has other worries.)
#ifndef TENON_RUNTIME_ABI_GUARD_H
#define TENON_RUNTIME_ABI_GUARD_H

#include "format/Status.h"

#include <tenon/runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <string>

namespace tenon::runtime {

using format::Code;
using format::Result;
using format::Status;

/// Keeps the message of a failure for tenon_error_message and gives the code
/// of the interface. Allocates nothing.
tenon_status report(const Status &status);
tenon_status report(tenon_status code, const char *message);

/// Runs `body`, which returns a Status, and lets nothing out.
template <typename Body> tenon_status guard(Body body) {
  try {
    Status status = body();
    return status.ok() ? TENON_OK : report(status);
  } catch (const std::bad_alloc &) {
    return report(TENON_OUT_OF_MEMORY, "the system has no memory left");
  } catch (...) {
    return report(TENON_INTERNAL, "an unknown failure inside the library; "
                                  "please report it");
  }
}

/// invalidArgument when a pointer that must be given is null.
inline Status needPointer(const void *pointer, const char *name) {
  if (pointer)
    return {};
  return {Code::invalidArgument,
          std::string("the argument '") + name + "' must not be NULL"};
}

/// A structure that knows its size and nothing else.
template <typename T> T makeStruct() {
  T made = {};
  made.struct_size = sizeof(T);
  return made;
}

/// Reads a structure whose caller may be older (fields at the end are
/// missing: zero) or newer (fields we do not know must be zero).
template <typename T> Status readStruct(const T *given, T &known) {
  known = makeStruct<T>();
  if (!given)
    return {};
  size_t size = given->struct_size;
  constexpr size_t kMostBytes = 4096; // no structure comes near it
  if (size < sizeof(size_t) || size > kMostBytes)
    return {Code::invalidArgument,
            "struct_size is " + std::to_string(size) +
                "; set it to the structure's sizeof (TENON_INIT does)"};
  auto *bytes = reinterpret_cast<const unsigned char *>(given);
  std::memcpy(&known, bytes, std::min(size, sizeof(T)));
  known.struct_size = sizeof(T);
  bool isKnown = size <= sizeof(T) ||
                 std::all_of(bytes + sizeof(T), bytes + size,
                             [](unsigned char byte) { return byte == 0; });
  if (isKnown)
    return {};
  return {Code::unsupported, "a structure sets fields that this library does "
                             "not know; update the library"};
}

/// Writes as much of a structure as the caller has room for.
template <typename T> Status writeStruct(const T &known, T *given) {
  TENON_TRY(needPointer(given, "info"));
  size_t size = given->struct_size;
  if (size < sizeof(size_t))
    return {Code::invalidArgument,
            "struct_size is " + std::to_string(size) +
                "; set it to the structure's sizeof (TENON_INIT does)"};
  std::memcpy(reinterpret_cast<unsigned char *>(given) + sizeof(size_t),
              reinterpret_cast<const unsigned char *>(&known) + sizeof(size_t),
              std::min(size, sizeof(T)) - sizeof(size_t));
  return {};
}

} // namespace tenon::runtime

#endif // TENON_RUNTIME_ABI_GUARD_H
