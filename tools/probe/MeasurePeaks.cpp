// SPDX-License-Identifier: Apache-2.0
// Times the loops.
#include "tools/probe/MeasurePeaks.h"

#include "tools/probe/PeakLoops.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>
#include <new>
#include <thread>

namespace tenon::probe {

namespace {

using Clock = std::chrono::steady_clock;

/// One sample is long enough for the clock and short enough to fall between
/// two interruptions; the best of many is the peak.
constexpr std::chrono::milliseconds kSample(8);
constexpr int kSamples = 12;

/// Units of work that `work(count)` does a second.
double bestRate(const std::function<void(long)> &work) {
  long count = 1;
  Clock::duration spent{};
  while (true) {
    Clock::time_point start = Clock::now();
    work(count);
    spent = Clock::now() - start;
    if (spent >= kSample)
      break;
    count *= 2;
  }
  double best = 0;
  for (int i = 0; i < kSamples; ++i) {
    Clock::time_point start = Clock::now();
    work(count);
    std::chrono::duration<double> seconds = Clock::now() - start;
    best = std::max(best, static_cast<double>(count) / seconds.count());
  }
  return best;
}

/// `makeWork` gives each thread its own work; they run at the same time.
Rate measure(uint32_t numCpus,
             const std::function<std::function<void(long)>()> &makeWork) {
  Rate rate;
  rate.one = bestRate(makeWork());
  if (numCpus == 1) {
    rate.all = rate.one;
    return rate;
  }
  std::vector<double> rates(numCpus);
  std::atomic<uint32_t> waiting = numCpus;
  std::vector<std::thread> threads;
  for (uint32_t i = 0; i < numCpus; ++i)
    threads.emplace_back([&, i] {
      std::function<void(long)> work = makeWork();
      work(1);
      --waiting;
      while (waiting > 0)
        std::this_thread::yield();
      rates[i] = bestRate(work);
    });
  for (std::thread &thread : threads)
    thread.join();
  // A core among others is a core as well, and all can do what one can: what
  // else ran during one measurement shows in the other.
  for (double one : rates) {
    rate.all += one;
    rate.one = std::max(rate.one, one);
  }
  rate.all = std::max(rate.all, rate.one);
  return rate;
}

Rate scaledBy(Rate rate, double factor) {
  return {rate.one * factor, rate.all * factor};
}

constexpr double kGiga = 1e9;

/// Keeps the compiler from dropping a loop whose result nobody reads.
template <typename T> void use(T value) {
  volatile T sink = value;
  (void)sink;
}

struct FreeAligned {
  void operator()(char *bytes) const { std::free(bytes); }
};
using Buffer = std::shared_ptr<char>;

Buffer makeBuffer(long bytes) {
  constexpr size_t kPage = 4096;
  auto *memory = static_cast<char *>(std::aligned_alloc(
      kPage, (static_cast<size_t>(bytes) + kPage - 1) / kPage * kPage));
  if (memory)
    std::memset(memory, 1, static_cast<size_t>(bytes));
  return Buffer(memory, FreeAligned());
}

class Prober {
public:
  Prober(const Machine &machine,
         const std::function<void(const char *, double)> &progress)
      : machine(machine), progress(progress) {}

  Peaks run();

private:
  bool has(const char *feature) const {
    return std::find(machine.features.begin(), machine.features.end(),
                     feature) != machine.features.end();
  }
  const PeakLoops &bestLoops() const;
  Rate measureDot(const DotLoop *loop, const char *feature);
  Level measureLevel(std::string name, uint64_t capacity, long bytes);
  void addLevels(Peaks &peaks);
  void show(const char *stage) {
    constexpr double kStages = 7;
    progress(stage, done++ / kStages);
  }

  const Machine &machine;
  const std::function<void(const char *, double)> &progress;
  double done = 0;
};

const PeakLoops &Prober::bestLoops() const {
  if (has("avx512f") && loops512())
    return *loops512();
  if (has("avx2") && has("fma") && loops256())
    return *loops256();
  return *plainLoops();
}

Rate Prober::measureDot(const DotLoop *loop, const char *feature) {
  show(feature);
  if (!loop || !has(feature) || !has("avx512f"))
    return {};
  Rate rounds = measure(machine.numCpus, [loop] {
    return [loop](long count) { use(loop->run(count)); };
  });
  return scaledBy(rounds,
                  static_cast<double>(loop->operationsPerRound) / kGiga);
}

Level Prober::measureLevel(std::string name, uint64_t capacity, long bytes) {
  show(name.c_str());
  bytes = std::max(bytes / kBlockBytes, 1L) * kBlockBytes;
  const PeakLoops &loops = bestLoops();
  Level level{std::move(name), capacity, {}, {}};
  Rate reads = measure(machine.numCpus, [&loops, bytes] {
    Buffer from = makeBuffer(bytes);
    return [from, &loops, bytes](long count) {
      for (long i = 0; i < count && from; ++i)
        use(loops.read(from.get(), bytes));
    };
  });
  level.readGBytes = scaledBy(reads, static_cast<double>(bytes) / kGiga);
  // Both ends of the copy share the level.
  long half = std::max(bytes / 2 / kBlockBytes, 1L) * kBlockBytes;
  Rate copies = measure(machine.numCpus, [&loops, half] {
    Buffer from = makeBuffer(half), to = makeBuffer(half);
    return [from, to, &loops, half](long count) {
      for (long i = 0; i < count && from && to; ++i)
        loops.copy(to.get(), from.get(), half);
    };
  });
  level.copyGBytes = scaledBy(copies, 2.0 * static_cast<double>(half) / kGiga);
  return level;
}

/// Half of a cache fills it without fighting what else is in it. Memory is
/// measured with four times the last cache, within reason.
void Prober::addLevels(Peaks &peaks) {
  constexpr uint64_t kLeastMemory = uint64_t{64} << 20;
  constexpr uint64_t kMostMemory = uint64_t{512} << 20;
  uint64_t last = 0;
  auto add = [&](const char *name, uint64_t capacity, uint32_t sharers) {
    if (capacity <= last)
      return;
    last = capacity;
    long bytes = static_cast<long>(capacity / 2 / sharers);
    peaks.levels.push_back(measureLevel(name, capacity, bytes));
  };
  add("l1", machine.l1Bytes, 1);
  add("l2", machine.l2Bytes, 1);
  // A last level of which this machine owns a part: half of a core's share.
  constexpr uint32_t kSharers = 8;
  add("l3", machine.l3Bytes, std::max(machine.numCpus, kSharers));
  uint64_t large = std::clamp(4 * last, kLeastMemory, kMostMemory);
  peaks.levels.push_back(measureLevel("memory", 0, static_cast<long>(large)));
}

Peaks Prober::run() {
  Peaks peaks;
  show("f32");
  const PeakLoops &loops = bestLoops();
  Rate rounds = measure(machine.numCpus, [&loops] {
    return [&loops](long count) { use(loops.multiplyAdd(count)); };
  });
  peaks.f32Gflops =
      scaledBy(rounds, static_cast<double>(loops.operationsPerRound) / kGiga);
  peaks.bf16DotGflops = measureDot(bf16DotLoop(), "avx512bf16");
  peaks.int8DotGops = measureDot(int8DotLoop(), "avx512vnni");
  addLevels(peaks);
  return peaks;
}

} // namespace

Peaks measurePeaks(const Machine &machine,
                   const std::function<void(const char *, double)> &progress) {
  return Prober(machine, progress).run();
}

} // namespace tenon::probe
