// SPDX-License-Identifier: Apache-2.0
// Errors say all they know, in bounded text that a terminal survives.
#include "compiler/onnx/wire/OnnxError.h"

#include <gtest/gtest.h>

namespace tenon {
namespace {

using namespace std::string_literals;

TEST(OnnxError, SaysWhatWhereFoundAllowedAndNext) {
  OnnxError error{.code = OnnxErrorCode::BadShape,
                  .what = "a dimension is negative",
                  .where = "input 'x'",
                  .file = "m.onnx",
                  .found = "-3",
                  .allowed = "0 or more",
                  .nextStep = "Export again."};
  EXPECT_EQ(error.text(),
            "m.onnx: input 'x': a dimension is negative; found -3; allowed: "
            "0 or more. Export again. [onnx.shape]");
  EXPECT_EQ(OnnxError{.what = "bad"}.text(), "bad [onnx.malformed]");
}

TEST(OnnxError, KeepsTextBounded) {
  OnnxError error{.what = std::string(100000, 'a')};
  std::string text = error.text();
  EXPECT_LE(text.size(), kMaxErrorText);
  EXPECT_TRUE(text.ends_with("... [onnx.malformed]"));
}

TEST(OnnxError, QuotesNamesSafely) {
  EXPECT_EQ(quoteName("conv1/weight"), "'conv1/weight'");
  EXPECT_EQ(quoteName("größe"), "'größe'");
  EXPECT_EQ(quoteName("a\x1b[2J\n\0z"s), "'a\\x1b[2J\\x0a\\x00z'");
  EXPECT_EQ(quoteName("\x7f"), "'\\x7f'");
  // Broken UTF-8: a lone continuation, a surrogate, a long form, a cut one.
  EXPECT_EQ(quoteName("\x80"), "'\\x80'");
  EXPECT_EQ(quoteName("\xed\xa0\x80"), "'\\xed\\xa0\\x80'");
  EXPECT_EQ(quoteName("\xc0\xaf"), "'\\xc0\\xaf'");
  EXPECT_EQ(quoteName("\xe2\x82"), "'\\xe2\\x82'");
  // A C1 control character, well-formed but steering terminals.
  EXPECT_EQ(quoteName("\xc2\x9b"), "'\\xc2\\x9b'");
  std::string quoted = quoteName(std::string(4096, 'n'));
  EXPECT_LT(quoted.size(), 120U);
  EXPECT_NE(quoted.find("..."), std::string::npos);
}

} // namespace
} // namespace tenon
