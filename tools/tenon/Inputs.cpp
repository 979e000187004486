// SPDX-License-Identifier: Apache-2.0
// Reads and makes input tensors.
#include "tools/tenon/Inputs.h"

#include "runtime/core/NearestName.h"
#include "tools/tenon/Failures.h"
#include "tools/tenon/Table.h"
#include "tools/tensor/RandomTensor.h"
#include "tools/tensor/TensorFile.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <sys/stat.h>

namespace tenon::cli {

namespace {

struct NamedFile {
  size_t port;
  std::string path;
};

/// Splits NAME=FILE. Names may hold '=', so known names are tried first.
Result<NamedFile> splitNamedFile(const std::string &text,
                                 const std::vector<Port> &ports) {
  for (size_t i = 0; i < ports.size(); ++i)
    if (text.starts_with(ports[i].name + "="))
      return NamedFile{i, text.substr(ports[i].name.size() + 1)};
  size_t equals = text.find('=');
  if (equals == std::string::npos)
    return wrongUse(fmt::format("--input: found '{}'; allowed: NAME=FILE with "
                                "a .npy or .pb file; inputs are {}",
                                text, fmt::join(portNames(ports), ", ")));
  return wrongUse("--input: " +
                  runtime::describeUnknownName("input", text.substr(0, equals),
                                               portNames(ports)));
}

Result<HostTensor> readInput(const Port &port, const std::string &path) {
  OnnxResult<HostTensor> tensor = readTensorFile(path);
  if (!tensor)
    return failureOf(tensor.error());
  if (Result<void> checked = checkTensor(port, *tensor, path); !checked)
    return checked.error();
  tensor->name = port.name;
  return std::move(*tensor);
}

/// Sizes of random inputs: what --shape fixes, also for dimensions of the same
/// name on other inputs, else the optimum.
class RandomSizes {
public:
  RandomSizes(const std::vector<Port> &ports,
              const std::vector<ShapeChoice> &shapes)
      : ports(ports), shapes(shapes) {}

  Result<void> read();
  std::vector<int64_t> shapeOf(const Port &port) const;

private:
  Result<void> readChoice(const ShapeChoice &choice, const Port &port);
  Result<void> fix(const Port &port, size_t index,
                   const tenon_dimension_choice &choice);

