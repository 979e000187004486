// SPDX-License-Identifier: Apache-2.0
//
// What a sound program is, checked before anyone uses one.
//
// The writer checks what it is given, the reader what it decoded. Afterwards
// every index is in range, every symbol is bound by an input, constants lie
// in their section and no step uses arena memory outside its lifetime: the
// runtime relies on that and checks nothing twice.
#ifndef TENON_FORMAT_CHECKPROGRAM_H
#define TENON_FORMAT_CHECKPROGRAM_H

#include "format/Engine.h"
#include "format/Program.h"
#include "format/Status.h"

namespace tenon::format {

/// What a program refers to outside itself.
struct ProgramSurroundings {
  uint32_t numKernels = 0;
  uint64_t constantBytes = 0;
};

/// badEngine with the first thing that is wrong and where.
Status checkProgram(const Program &program,
                    const ProgramSurroundings &surroundings);

/// The same for a variant and its image of `codeBytes`.
Status checkVariant(const Variant &variant, uint64_t codeBytes,
                    uint32_t codeAlignment);

/// For each buffer of a sound program the one it is in the end a part of;
/// itself, unless it is an alias.
std::vector<BufferId> findRoots(const Program &program);

} // namespace tenon::format

#endif // TENON_FORMAT_CHECKPROGRAM_H
