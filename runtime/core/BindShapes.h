// SPDX-License-Identifier: Apache-2.0
//
// From the shapes of the inputs to every size of a program.
//
// A caller gives one shape for each input. Here they are compared with what
// the model takes, the symbols get their numbers, all values are evaluated
// and the program's checks are made. What comes out is safe to plan with:
// no dimension is negative and no size overflows.
#ifndef TENON_RUNTIME_CORE_BINDSHAPES_H
#define TENON_RUNTIME_CORE_BINDSHAPES_H

#include "format/Program.h"
#include "format/Status.h"
#include "format/ValueProgram.h"

#include <span>
#include <vector>

namespace tenon::runtime {

using Dims = std::span<const int64_t>;

/// Checks one input by itself: rank, fixed dimensions, ranges of the others
/// (`ranges`: findRanges of the program). badShape says what the input takes.
format::Status checkInputShape(const format::Program &program,
                               std::span<const format::ValueRange> ranges,
                               uint32_t input, Dims dims);

/// "[n, 3, 8..64]": what a port takes, for people.
std::string describePort(const format::Program &program,
                         const format::Port &port);

/// Symbols from the inputs' shapes, each at its first appearance. Every
/// shape was accepted by checkInputShape.
std::vector<int64_t> findSymbols(const format::Program &program,
                                 std::span<const std::vector<int64_t>> shapes);

/// All values at these symbols. badShape when a size has no result, an input
/// has another dimension than the model computes, or a check fails.
format::Result<std::vector<int64_t>>
bindValues(const format::Program &program, std::span<const int64_t> symbols,
           std::span<const std::vector<int64_t>> shapes);

/// Bytes of a tensor of this shape; badShape when negative or beyond 2^63.
format::Result<int64_t> findTensorBytes(format::ElementType type, Dims dims);

} // namespace tenon::runtime

#endif // TENON_RUNTIME_CORE_BINDSHAPES_H
