// SPDX-License-Identifier: Apache-2.0
// x86-64 and AArch64 relocations, by the formulas of the ELF supplements
// ("System V ABI, AMD64 supplement" 4.4, "ELF for the Arm 64-bit Architecture"
// 5.7): S + A is `target`, P is `placeAddress`.
#include "compiler/target/cpu/Relocation.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::support;

namespace tenon {
namespace {

/// How a value is put into the 32-bit word of an AArch64 instruction.
enum class Field {
  Page21,    ///< adrp: pages, low two bits apart
  Offset21,  ///< adr: bytes, low two bits apart
  Word19,    ///< literal load: words
  Word26,    ///< branch: words
  PageOffset ///< low 12 bits, in units of the access
};

struct ArmRelocation {
  uint32_t type;
  Field field;
  unsigned scale; ///< log2 of the access, for PageOffset
};

constexpr ArmRelocation kArmRelocations[] = {
    {ELF::R_AARCH64_ADR_PREL_PG_HI21, Field::Page21, 0},
    {ELF::R_AARCH64_ADR_PREL_LO21, Field::Offset21, 0},
    {ELF::R_AARCH64_LD_PREL_LO19, Field::Word19, 0},
    {ELF::R_AARCH64_CALL26, Field::Word26, 0},
    {ELF::R_AARCH64_JUMP26, Field::Word26, 0},
    {ELF::R_AARCH64_ADD_ABS_LO12_NC, Field::PageOffset, 0},
    {ELF::R_AARCH64_LDST8_ABS_LO12_NC, Field::PageOffset, 0},
    {ELF::R_AARCH64_LDST16_ABS_LO12_NC, Field::PageOffset, 1},
    {ELF::R_AARCH64_LDST32_ABS_LO12_NC, Field::PageOffset, 2},
    {ELF::R_AARCH64_LDST64_ABS_LO12_NC, Field::PageOffset, 3},
    {ELF::R_AARCH64_LDST128_ABS_LO12_NC, Field::PageOffset, 4},
};

const ArmRelocation *findArmRelocation(uint32_t type) {
  for (const ArmRelocation &relocation : kArmRelocations)
    if (relocation.type == type)
      return &relocation;
  return nullptr;
}

Error makeRangeError(int64_t distance) {
  return createStringError("a reference over " + Twine(distance) +
                           " bytes does not fit its instruction; the image "
                           "is too large");
}

void insertBits(char *place, uint32_t mask, uint32_t bits) {
  endian::write32le(place, (endian::read32le(place) & ~mask) | (bits & mask));
}

/// adr and adrp: the two lowest bits go to 29..30, the rest to 5..23.
void insertSplit21(char *place, uint64_t value) {
  insertBits(place, 0x60ffffe0,
             ((value & 3) << 29) | (((value >> 2) & 0x7ffff) << 5));
}

Error applyArm(const ArmRelocation &relocation, char *place, int64_t address,
               int64_t target) {
  constexpr int64_t kPageMask = 0xfff;
  int64_t distance = target - address;
  switch (relocation.field) {
  case Field::Page21: {
    int64_t pages = (target & ~kPageMask) - (address & ~kPageMask);
    if (!isInt<33>(pages))
      return makeRangeError(distance);
    insertSplit21(place, pages >> 12);
    return Error::success();
  }
  case Field::Offset21:
    if (!isInt<21>(distance))
      return makeRangeError(distance);
    insertSplit21(place, distance);
    return Error::success();
  case Field::Word19:
    if (!isInt<21>(distance) || distance % 4)
      return makeRangeError(distance);
    insertBits(place, 0x00ffffe0, ((distance >> 2) & 0x7ffff) << 5);
    return Error::success();
  case Field::Word26:
    if (!isInt<28>(distance) || distance % 4)
      return makeRangeError(distance);
    insertBits(place, 0x03ffffff, distance >> 2);
    return Error::success();
  case Field::PageOffset: {
    int64_t offset = target & kPageMask;
    if (offset & ((1 << relocation.scale) - 1))
      return createStringError("a constant is not aligned to its access");
    insertBits(place, 0xfff << 10, (offset >> relocation.scale) << 10);
    return Error::success();
  }
  }
  llvm_unreachable("every field is handled");
}

/// A plain 32-bit or 64-bit distance, on either machine.
Error applyDistance(bool is64, char *place, int64_t distance) {
  if (is64) {
    endian::write64le(place, distance);
    return Error::success();
  }
  if (!isInt<32>(distance))
    return makeRangeError(distance);
  endian::write32le(place, distance);
  return Error::success();
}

/// Bits of a plain distance relocation; 0 for others.
unsigned distanceBits(uint16_t machine, uint32_t type) {
  if (machine == ELF::EM_X86_64) {
    if (type == ELF::R_X86_64_PC32 || type == ELF::R_X86_64_PLT32)
      return 32;
    return type == ELF::R_X86_64_PC64 ? 64 : 0;
  }
  if (type == ELF::R_AARCH64_PREL32)
    return 32;
  return type == ELF::R_AARCH64_PREL64 ? 64 : 0;
}

} // namespace

bool isKnownRelocation(uint16_t machine, uint32_t type) {
  if (machine != ELF::EM_X86_64 && machine != ELF::EM_AARCH64)
    return false;
  return distanceBits(machine, type) != 0 ||
         (machine == ELF::EM_AARCH64 && findArmRelocation(type));
}

Error applyRelocation(uint16_t machine, uint32_t type, char *place,
                      int64_t placeAddress, int64_t target) {
  if (!isKnownRelocation(machine, type))
    return createStringError("relocation type " + Twine(type) +
                             " is not one that an image can hold");
  if (unsigned bits = distanceBits(machine, type))
    return applyDistance(bits == 64, place, target - placeAddress);
  return applyArm(*findArmRelocation(type), place, placeAddress, target);
}

} // namespace tenon
