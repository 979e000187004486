// SPDX-License-Identifier: Apache-2.0
// Random inputs that are the same for the same seed on every machine: made
// from integers and exact sums, without a library's idea of a distribution.
#ifndef TENON_TOOLS_TENSOR_RANDOMTENSOR_H
#define TENON_TOOLS_TENSOR_RANDOMTENSOR_H

#include "tools/tensor/HostTensor.h"

#include <cstdint>
#include <string_view>

namespace tenon {

/// splitmix64 (Steele, Lea, Flood, OOPSLA 2014).
class RandomStream {
public:
  /// Streams of different names under one seed are independent.
  RandomStream(uint64_t seed, std::string_view name);

  uint64_t next();
  /// From 0 up to, not including, `bound`, which is over 0.
  uint64_t below(uint64_t bound);
  /// Multiples of 2^-53 from 0 up to, not including, 1.
  double uniform();
  /// Sum of 12 uniforms less 6: mean 0, deviation 1, within -6 and 6, a
  /// multiple of 2^-21.
  double normal();

private:
  uint64_t state;
};

enum class RandomKind : uint8_t {
  Normal,  ///< mean 0, deviation 1
  Uniform, ///< from -1 up to 1
  Grid,    ///< multiples of 1/8 from -2 to 2: sums of products are exact
};

struct RandomOptions {
  uint64_t seed = 0;
  RandomKind kind = RandomKind::Normal;
  /// Integers from `low` to `high`, both included: small, so that they do as
  /// indices and as token numbers.
  int64_t low = 0;
  int64_t high = 9;
};

/// Fills numbers by the options (booleans are even odds, complex numbers two
/// floats) and strings with short words. The tensor's name picks the stream,
/// so inputs of one model differ.
void fillRandom(HostTensor &tensor, const RandomOptions &options);

} // namespace tenon

#endif // TENON_TOOLS_TENSOR_RANDOMTENSOR_H
