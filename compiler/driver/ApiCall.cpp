// SPDX-License-Identifier: Apache-2.0
// Stops everything that could leave the compiler's C interface other than by
// a status. Compiled with exceptions, unlike what it calls: frames without
// them still have unwind tables, so a throw from below passes through.
#include "compiler/driver/ApiCall.h"

#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <new>
#include <pthread.h>

namespace tenon {

namespace {

/// As the runtime's: the longest text of an error.
constexpr size_t kMessageBytes = 4096;
thread_local char lastMessage[kMessageBytes] = "";

/// Stack of the thread that compiles. Walks over expressions and regions are
/// recursive; 8 MiB is what they were tested with, this leaves room.
constexpr size_t kStackBytes = size_t(64) << 20;

std::atomic<bool> llvmHasFailed = false;
thread_local bool isInsideCall = false;

struct FatalLlvmError {
  char reason[512];
};

/// LLVM calls this in place of ending the process. On a thread that is not
/// ours nothing can be unwound, and returning lets LLVM end the process.
void onFatalError(void *, const char *reason, bool) {
  llvmHasFailed = true;
  if (!isInsideCall)
    return;
  FatalLlvmError error = {};
  std::strncpy(error.reason, reason, sizeof error.reason - 1);
  throw error;
}

void onBadAlloc(void *, const char *, bool) { throw std::bad_alloc(); }

void installHandlers() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::install_fatal_error_handler(onFatalError);
    llvm::install_bad_alloc_error_handler(onBadAlloc);
  });
}

tenon_status keepMessage(tenon_status status, const char *message) {
  size_t length = std::min(std::strlen(message), kMessageBytes - 1);
  std::memcpy(lastMessage, message, length);
  lastMessage[length] = 0;
  return status;
}

struct ThreadCall {
  const std::function<tenon_status()> *body;
  tenon_status status = TENON_INTERNAL;
  char message[kMessageBytes] = "";
};

void *runThreadCall(void *argument) {
  auto *call = static_cast<ThreadCall *>(argument);
  call->status = apiCall(*call->body);
  std::memcpy(call->message, lastMessage, kMessageBytes);
  return nullptr;
}

} // namespace

tenon_status reportFailure(tenon_status status, const std::string &message) {
  return keepMessage(status, message.c_str());
}

tenon_status apiCall(const std::function<tenon_status()> &body) {
  installHandlers();
  if (llvmHasFailed)
    return keepMessage(TENON_INTERNAL,
                       "an earlier call failed inside LLVM, which cannot be "
                       "used again; start a new process");
  isInsideCall = true;
  tenon_status status = TENON_INTERNAL;
  try {
    status = body();
  } catch (const std::bad_alloc &) {
    status = keepMessage(TENON_OUT_OF_MEMORY, "the system has no memory left");
  } catch (const FatalLlvmError &error) {
    char text[kMessageBytes] = "a fault inside LLVM: ";
    std::strncat(text, error.reason, sizeof error.reason);
    status = keepMessage(TENON_INTERNAL, text);
  } catch (...) {
    status = keepMessage(TENON_INTERNAL, "an unknown fault of the compiler");
  }
  isInsideCall = false;
  return status;
}

tenon_status apiCallOnLargeStack(const std::function<tenon_status()> &body) {
  ThreadCall call{&body};
  pthread_attr_t attributes;
  pthread_t thread;
  bool started =
      pthread_attr_init(&attributes) == 0 &&
      pthread_attr_setstacksize(&attributes, kStackBytes) == 0 &&
      pthread_create(&thread, &attributes, runThreadCall, &call) == 0;
  pthread_attr_destroy(&attributes);
  if (!started)
    return keepMessage(TENON_OUT_OF_MEMORY,
                       "the system gives no thread to compile on");
  pthread_join(thread, nullptr);
  std::memcpy(lastMessage, call.message, kMessageBytes);
  return call.status;
}

} // namespace tenon

const char *tenon_compiler_message(void) { return tenon::lastMessage; }
