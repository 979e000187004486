// SPDX-License-Identifier: Apache-2.0
//
// Status and Result: how the engine format and the runtime report failure.
//
// Both worlds that read or write engines use these, so that neither needs
// exceptions or LLVM. The codes are those of the C interface
// (include/tenon/runtime.h): the hundreds are the exit code of a command.
#ifndef TENON_FORMAT_STATUS_H
#define TENON_FORMAT_STATUS_H

#include <cassert>
#include <optional>
#include <string>
#include <utility>

namespace tenon::format {

enum class Code : int {
  ok = 0,
  invalidArgument = 101,
  notFound = 102,
  readFailed = 103,
  badEngine = 104,
  badShape = 105,
  notReady = 106,
  badData = 107,
  newerEngine = 201,
  noVariant = 202,
  unsupported = 203,
  verificationFailed = 301,
  outOfMemory = 401,
  memoryLimit = 402,
  deviceFailed = 403,
  writeFailed = 404,
  internal = 7001,
};

/// Success, or a code with a text a stranger can act on: what, where, found,
/// allowed, what to do.
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(Code code, std::string message)
      : failure(code), text(std::move(message)) {}

  bool ok() const { return failure == Code::ok; }
  Code code() const { return failure; }
  const std::string &message() const { return text; }

private:
  Code failure = Code::ok;
  std::string text;
};

/// A value, or the Status that says why there is none.
template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : held(std::move(value)) {}
  Result(Status failure) : problem(std::move(failure)) {
    assert(!problem.ok() && "a result without a value needs a failure");
  }

  bool ok() const { return held.has_value(); }
  const Status &status() const { return problem; }

  T &operator*() { return *held; }
  const T &operator*() const { return *held; }
  T *operator->() { return &*held; }
  const T *operator->() const { return &*held; }

private:
  std::optional<T> held;
  Status problem;
};

} // namespace tenon::format

/// Leaves the function with the failure of `expression`, if it is one.
#define TENON_TRY(expression)                                                  \
  do {                                                                         \
    if (auto tenonStatus = (expression); !tenonStatus.ok())                    \
      return tenonStatus;                                                      \
  } while (false)

#endif // TENON_FORMAT_STATUS_H
