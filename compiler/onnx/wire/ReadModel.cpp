// SPDX-License-Identifier: Apache-2.0
// ModelProto and the messages that only it holds.
#include "compiler/onnx/wire/ModelReader.h"

namespace tenon {
namespace {

/// Field numbers of ModelProto that hold lists or messages.
enum ModelField : uint32_t {
  kGraph = 7,
  kOpsetImport = 8,
  kMetadata = 14,
  kFunctions = 25,
};

} // namespace

bool ModelReader::readOpset(std::string_view message, OnnxOpsetImport &import) {
  return forEachField(message, [&](const WireField &field) {
    if (field.number == 1)
      return domainOf(field, import.domain);
    return field.number != 2 || intOf(field, import.version);
  });
}

bool ModelReader::readOpsets(std::string_view message, uint32_t number,
                             int64_t count,
                             std::span<const OnnxOpsetImport> &list) {
  if (count > limits.opsetImports)
    return failLimit("too many operator sets are imported",
                     std::to_string(count), limits.opsetImports);
  return readMessages(message, number, count, list,
                      [&](std::string_view bytes, OnnxOpsetImport &import) {
                        return readOpset(bytes, import);
                      });
}

bool ModelReader::readMetadata(std::string_view message, OnnxMetadata &entry) {
  return forEachField(message, [&](const WireField &field) {
    if (field.number == 1)
      return bytesOf(field, entry.key);
    return field.number != 2 || bytesOf(field, entry.value);
  });
}

bool ModelReader::readFunction(std::string_view message,
                               OnnxFunction &function) {
  FieldCounts counts;
  if (!countFields(message, counts))
    return false;
  bool isSound = forEachField(message, [&](const WireField &field) {
    switch (field.number) {
    case 1:
      place.itemName = field.bytes;
      return nameOf(field, function.name);
    case 10:
      return domainOf(field, function.domain);
    case 13:
      return nameOf(field, function.overload);
    default:
      return true;
    }
  });
  OnnxGraph *body = isSound ? addGraph(message, kFunctionProto) : nullptr;
  if (!body)
    return false;
  body->function = &function;
  function.body = body;
  // Defaults of attributes are read as if they stood in the body.
  place.graph = body;
  return readStrings(message, 4, /*areNames=*/true, function.inputs) &&
         readStrings(message, 5, /*areNames=*/true, function.outputs) &&
         readStrings(message, 6, /*areNames=*/true, function.attributeNames) &&
         readOpsets(message, 9, counts[9], function.opsetImports) &&
         readMessages(message, 11, counts[11], function.attributeDefaults,
                      [&](std::string_view bytes, OnnxAttribute &attribute) {
                        return readAttribute(bytes, attribute);
                      });
}

bool ModelReader::readModelHead(OnnxModel &model) {
  return forEachField(file, [&](const WireField &field) {
    switch (field.number) {
    case 1:
      return intOf(field, model.irVersion);
    case 2:
      return bytesOf(field, model.producerName);
    case 3:
      return bytesOf(field, model.producerVersion);
    case 4:
      return bytesOf(field, model.domain);
    case 5:
      return intOf(field, model.modelVersion);
    case kGraph: {
      if (model.graph)
        return failMalformed("the model has two graphs", field.start);
      std::string_view bytes;
      if (!bytesOf(field, bytes))
        return false;
      model.graph = addGraph(bytes, kGraphProto);
      return model.graph != nullptr;
    }
    default:
      return true;
    }
  });
}

bool ModelReader::addImpliedOpset(OnnxModel &model) {
  // Before IR version 3 models import nothing and mean version 1.
  constexpr int64_t kFirstIrWithImports = 3;
  bool isImplied = model.opsetImports.empty() && model.irVersion >= 1 &&
                   model.irVersion < kFirstIrWithImports;
  std::span<OnnxOpsetImport> implied;
  if (!isImplied)
    return true;
  if (!allocate(1, implied))
    return false;
  implied.front().version = 1;
  model.opsetImports = implied;
  return true;
}

bool ModelReader::readModelLists(const FieldCounts &counts, OnnxModel &model) {
  int64_t index = 0;
  return readOpsets(file, kOpsetImport, counts[kOpsetImport],
                    model.opsetImports) &&
         readMessages(file, kMetadata, counts[kMetadata], model.metadata,
                      [&](std::string_view bytes, OnnxMetadata &entry) {
                        return readMetadata(bytes, entry);
                      }) &&
         readMessages(file, kFunctions, counts[kFunctions], model.functions,
                      [&](std::string_view bytes, OnnxFunction &function) {
                        place = {.item = "function", .itemIndex = index++};
                        return readFunction(bytes, function);
                      });
}

bool ModelReader::readModel(OnnxModel &model) {
  FieldCounts counts;
  if (!countFields(file, counts) || !readModelHead(model))
    return false;
  if (!model.graph)
    return fail({.code = OnnxErrorCode::NotOnnx,
                 .what = "the file holds no graph",
                 .allowed = "an ONNX ModelProto with a graph",
                 .nextStep = "Check that this is the model file and that it "
                             "is whole."});
  if (counts[kFunctions] > limits.functions)
    return failLimit("the model has too many functions",
                     std::to_string(counts[kFunctions]), limits.functions);
  if (!readModelLists(counts, model) || !readPendingGraphs() ||
      !addImpliedOpset(model))
    return false;
  std::span<OnnxGraph *> graphs;
  if (!allocate(static_cast<int64_t>(pendingGraphs.size()), graphs))
    return false;
  for (size_t i = 0; i < graphs.size(); ++i)
    graphs[i] = pendingGraphs[i].graph;
  model.graphs = graphs;
  return true;
}

bool ModelReader::readLoneTensor(OnnxTensor &tensor) {
  return readTensor(file, tensor);
}

} // namespace tenon
