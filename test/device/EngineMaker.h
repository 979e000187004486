// SPDX-License-Identifier: Apache-2.0
//
// Builds small programs over the test kernels, and engines of them.
#ifndef TENON_TEST_DEVICE_ENGINEMAKER_H
#define TENON_TEST_DEVICE_ENGINEMAKER_H

#include "TestKernels.h"
#include "format/EngineWriter.h"

#include <deque>
#include <string>
#include <vector>

namespace tenon::test {

class EngineMaker {
public:
  format::ValueId constant(int64_t number);
  format::ValueId symbol(const std::string &name, int64_t min, int64_t max,
                         int64_t optimum);
  format::ValueId apply(format::ValueOp op, format::ValueId a,
                        format::ValueId b);
  void check(format::CheckKind kind, format::ValueId a, format::ValueId b,
             const std::string &subject);

  format::BufferId input(const std::string &name, format::ElementType type,
                         std::vector<format::ValueId> dims,
                         uint32_t alignment = format::kBufferAlignment);
  format::BufferId output(const std::string &name, format::ElementType type,
                          std::vector<format::ValueId> dims,
                          uint32_t alignment = format::kBufferAlignment);
  format::BufferId weights(std::vector<float> numbers);
  format::BufferId arena(format::ValueId size, uint32_t firstStep,
                         uint32_t lastStep);
  format::BufferId alias(format::BufferId of, format::ValueId size,
                         format::ValueId byteOffset);

  /// The step, to be changed where the usual is not wanted.
  format::Step &step(TestKernel kernel, std::vector<format::BufferId> buffers,
                     std::vector<format::ValueId> sizes,
                     format::ValueId extent);
  format::Step &copy(format::BufferId from, format::BufferId to,
                     format::ValueId bytes);

  format::Program program;
  format::Variant variant = testVariant();

  /// The whole engine; aborts the test program when it is not sound.
  std::vector<std::byte> build();

private:
  std::deque<std::vector<float>> numbers;
  format::ConstantPool pool;
};

/// x [n] f32, n in 0..1000000 -> y [n] f32, y = x + c, in one step.
std::vector<std::byte> makeAddEngine(float c = 1.0f, uint32_t alignment = 64);

/// x [n] f32 -> y [n] f32, y = x + `steps`, through `steps` steps in a row
/// and an arena in between; each step may be split from `grain` on.
std::vector<std::byte> makeChainEngine(uint32_t steps, int64_t grain);

} // namespace tenon::test

#endif // TENON_TEST_DEVICE_ENGINEMAKER_H
