// SPDX-License-Identifier: Apache-2.0
// What keeps a read model alive: the arena of its lists and the mapped files
// that its views point into. Shared by the models that use it.
#ifndef TENON_COMPILER_ONNX_WIRE_ONNXSTORAGE_H
#define TENON_COMPILER_ONNX_WIRE_ONNXSTORAGE_H

#include "compiler/onnx/wire/MappedFile.h"

#include <memory>
#include <memory_resource>
#include <new>
#include <span>
#include <type_traits>
#include <vector>

namespace tenon {

class OnnxStorage {
public:
  /// `count` default-made objects that live as long as this storage. The
  /// caller has checked the count against its budget.
  template <typename T> std::span<T> allocate(size_t count) {
    static_assert(std::is_trivially_destructible_v<T>,
                  "the arena runs no destructors");
    if (count == 0)
      return {};
    T *first = static_cast<T *>(arena.allocate(count * sizeof(T), alignof(T)));
    for (size_t i = 0; i < count; ++i)
      new (first + i) T();
    return {first, count};
  }

  void keep(std::shared_ptr<const MappedFile> file) {
    files.push_back(std::move(file));
  }

private:
  std::pmr::monotonic_buffer_resource arena;
  std::vector<std::shared_ptr<const MappedFile>> files;
};

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WIRE_ONNXSTORAGE_H
