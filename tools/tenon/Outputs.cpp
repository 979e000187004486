// SPDX-License-Identifier: Apache-2.0
// Writes and shows output tensors.
#include "tools/tenon/Outputs.h"

#include "tools/tenon/Failures.h"
#include "tools/tenon/Table.h"
#include "tools/tensor/CompareTensors.h"
#include "tools/tensor/TensorFile.h"
#include "tools/tensor/ValueSummary.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tenon::cli {

namespace {

/// Removes what was written unless it is told to keep it.
class Undo {
public:
  ~Undo() {
    for (const std::string &file : files)
      ::unlink(file.c_str());
    if (!folder.empty())
      ::rmdir(folder.c_str());
  }
  void keep() {
    files.clear();
    folder.clear();
  }

  std::vector<std::string> files;
  std::string folder; // one that we made
};

std::string firstElements(const HostTensor &tensor) {
  constexpr int64_t kShown = 4;
  std::vector<std::string> texts;
  int64_t count = tensor.numElements();
  for (int64_t i = 0; i < std::min(count, kShown); ++i)
    texts.push_back(elementText(tensor, i));
  return fmt::format("{}{}", fmt::join(texts, " "),
                     count > kShown ? " ..." : "");
}

Result<void> makeFolder(const std::string &folder, Undo &undo) {
  constexpr mode_t kMode = 0777; // less what the user's mask takes away
  if (::mkdir(folder.c_str(), kMode) == 0) {
    undo.folder = folder;
    return {};
  }
  int reason = errno;
  struct stat status = {};
  if (::stat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode))
    return {};
  return Failure{TENON_WRITE_FAILED,
                 fmt::format("--output-dir: the folder {} cannot be made ({}); "
                             "name one that you may write to",
                             folder, std::strerror(reason))};
}

} // namespace

Result<std::vector<std::string>>
writeOutputs(const std::string &folder,
             const std::vector<HostTensor> &tensors) {
  Undo undo;
  if (Result<void> made = makeFolder(folder, undo); !made)
    return made.error();
  std::vector<std::string> files;
  for (const HostTensor &tensor : tensors) {
    OnnxResult<std::string> file = writeTensorFile(folder, tensor);
    if (!file)
      return failureOf(file.error());
    undo.files.push_back(*file);
    files.push_back(*file);
  }
  undo.keep();
  return files;
}

Json outputsJson(const std::vector<HostTensor> &tensors,
                 const std::vector<std::string> &files) {
  Json list = Json::array();
  for (size_t i = 0; i < tensors.size(); ++i) {
    Json file = i < files.size() ? Json(files[i]) : Json(nullptr);
    list.push_back({{"name", tensors[i].name},
                    {"file", std::move(file)},
                    {"type", elementTypeName(tensors[i].elementType)},
                    {"shape", tensors[i].shape}});
  }
  return list;
}

void printOutputs(const std::vector<HostTensor> &tensors,
                  const std::vector<std::string> &files) {
  Table table({"output", "type", "shape", ">least", ">mean", ">greatest",
               ">not finite", files.empty() ? "elements" : "file"});
  for (size_t i = 0; i < tensors.size(); ++i) {
    const HostTensor &tensor = tensors[i];
    ValueSummary summary = summarizeValues(tensor);
    auto number = [&](double value) {
      return summary.numFinite ? fmt::format("{:.6g}", value)
                               : std::string("-");
    };
    table.addRow({tensor.name, std::string(elementTypeName(tensor.elementType)),
                  shapeText(tensor.shape), number(summary.least),
                  number(summary.mean), number(summary.greatest),
                  std::to_string(summary.numNotFinite),
                  files.empty() ? firstElements(tensor) : files[i]});
  }
  table.print();
}

} // namespace tenon::cli
