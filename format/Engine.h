// SPDX-License-Identifier: Apache-2.0
//
// The engine file: its header, its section table, and what the small
// sections hold.
//
//   header (128 bytes) | section table | section | padding | section ...
//
// All numbers are little-endian. Sections stand in file order, each at the
// first multiple of its alignment after the one before; the gaps are zero and
// the last section ends the file, so that no byte is without meaning. The
// header's root hash covers header and table, the table has a hash of each
// section: every flipped bit and every truncation is refused. A hash finds
// damage; it does not stop an attacker: loading an engine runs its code.
#ifndef TENON_FORMAT_ENGINE_H
#define TENON_FORMAT_ENGINE_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tenon::format {

/// A byte no text file starts with, the name, and the two line ends that
/// careless transfers change.
inline constexpr std::array<uint8_t, 8> kMagic = {0x89, 'T', 'E',  'N',
                                                  'O',  'N', '\r', '\n'};

/// The layout this code writes, and the oldest reader that understands it.
inline constexpr uint32_t kFormatVersion = 1;
inline constexpr uint32_t kMinReaderVersion = 1;

// Header, by byte:
//   0 magic, 8 format version (u32), 12 minimum reader version (u32),
//   16 file size (u64), 24 number of sections (u32), 28 zero,
//   112 root hash: XXH3-128 of bytes [0, 112) and of the table.
inline constexpr uint64_t kHeaderBytes = 128;
inline constexpr uint64_t kRootHashOffset = 112;

// Table entry, by byte: 0 kind (u32), 4 variant (u32), 8 offset (u64),
//   16 size (u64), 24 alignment (u32), 28 zero (u32), 32 hash, 48 zero.
inline constexpr uint64_t kEntryBytes = 64;

/// Sections allowed in one file, and the largest alignment of one (64 KiB:
/// the page of some AArch64 systems).
inline constexpr uint32_t kMaxSections = 4096;
inline constexpr uint32_t kMaxAlignment = 64 * 1024;

/// Every kind but the last two at most once per variant or file.
enum class SectionKind : uint32_t {
  metadata = 1,  // EngineMetadata
  variant = 2,   // Variant
  program = 3,   // Program
  code = 4,      // flat image: text, then read-only data
  constants = 5, // weights, entries aligned to 64 bytes
  explain = 6,   // JSON text
  verdict = 7,   // JSON text
};

const char *sectionKindName(SectionKind kind);

/// `variant` of a section that all variants share.
inline constexpr uint32_t kShared = 0xffffffffu;

using Hash128 = std::array<uint8_t, 16>;

struct Section {
  SectionKind kind = SectionKind::metadata;
  uint32_t variant = kShared;
  uint64_t offset = 0;
  uint64_t size = 0;
  uint32_t alignment = 1;
  Hash128 hash = {};
};

/// What a model's author wrote beside the network, such as the characters that
/// its outputs stand for: ONNX's metadata_props.
struct Property {
  std::string key;
  std::string value;
  bool operator==(const Property &) const = default;
};

/// What the whole engine is. Must not hold times, paths or host names: the
/// same inputs give the same bytes.
struct EngineMetadata {
  std::string producer; // compiler and version
  std::string modelName;
  std::string modelHash;                 // hexadecimal, of the model's bytes
  std::vector<Property> properties = {}; // the model's, in its order
  bool operator==(const EngineMetadata &) const = default;
};

/// One entry of a code image.
struct Kernel {
  std::string name;
  uint64_t entry = 0; // byte offset in the image, below textBytes
  bool operator==(const Kernel &) const = default;
};

/// One target's half of an engine: what it needs and what its code holds.
struct Variant {
  std::string name;   // target, for example "x86-64-v4"
  std::string device; // runtime device, "cpu"
  /// Names the device knows; all must be present. For CPUs LLVM's names.
  std::vector<std::string> features;
  /// Of several variants that fit, the one of highest rank is used.
  uint32_t rank = 0;
  /// The image's first bytes, a multiple of the CODE section's alignment
  /// unless nothing follows, become executable; the rest stays readable.
  uint64_t textBytes = 0;
  std::vector<Kernel> kernels;
  bool operator==(const Variant &) const = default;
};

} // namespace tenon::format

#endif // TENON_FORMAT_ENGINE_H
