// SPDX-License-Identifier: Apache-2.0
// The smallest target: it checks kernels and makes no code, so that everything
// above target/ can be tested without machine code, and so that a new target
// has a place to start. To add one:
//
//  1. Copy this folder to target/<name>/ and rename the class.
//  2. State its facts(): schedules are chosen by them and by nothing else.
//  3. Let compileKernel lower the module; the contract it may rely on is in
//     compiler/ir/kernel/Kernel.h. Keep the first two lines here: what they
//     refuse must never reach your lowering.
//  4. Let buildImage lay the kernels into the bytes that your half of the
//     runtime (runtime/device/<name>) maps and runs.
//  5. Add its names to createTarget (target/CreateTarget.cpp).
//
// target/cpu is the full example.
#ifndef TENON_COMPILER_TARGET_NULL_NULLTARGET_H
#define TENON_COMPILER_TARGET_NULL_NULLTARGET_H

#include "compiler/target/Target.h"

namespace tenon {

std::unique_ptr<Target> createNullTarget();

} // namespace tenon

#endif // TENON_COMPILER_TARGET_NULL_NULLTARGET_H
