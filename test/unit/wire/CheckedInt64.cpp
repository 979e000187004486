// SPDX-License-Identifier: Apache-2.0
// Overflow is remembered by every result computed from it.
#include "compiler/onnx/wire/CheckedInt64.h"

#include <gtest/gtest.h>

namespace tenon {
namespace {

TEST(CheckedInt64, ComputesWithinRange) {
  CheckedInt64 result = CheckedInt64(3) * 5 + 2 - 1;
  ASSERT_TRUE(result.isValid());
  EXPECT_EQ(result.value(), 16);
  EXPECT_TRUE(result.isAtMost(16));
  EXPECT_FALSE(result.isAtMost(15));
}

TEST(CheckedInt64, RemembersOverflow) {
  EXPECT_TRUE((CheckedInt64(INT64_MAX) + 0).isValid());
  EXPECT_FALSE((CheckedInt64(INT64_MAX) + 1).isValid());
  EXPECT_FALSE((CheckedInt64(INT64_MIN) - 1).isValid());
  EXPECT_FALSE((CheckedInt64(int64_t{1} << 32) * (int64_t{1} << 31)).isValid());
  // 2^32 * 2^32 wraps to 0, which must not look like a small size.
  CheckedInt64 wrapped = CheckedInt64(int64_t{1} << 32) * (int64_t{1} << 32);
  EXPECT_FALSE((wrapped * 0).isValid());
  EXPECT_FALSE((wrapped + 1).isAtMost(INT64_MAX));
}

} // namespace
} // namespace tenon
