/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The loops that are timed, one set for each vector width. Plain types only:
 * this header is included by files compiled for machines that may not be the
 * one that runs.
 */
#ifndef TENON_TOOLS_PROBE_PEAKLOOPS_H
#define TENON_TOOLS_PROBE_PEAKLOOPS_H

namespace tenon::probe {

struct PeakLoops {
  /// `rounds` times a block of independent multiply-adds in f32.
  float (*multiplyAdd)(long rounds);
  long operationsPerRound;
  /// Reads `bytes` (a multiple of kBlockBytes) and gives something that
  /// depends on all of them.
  long (*read)(const char *from, long bytes);
  void (*copy)(char *to, const char *from, long bytes);
};

/// The least piece that read and copy work on, bytes.
inline constexpr long kBlockBytes = 1024;

const PeakLoops *plainLoops();
/// Null where this program was built for another architecture.
const PeakLoops *loops256();
const PeakLoops *loops512();

/// Dot products of narrow elements, accumulated wide; null likewise.
struct DotLoop {
  float (*run)(long rounds);
  long operationsPerRound;
};
const DotLoop *bf16DotLoop();
const DotLoop *int8DotLoop();

} // namespace tenon::probe

#endif /* TENON_TOOLS_PROBE_PEAKLOOPS_H */
