// SPDX-License-Identifier: Apache-2.0
// Runs an image in the process that compiled it: for tests and for builds that
// check each kernel they made. Engines are run by the runtime, not by this.
#ifndef TENON_COMPILER_TARGET_CPU_HOSTIMAGE_H
#define TENON_COMPILER_TARGET_CPU_HOSTIMAGE_H

#include "compiler/target/Target.h"

namespace tenon {

/// An executable copy of an image; unmapped when destroyed.
class HostImage {
public:
  /// The entry of every CPU kernel (compiler/ir/kernel/Kernel.h).
  using Entry = void (*)(void *const *buffers, const int64_t *sizes,
                         int64_t begin, int64_t end);

  /// Fails when this machine lacks features the target requires, naming them,
  /// and when the code is none for a CPU.
  static llvm::Expected<HostImage> map(const Target &target,
                                       const CodeImage &image);

  HostImage(HostImage &&other) noexcept;
  HostImage &operator=(HostImage &&other) noexcept;
  ~HostImage();

  /// Kernel `index`, in the order in which the image was built.
  Entry entry(size_t index) const;

private:
  HostImage() = default;
  void unmap();

  char *base = nullptr;
  size_t mappedBytes = 0;
  std::vector<uint64_t> entryOffsets;
};

} // namespace tenon

#endif // TENON_COMPILER_TARGET_CPU_HOSTIMAGE_H
