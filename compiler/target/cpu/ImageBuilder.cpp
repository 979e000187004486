// SPDX-License-Identifier: Apache-2.0
// Two passes over the kernels: place them, then resolve their references.
#include "compiler/target/cpu/ImageBuilder.h"

#include "compiler/target/cpu/Relocation.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace tenon {
namespace {

/// A cache line: what a kernel's loops were aligned against.
constexpr uint64_t kTextAlignment = 64;

/// The largest page of the machine's systems: text and constants get
/// different protection.
uint64_t pageBytesOf(uint16_t machine) {
  return machine == ELF::EM_AARCH64 ? 64 * 1024 : 4096;
}

/// Filling between functions that stops a jump astray: int3, or udf.
char textFillOf(uint16_t machine) {
  return machine == ELF::EM_AARCH64 ? '\0' : '\xcc';
}

/// Where the two parts of a kernel went.
struct Placement {
  uint64_t text = 0;
  uint64_t constants = 0;

  int64_t addressOf(PartOffset position) const {
    return (position.isText ? text : constants) + position.offset;
  }
};

Error resolve(const ObjectCode &kernel, const Placement &placement,
              std::string &bytes) {
  for (const Reference &reference : kernel.references) {
    int64_t place = placement.addressOf(reference.place);
    if (Error error = applyRelocation(kernel.machine, reference.type,
                                      bytes.data() + place, place,
                                      placement.addressOf(reference.target)))
      return error;
  }
  return Error::success();
}

} // namespace

Expected<CodeImage> buildCpuImage(ArrayRef<ObjectCode> kernels) {
  if (kernels.empty())
    return CodeImage();
  uint16_t machine = kernels.front().machine;
  char fill = textFillOf(machine);
  CodeImage image;
  image.pageBytes = pageBytesOf(machine);
  std::vector<Placement> placements(kernels.size());
  for (auto [kernel, placement] : zip_equal(kernels, placements)) {
    if (kernel.machine != machine)
      return createStringError("kernels of two machines in one image");
    image.bytes.resize(alignTo(image.bytes.size(), kTextAlignment), fill);
    placement.text = image.bytes.size();
    image.entryOffsets.push_back(placement.text + kernel.entry);
    image.bytes += kernel.text;
  }
  image.bytes.resize(alignTo(image.bytes.size(), image.pageBytes), fill);
  image.textBytes = image.bytes.size();
  for (auto [kernel, placement] : zip_equal(kernels, placements)) {
    image.bytes.resize(alignTo(image.bytes.size(), kernel.constantAlignment));
    placement.constants = image.bytes.size();
    image.bytes += kernel.constants;
  }
  for (auto [kernel, placement] : zip_equal(kernels, placements))
    if (Error error = resolve(kernel, placement, image.bytes))
      return std::move(error);
  return image;
}

} // namespace tenon
