// SPDX-License-Identifier: Apache-2.0
// Statuses of failures.
#include "tools/tenon/Failures.h"

namespace tenon::cli {

Failure failureOf(const OnnxError &error) {
  tenon_status status = TENON_INVALID_ARGUMENT;
  switch (error.code) {
  case OnnxErrorCode::VersionTooNew:
    status = TENON_UNSUPPORTED;
    break;
  case OnnxErrorCode::FileUnwritable:
    status = TENON_WRITE_FAILED;
    break;
  case OnnxErrorCode::OutOfMemory:
    status = TENON_OUT_OF_MEMORY;
    break;
  case OnnxErrorCode::FileUnreadable:
    status = TENON_READ_FAILED;
    break;
  default:
    break;
  }
  return {status, error.text()};
}

Failure about(const std::string &path, Failure failure) {
  if (failure.message.find(path) == std::string::npos)
    failure.message = path + ": " + failure.message;
  return failure;
}

} // namespace tenon::cli
