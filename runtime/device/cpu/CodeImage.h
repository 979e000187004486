// SPDX-License-Identifier: Apache-2.0
//
// A flat image of machine code, made executable.
//
// The checked bytes are copied into fresh pages, and only then do the text's
// pages become executable: no page is ever writable and executable, nobody
// who can write the engine's file can change code after it was checked, and a
// file system that refuses execution does not matter
// (docs/decisions/0011-code-is-copied.md).
#ifndef TENON_RUNTIME_DEVICE_CPU_CODEIMAGE_H
#define TENON_RUNTIME_DEVICE_CPU_CODEIMAGE_H

#include "runtime/core/Device.h"

#include <vector>

namespace tenon::runtime {

/// The entry of a kernel: buffers ending with the fault word, sizes, and the
/// part [begin, end) of the step's extent.
using KernelEntry = void (*)(void *const *buffers, const int64_t *sizes,
                             int64_t begin, int64_t end);

class CodeImage : public LoadedCode {
public:
  static Result<std::unique_ptr<LoadedCode>>
  load(Bytes image, const format::Variant &variant);

  CodeImage(const CodeImage &) = delete;
  CodeImage &operator=(const CodeImage &) = delete;
  ~CodeImage() override;

  KernelHandle kernel(uint32_t index) const override { return entries[index]; }

private:
  CodeImage() = default;

  void *address = nullptr;
  size_t length = 0;
  std::vector<KernelHandle> entries;
};

} // namespace tenon::runtime

#endif // TENON_RUNTIME_DEVICE_CPU_CODEIMAGE_H
