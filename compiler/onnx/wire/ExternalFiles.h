// SPDX-License-Identifier: Apache-2.0
// The one way from a model's words to files beside it. Why: external data has
// been the way out of the model's folder again and again (`../`, links, hard
// links, lengths beyond the file), so every kind of tensor comes through here
// and the kernel resolves the path beneath an open folder, not we in strings.
#ifndef TENON_COMPILER_ONNX_WIRE_EXTERNALFILES_H
#define TENON_COMPILER_ONNX_WIRE_EXTERNALFILES_H

#include "compiler/onnx/wire/MappedFile.h"
#include "compiler/onnx/wire/OnnxError.h"
#include "compiler/onnx/wire/OnnxLimits.h"
#include "compiler/onnx/wire/OnnxModel.h"
#include "compiler/onnx/wire/OnnxStorage.h"

#include <map>
#include <string>
#include <string_view>

namespace tenon {

/// How paths are held beneath the folder. `Auto` asks the kernel to
/// (openat2), and walks the path part by part where the kernel cannot.
enum class BeneathMethod : uint8_t { Auto, PartByPart };

/// Files beneath one folder, each mapped once.
class ExternalFiles {
public:
  /// The folder that holds `modelPath`. What cannot be opened shows up when
  /// a tensor first asks for a file.
  ExternalFiles(const std::string &modelPath, const OnnxLimits &limits,
                OnnxStorage &storage,
                BeneathMethod method = BeneathMethod::Auto);

  /// The bytes that `data` names; its length must be given. The error lacks
  /// `where` and `file`.
  OnnxResult<std::string_view> find(const OnnxExternalData &data);

private:
  OnnxResult<std::string_view> mapFile(std::string_view location);
  std::optional<OnnxError> faultOfFile(std::string_view location, unsigned mode,
                                       uint64_t links, int64_t sizeBytes) const;
  FileHandle openBeneath(const std::string &location) const;

  FileHandle folder;
  const OnnxLimits &limits;
  OnnxStorage &storage;
  BeneathMethod method;
  int64_t totalBytes = 0;
  /// By location as the model spells it.
  std::map<std::string, std::string_view, std::less<>> mapped;
};

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WIRE_EXTERNALFILES_H
