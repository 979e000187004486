// SPDX-License-Identifier: Apache-2.0
//
// The threads of one context: the caller and its workers.
//
// A job is cut into parts; part p belongs to thread p, so that a tensor's
// rows stay in the cache of the core that wrote them. A worker that is late
// (asleep, or its core is busy) loses its part to the caller: a job never
// waits for a thread that has not begun. Workers spin for a moment after a
// job, then sleep. Why not a library's pool:
// docs/decisions/0010-thread-pool.md.
#ifndef TENON_RUNTIME_DEVICE_CPU_THREADPOOL_H
#define TENON_RUNTIME_DEVICE_CPU_THREADPOOL_H

#include "format/Status.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <pthread.h>
#include <sys/types.h>
#include <vector>

namespace tenon::runtime {

class ThreadPool {
public:
  using Task = void (*)(const void *argument, uint32_t part);

  /// Starts `threads` - 1 workers; deviceFailed when the system has none.
  /// `spinNs`: how long a worker looks for the next job before it sleeps.
  static format::Result<std::unique_ptr<ThreadPool>> create(uint32_t threads,
                                                            uint64_t spinNs);

  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;
  ~ThreadPool();

  uint32_t numThreads() const { return static_cast<uint32_t>(parts.size()); }

  /// Runs task(argument, p) for every p below `numParts`, which is at most
  /// numThreads(), and returns when all are done. One caller at a time.
  void run(uint32_t numParts, Task task, const void *argument);

private:
  /// A part's state, on a cache line of its own: the number of the last job
  /// whose part was taken by a thread, and the last that was finished.
  struct alignas(64) Part {
    std::atomic<uint64_t> taken{0};
    std::atomic<uint64_t> done{0};
  };
  struct Worker {
    ThreadPool *pool = nullptr;
    uint32_t part = 0;
    pthread_t thread = {};
    bool isStarted = false;
  };

  ThreadPool(uint32_t threads, uint64_t spinNs);
  int startWorker(Worker &worker);
  static void *runWorker(void *worker);
  void work(uint32_t part);
  uint64_t awaitCommand(uint64_t last);
  void sleepUntilNot(uint64_t last);
  uint64_t nextJob() const;
  void announce(uint64_t next);
  bool take(uint32_t part, uint64_t job);
  void runPart(uint32_t part, uint64_t job);
  void awaitPart(uint32_t part, uint64_t job);

  std::vector<Part> parts;
  std::vector<Worker> workers;
  uint64_t spinNs;
  pid_t owner;

  // All that a job writes, in one cache line, which is all that has to travel
  // to the workers. Above are fields that never change.
  /// The job's number, shifted, with its number of parts below.
  alignas(64) std::atomic<uint64_t> command{0};
  /// Written before a command, read after taking a part of it.
  Task jobTask = nullptr;
  const void *jobArgument = nullptr;
  std::atomic<bool> isStopping{false};
  /// Workers that sleep or are about to, and what they sleep on.
  alignas(64) std::atomic<uint32_t> numSleepers{0};
  std::atomic<uint32_t> bell{0};
};

} // namespace tenon::runtime

#endif // TENON_RUNTIME_DEVICE_CPU_THREADPOOL_H
