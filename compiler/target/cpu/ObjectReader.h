// SPDX-License-Identifier: Apache-2.0
// Reads the ELF object of one kernel into what an image is built from. Refuses
// anything an image could not hold: writable data, references to symbols that
// are not in the object. After EmitObject, before ImageBuilder.
#ifndef TENON_COMPILER_TARGET_CPU_OBJECTREADER_H
#define TENON_COMPILER_TARGET_CPU_OBJECTREADER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tenon {

/// A position in one of the two parts of a kernel.
struct PartOffset {
  bool isText = true;
  int64_t offset = 0;
};

/// A place that refers to another one, by ELF's number for the machine.
struct Reference {
  uint32_t type = 0;
  PartOffset place;
  PartOffset target; ///< Symbol plus addend.
};

/// The code and constants of one kernel, not yet placed.
struct ObjectCode {
  uint16_t machine = 0; ///< ELF's number.
  std::string text;
  std::string constants;
  uint64_t constantAlignment = 1;
  uint64_t entry = 0; ///< Offset in text.
  std::vector<Reference> references;
};

/// Parses an object; an undefined symbol is an error that names it.
llvm::Expected<ObjectCode> readObject(llvm::StringRef object);

} // namespace tenon

#endif // TENON_COMPILER_TARGET_CPU_OBJECTREADER_H
