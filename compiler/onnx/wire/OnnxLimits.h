// SPDX-License-Identifier: Apache-2.0
// How much of anything a model file may hold. Why: a small hostile file must
// not make us work or allocate without bound; each limit is checked before
// the memory it guards is asked for. All can be set by the caller.
#ifndef TENON_COMPILER_ONNX_WIRE_ONNXLIMITS_H
#define TENON_COMPILER_ONNX_WIRE_ONNXLIMITS_H

#include <cstdint>

namespace tenon {

inline constexpr int64_t kMebibyte = int64_t{1} << 20;
inline constexpr int64_t kGibibyte = int64_t{1} << 30;
inline constexpr int64_t kTebibyte = int64_t{1} << 40;

/// Each is the largest number still accepted. Whole-model counts.
struct OnnxLimits {
  int64_t modelBytes = 64 * kGibibyte;
  int64_t nodes = 1'000'000;
  int64_t tensors = 4'000'000;
  int64_t functions = 10'000;
  int64_t opsetImports = 1'000;
  int64_t nameBytes = 4096;
  /// Inputs, and outputs, of one node. Shapes of some operators grow with each.
  int64_t operandsPerNode = 4096;
  /// Bodies within bodies; the model's own graph is at depth 0.
  int64_t subgraphDepth = 24;
  /// sequence(optional(...)): wrappers round one type.
  int64_t typeDepth = 8;
  int64_t rank = 16;
  int64_t elementsPerTensor = kTebibyte;
  int64_t bytesPerTensor = 64 * kGibibyte;
  int64_t stringTensorBytes = 256 * kMebibyte;
  int64_t externalFiles = 4096;
  int64_t externalBytes = kTebibyte;
  /// Memory for our own structs (tensor bytes stay in the mapped file): a
  /// floor for small files, then so much per byte of file, at most the cap.
  /// An attribute 'axis' takes 16 bytes in a file and 176 in memory: the worst
  /// that honest models are made of.
  int64_t structureFloorBytes = 32 * kMebibyte;
  int64_t structurePerFileByte = 12;
  int64_t structureCapBytes = 2 * kGibibyte;
  /// Errors collected before validation stops.
  int64_t errors = 20;
};

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WIRE_ONNXLIMITS_H