  const std::vector<Port> &ports;
  const std::vector<ShapeChoice> &shapes;
  std::map<std::string, int64_t> fixed;
};

Result<void> RandomSizes::fix(const Port &port, size_t index,
                              const tenon_dimension_choice &choice) {
  const PortDimension &dim = port.dims[index];
  if (choice.keep)
    return {};
  int64_t size = choice.optimum > 0 ? choice.optimum : choice.min;
  if (size < dim.min || size > dim.max)
    return Failure{TENON_BAD_SHAPE,
                   fmt::format("--shape: dimension {} of '{}' is {}; allowed: "
                               "{}",
                               index, port.name, size, dimensionsText(port))};
  if (dim.isFixed())
    return {};
  auto [known, isNew] = fixed.try_emplace(dim.name, size);
  if (isNew || known->second == size)
    return {};
  return Failure{TENON_BAD_SHAPE,
                 fmt::format("--shape: dimension {} of '{}' is {}, and {} was "
                             "given to another called '{}' as well; allowed: "
                             "one size for both",
                             index, port.name, size, known->second, dim.name)};
}

Result<void> RandomSizes::readChoice(const ShapeChoice &choice,
                                     const Port &port) {
  if (choice.dims.size() != port.dims.size())
    return Failure{
        TENON_BAD_SHAPE,
        fmt::format("--shape: found {} dimensions for '{}'; allowed: "
                    "{}",
                    choice.dims.size(), port.name, dimensionsText(port))};
  for (size_t i = 0; i < port.dims.size(); ++i)
    if (Result<void> done = fix(port, i, choice.dims[i]); !done)
      return done;
  return {};
}

Result<void> RandomSizes::read() {
  for (const ShapeChoice &choice : shapes) {
    auto port = std::find_if(ports.begin(), ports.end(), [&](const Port &one) {
      return one.name == choice.input;
    });
    if (port == ports.end())
      return Failure{TENON_NOT_FOUND,
                     "--shape: " +
                         runtime::describeUnknownName("input", choice.input,
                                                      portNames(ports))};
    if (Result<void> done = readChoice(choice, *port); !done)
      return done;
  }
  return {};
}

std::vector<int64_t> RandomSizes::shapeOf(const Port &port) const {
  std::vector<int64_t> shape;
  for (const PortDimension &dim : port.dims) {
    auto found = fixed.find(dim.name);
    bool isChosen = !dim.isFixed() && found != fixed.end();
    shape.push_back(isChosen ? found->second : std::max(dim.optimum, dim.min));
  }
  return shape;
}

Result<HostTensor> makeRandom(const Port &port, std::vector<int64_t> shape,
                              uint64_t seed) {
  OnnxResult<HostTensor> tensor =
      makeHostTensor(port.name, port.type, std::move(shape));
  if (!tensor)
    return failureOf(tensor.error());
  RandomOptions options;
  options.seed = seed;
  fillRandom(*tensor, options);
  return std::move(*tensor);
}

bool isFolder(const std::string &path) {
  struct stat status = {};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

/// The file of each port; empty where none is given.
Result<std::vector<std::string>> findFiles(const std::vector<Port> &ports,
                                           const InputArguments &arguments) {
  std::vector<std::string> paths(ports.size());
  for (const std::string &text : arguments.files) {
    Result<NamedFile> file = splitNamedFile(text, ports);
    if (!file)
      return file.error();
    if (!paths[file->port].empty())
      return wrongUse(
          fmt::format("--input: '{}' is given twice", ports[file->port].name));
    paths[file->port] = file->path;
  }
  if (arguments.folder.empty())
    return paths;
  if (!isFolder(arguments.folder))
    return Failure{TENON_READ_FAILED,
                   fmt::format("--input-dir: {} is no folder; allowed: a "
                               "folder with a file NAME.npy or NAME.pb for "
                               "each input",
                               arguments.folder)};
  for (size_t i = 0; i < ports.size(); ++i) {
    if (!paths[i].empty())
      continue;
    OnnxResult<std::string> found =
        findTensorFile(arguments.folder, ports[i].name);
    if (found)
      paths[i] = *found;
    else if (!arguments.random)
      return failureOf(found.error());
  }
  return paths;
}

} // namespace

Result<void> checkTensor(const Port &port, const HostTensor &tensor,
                         const std::string &file) {
  if (tensor.elementType != port.type) {
    bool isDouble = tensor.elementType == OnnxElementType::Float64 &&
                    port.type == OnnxElementType::Float32;
    return Failure{
        TENON_INVALID_ARGUMENT,
        fmt::format("{}: input '{}' takes {}, found {}{}", file, port.name,
                    elementTypeName(port.type),
                    describeTensor(tensor.elementType, tensor.shape),
                    isDouble ? "; NumPy makes f64 unless told otherwise: save "
                               "array.astype('float32')"
                             : "; convert the file")};
  }
  if (tensor.shape.size() != port.dims.size())
    return Failure{TENON_BAD_SHAPE,
                   fmt::format("{}: input '{}' has the shape {}, found {}",
                               file, port.name, dimensionsText(port),
                               shapeText(tensor.shape))};
  return {};
}

Result<std::vector<HostTensor>>
gatherInputs(const std::vector<Port> &ports, const InputArguments &arguments,
             const std::vector<ShapeChoice> &shapes) {
  RandomSizes sizes(ports, shapes);
  if (Result<void> read = sizes.read(); !read)
    return read.error();
  Result<std::vector<std::string>> files = findFiles(ports, arguments);
  if (!files)
    return files.error();
  std::vector<HostTensor> tensors;
  for (size_t i = 0; i < ports.size(); ++i) {
    const std::string &file = (*files)[i];
    if (file.empty() && !arguments.random)
      return wrongUse(fmt::format(
          "input '{}' {} is missing; give it with --input '{}=FILE.npy', all "
          "of them with --input-dir DIR, or take --random",
          ports[i].name, dimensionsText(ports[i]), ports[i].name));
    Result<HostTensor> tensor =
        file.empty()
            ? makeRandom(ports[i], sizes.shapeOf(ports[i]), arguments.seed)
            : readInput(ports[i], file);
    if (!tensor)
      return tensor.error();
    tensors.push_back(std::move(*tensor));
  }
  return tensors;
}

std::string shapesText(const std::vector<HostTensor> &tensors) {
  std::vector<std::string> texts;
  for (const HostTensor &tensor : tensors)
    texts.push_back(printable(tensor.name) + " " + shapeText(tensor.shape));
  return fmt::format("{}", fmt::join(texts, ", "));
}

Json shapesJson(const std::vector<HostTensor> &tensors) {
  Json list = Json::array();
  for (const HostTensor &tensor : tensors)
    list.push_back({{"name", tensor.name},
                    {"type", elementTypeName(tensor.elementType)},
                    {"shape", tensor.shape}});
  return list;
}

Result<std::vector<HostTensor>> readTestSet(const std::string &folder,
                                            const char *prefix,
                                            const std::vector<Port> &ports) {
  std::vector<HostTensor> tensors(ports.size());
  for (size_t i = 0; i < ports.size(); ++i) {
    std::string path = fmt::format("{}/{}_{}.pb", folder, prefix, i);
    OnnxResult<HostTensor> tensor = readTensorFile(path);
    if (!tensor)
      return failureOf(tensor.error());
    size_t place = i;
    for (size_t port = 0; port < ports.size(); ++port)
      if (ports[port].name == tensor->name)
        place = port;
    tensor->name = ports[place].name;
    tensors[place] = std::move(*tensor);
  }
  return tensors;
}

} // namespace tenon::cli
