// SPDX-License-Identifier: Apache-2.0
//
// A small but complete program and engine for the tests of the format.
#ifndef TENON_TEST_UNIT_FORMAT_SAMPLEENGINE_H
#define TENON_TEST_UNIT_FORMAT_SAMPLEENGINE_H

#include "format/EngineWriter.h"

namespace tenon::format {

/// Every list of a program has an item, every kind of buffer and step occurs.
/// x [n, 3] f32 -> y [n, 3] f32 through one intermediate tensor.
Program makeSampleProgram();

/// A variant with one kernel at the start of its code.
Variant makeSampleVariant();

/// A page of text and a page of constants.
std::vector<std::byte> makeSampleCode();

/// The whole engine: two variants, texts, constants.
std::vector<std::byte> makeSampleEngine();

} // namespace tenon::format

#endif // TENON_TEST_UNIT_FORMAT_SAMPLEENGINE_H
