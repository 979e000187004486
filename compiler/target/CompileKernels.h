// SPDX-License-Identifier: Apache-2.0
// Compiles all kernels of one engine for one target: builds and compiles each
// distinct kernel once, on all cores, and lays the results into one image.
// Kernels are built inside a worker's own context, since handing IR from one
// context to another costs more than building it. The result depends only on
// the requests and their order, never on the number of threads.
#ifndef TENON_COMPILER_TARGET_COMPILEKERNELS_H
#define TENON_COMPILER_TARGET_COMPILEKERNELS_H

#include "compiler/ir/kernel/KernelRequest.h"
#include "compiler/target/Target.h"

namespace tenon {

struct CompileKernelsOptions {
  /// 0: one per core.
  unsigned numThreads = 0;
  /// Receives the stages "kernel" (as built), "llvm" and "asm" of each distinct
  /// kernel, one call at a time.
  std::function<void(llvm::StringRef kernel, llvm::StringRef stage,
                     llvm::StringRef text)>
      listener;
  /// Told after each distinct request how many of all are done, one call at a
  /// time.
  std::function<void(size_t done, size_t all)> progress;
};

/// What compiling one request took.
struct KernelStatistics {
  int64_t textBytes = 0;
  int64_t constantBytes = 0;
  /// Building and compiling, on one thread; 0 for a shared kernel.
  double buildMs = 0;
  double compileMs = 0;
  /// An earlier request had the same code.
  bool shared = false;
};

struct CompiledKernels {
  CodeImage image;
  /// Per request: index into image.entryOffsets.
  std::vector<uint32_t> entries;
  std::vector<KernelStatistics> statistics;
};

/// Fails when any kernel fails; the message names each with its diagnostics,
/// in the order of the requests.
llvm::Expected<CompiledKernels>
compileKernels(const Target &target, llvm::ArrayRef<KernelRequest> requests,
               const CompileKernelsOptions &options = {});

} // namespace tenon

#endif // TENON_COMPILER_TARGET_COMPILEKERNELS_H
