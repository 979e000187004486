// SPDX-License-Identifier: Apache-2.0
//
// Versions, statuses, messages and element types of the C interface.
#include "runtime/abi/Guard.h"

#include "format/ElementType.h"

#include <cstdio>
#include <limits>

namespace tenon::runtime {

namespace {

constexpr size_t kMessageBytes = 4096;

/// Fixed room, so that even "no memory" can be told.
char *messageOfThread() {
  thread_local char message[kMessageBytes] = "";
  return message;
}

#define TENON_SAME_CODE(ours, theirs)                                          \
  static_assert(static_cast<int>(Code::ours) == static_cast<int>(theirs))
TENON_SAME_CODE(ok, TENON_OK);
TENON_SAME_CODE(invalidArgument, TENON_INVALID_ARGUMENT);
TENON_SAME_CODE(notFound, TENON_NOT_FOUND);
TENON_SAME_CODE(readFailed, TENON_READ_FAILED);
TENON_SAME_CODE(badEngine, TENON_BAD_ENGINE);
TENON_SAME_CODE(badShape, TENON_BAD_SHAPE);
TENON_SAME_CODE(notReady, TENON_NOT_READY);
TENON_SAME_CODE(badData, TENON_BAD_DATA);
TENON_SAME_CODE(newerEngine, TENON_NEWER_ENGINE);
TENON_SAME_CODE(noVariant, TENON_NO_VARIANT);
TENON_SAME_CODE(unsupported, TENON_UNSUPPORTED);
TENON_SAME_CODE(verificationFailed, TENON_VERIFICATION_FAILED);
TENON_SAME_CODE(outOfMemory, TENON_OUT_OF_MEMORY);
TENON_SAME_CODE(memoryLimit, TENON_MEMORY_LIMIT);
TENON_SAME_CODE(deviceFailed, TENON_DEVICE_FAILED);
TENON_SAME_CODE(writeFailed, TENON_WRITE_FAILED);
TENON_SAME_CODE(internal, TENON_INTERNAL);
#undef TENON_SAME_CODE

constexpr int kExitCodeDivisor = 100;

/// Numbers that name no type become 0, which names none either.
format::ElementType toElementType(int type) {
  bool fits = type > 0 && type <= std::numeric_limits<uint8_t>::max();
  return static_cast<format::ElementType>(fits ? type : 0);
}

} // namespace

tenon_status report(tenon_status code, const char *message) {
  std::snprintf(messageOfThread(), kMessageBytes, "%s", message);
  return code;
}

tenon_status report(const Status &status) {
  return report(static_cast<tenon_status>(status.code()),
                status.message().c_str());
}

} // namespace tenon::runtime

uint32_t tenon_version(void) { return TENON_VERSION; }

#define TENON_TEXT_OF(number) #number
#define TENON_TEXT(number) TENON_TEXT_OF(number)

const char *tenon_version_text(void) {
  return TENON_TEXT(TENON_VERSION_MAJOR) "." TENON_TEXT(
      TENON_VERSION_MINOR) "." TENON_TEXT(TENON_VERSION_PATCH);
}

const char *tenon_status_name(int status) {
  switch (status) {
  case TENON_OK:
    return "TENON_OK";
  case TENON_INVALID_ARGUMENT:
    return "TENON_INVALID_ARGUMENT";
  case TENON_NOT_FOUND:
    return "TENON_NOT_FOUND";
  case TENON_READ_FAILED:
    return "TENON_READ_FAILED";
  case TENON_BAD_ENGINE:
    return "TENON_BAD_ENGINE";
  case TENON_BAD_SHAPE:
    return "TENON_BAD_SHAPE";
  case TENON_NOT_READY:
    return "TENON_NOT_READY";
  case TENON_BAD_DATA:
    return "TENON_BAD_DATA";
  case TENON_NEWER_ENGINE:
    return "TENON_NEWER_ENGINE";
  case TENON_NO_VARIANT:
    return "TENON_NO_VARIANT";
  case TENON_UNSUPPORTED:
    return "TENON_UNSUPPORTED";
  case TENON_VERIFICATION_FAILED:
    return "TENON_VERIFICATION_FAILED";
  case TENON_OUT_OF_MEMORY:
    return "TENON_OUT_OF_MEMORY";
  case TENON_MEMORY_LIMIT:
    return "TENON_MEMORY_LIMIT";
  case TENON_DEVICE_FAILED:
    return "TENON_DEVICE_FAILED";
  case TENON_WRITE_FAILED:
    return "TENON_WRITE_FAILED";
  case TENON_INTERNAL:
    return "TENON_INTERNAL";
  }
  return "TENON_UNKNOWN";
}

int tenon_status_exit_code(int status) {
  return status / tenon::runtime::kExitCodeDivisor;
}

const char *tenon_error_message(void) {
  return tenon::runtime::messageOfThread();
}

const char *tenon_type_name(int type) {
  return tenon::format::elementName(tenon::runtime::toElementType(type));
}

uint32_t tenon_type_bits(int type) {
  return tenon::format::elementBits(tenon::runtime::toElementType(type));
}
