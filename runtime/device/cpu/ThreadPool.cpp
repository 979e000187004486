// SPDX-License-Identifier: Apache-2.0
//
// Commands, parts, spinning and sleeping.
//
// Why a late worker is harmless: it may take part p of job j only while the
// part's `taken` is below j, and by the time run(j) returns every part of j
// is taken. So whoever reads the job's task and argument holds a part of that
// job, and run() does not return, nor change them, before that part is done.
#include "runtime/device/cpu/ThreadPool.h"

#include "runtime/device/cpu/FloatMode.h"
#include "runtime/device/cpu/SpinWait.h"

#include <chrono>
#include <csignal>
#include <cstring>
#include <sched.h>
#include <string>
#include <unistd.h>

namespace tenon::runtime {

using format::Code;
using format::Result;
using format::Status;

namespace {

constexpr unsigned kPartsBits = 16;
constexpr uint64_t kPartsMask = (1u << kPartsBits) - 1;

/// Looks at the clock once in this many looks at memory.
constexpr int kSpinsPerLook = 64;
/// How long the caller spins for a part in work before it lets other threads
/// run on its CPU (they may be the ones it waits for).
constexpr uint64_t kPatienceNs = 20000;

uint64_t nowNs() {
  using namespace std::chrono;
  return static_cast<uint64_t>(
      duration_cast<nanoseconds>(steady_clock::now().time_since_epoch())
          .count());
}

/// Spins until `isOver`; false when `limitNs` went by before.
template <typename Condition> bool spinFor(uint64_t limitNs, Condition isOver) {
  for (int i = 0; i < kSpinsPerLook; ++i) {
    if (isOver())
      return true;
    relaxCpu();
  }
  uint64_t start = nowNs();
  while (nowNs() - start < limitNs) {
    for (int i = 0; i < kSpinsPerLook; ++i) {
      if (isOver())
        return true;
      relaxCpu();
    }
  }
  return false;
}

/// Keeps the process's signals away from our threads while they are made.
class SignalsBlocked {
public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }
  SignalsBlocked(const SignalsBlocked &) = delete;
  SignalsBlocked &operator=(const SignalsBlocked &) = delete;

private:
  sigset_t before;
};

} // namespace

ThreadPool::ThreadPool(uint32_t threads, uint64_t spinNs)
    : parts(threads), workers(threads - 1), spinNs(spinNs), owner(getpid()) {}

Result<std::unique_ptr<ThreadPool>> ThreadPool::create(uint32_t threads,
                                                       uint64_t spinNs) {
  std::unique_ptr<ThreadPool> pool(new ThreadPool(threads, spinNs));
  SignalsBlocked blocked;
  for (uint32_t i = 0; i < pool->workers.size(); ++i) {
    Worker &worker = pool->workers[i];
    worker.pool = pool.get();
    worker.part = i + 1;
    if (int error = pool->startWorker(worker))
      return Status(Code::deviceFailed,
                    "cannot start thread " + std::to_string(i + 2) + " of " +
                        std::to_string(threads) + ": " + std::strerror(error) +
                        "; ask for fewer threads");
  }
  return pool;
}

int ThreadPool::startWorker(Worker &worker) {
  int error = pthread_create(&worker.thread, nullptr, runWorker, &worker);
  worker.isStarted = error == 0;
  return error;
}

ThreadPool::~ThreadPool() {
  // In a forked child the workers do not exist.
  if (owner != getpid())
    return;
  isStopping.store(true, std::memory_order_relaxed);
  announce(nextJob() << kPartsBits);
  for (Worker &worker : workers)
    if (worker.isStarted)
      pthread_join(worker.thread, nullptr);
}

void *ThreadPool::runWorker(void *argument) {
  auto *worker = static_cast<Worker *>(argument);
  (void)pthread_setname_np(pthread_self(), "tenon");
  FloatMode mode;
  worker->pool->work(worker->part);
  return nullptr;
}

void ThreadPool::work(uint32_t part) {
  uint64_t last = 0;
  while (true) {
    last = awaitCommand(last);
    if (isStopping.load(std::memory_order_relaxed))
      return;
    uint64_t job = last >> kPartsBits;
    if (part < (last & kPartsMask) && take(part, job))
      runPart(part, job);
  }
}

uint64_t ThreadPool::awaitCommand(uint64_t last) {
  auto isNew = [&] { return command.load(std::memory_order_acquire) != last; };
  if (spinNs == 0 || !spinFor(spinNs, isNew))
    sleepUntilNot(last);
  return command.load(std::memory_order_acquire);
}

/// Either this worker sees the new command after it counted itself a
/// sleeper, or the caller sees the sleeper after it gave the command and
/// rings; all four accesses are sequentially consistent.
void ThreadPool::sleepUntilNot(uint64_t last) {
  while (command.load(std::memory_order_acquire) == last) {
    numSleepers.fetch_add(1);
    uint32_t heard = bell.load();
    if (command.load() == last)
      bell.wait(heard);
    numSleepers.fetch_sub(1);
  }
}

void ThreadPool::announce(uint64_t next) {
  command.store(next);
  if (numSleepers.load() != 0) {
    bell.fetch_add(1);
    bell.notify_all();
  }
}

uint64_t ThreadPool::nextJob() const {
  return (command.load(std::memory_order_relaxed) >> kPartsBits) + 1;
}

bool ThreadPool::take(uint32_t part, uint64_t job) {
  uint64_t seen = parts[part].taken.load(std::memory_order_relaxed);
  return seen < job && parts[part].taken.compare_exchange_strong(
                           seen, job, std::memory_order_acq_rel);
}

void ThreadPool::runPart(uint32_t part, uint64_t job) {
  jobTask(jobArgument, part);
  parts[part].done.store(job, std::memory_order_release);
}

void ThreadPool::awaitPart(uint32_t part, uint64_t job) {
  auto isDone = [&] {
    return parts[part].done.load(std::memory_order_acquire) == job;
  };
  while (!spinFor(kPatienceNs, isDone))
    sched_yield();
}

void ThreadPool::run(uint32_t numParts, Task task, const void *argument) {
  jobTask = task;
  jobArgument = argument;
  uint64_t job = nextJob();
  announce(job << kPartsBits | numParts);
  task(argument, 0);
  for (uint32_t part = 1; part < numParts; ++part)
    if (take(part, job))
      runPart(part, job);
  for (uint32_t part = 1; part < numParts; ++part)
    awaitPart(part, job);
}

} // namespace tenon::runtime
