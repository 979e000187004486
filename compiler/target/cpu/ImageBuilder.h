// SPDX-License-Identifier: Apache-2.0
// Lays the kernels of one CPU target into one flat image: the text of all,
// then the constants of all, at a fixed distance, so that it runs wherever it
// is mapped. The engine's CODE section is these bytes.
#ifndef TENON_COMPILER_TARGET_CPU_IMAGEBUILDER_H
#define TENON_COMPILER_TARGET_CPU_IMAGEBUILDER_H

#include "compiler/target/Target.h"
#include "compiler/target/cpu/ObjectReader.h"

namespace tenon {

/// Equal kernels in equal order give equal bytes.
llvm::Expected<CodeImage> buildCpuImage(llvm::ArrayRef<ObjectCode> kernels);

} // namespace tenon

#endif // TENON_COMPILER_TARGET_CPU_IMAGEBUILDER_H
