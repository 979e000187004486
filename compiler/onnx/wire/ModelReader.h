// SPDX-License-Identifier: Apache-2.0
// Turns ONNX's protobuf messages into the structs of OnnxModel.h, within
// limits. Used by ModelFile and TensorProtoFile only. One Read*.cpp file per
// kind of message; this class holds what they share: the budget, the place
// for messages, the first error.
//
// Bodies of nodes are put on a list and read after their graph, so nesting
// costs no stack. Lists are counted before they are allocated.
#ifndef TENON_COMPILER_ONNX_WIRE_MODELREADER_H
#define TENON_COMPILER_ONNX_WIRE_MODELREADER_H

#include "compiler/onnx/wire/ExternalFiles.h"
#include "compiler/onnx/wire/OnnxError.h"
#include "compiler/onnx/wire/OnnxLimits.h"
#include "compiler/onnx/wire/OnnxModel.h"
#include "compiler/onnx/wire/OnnxStorage.h"
#include "compiler/onnx/wire/WireCursor.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace tenon {

class ModelReader {
public:
  /// `externalFiles` may be null: then external data is refused.
  ModelReader(std::string_view file, OnnxStorage &storage,
              ExternalFiles *externalFiles, const OnnxLimits &limits);

  /// Reads the whole file as a ModelProto or as a TensorProto; false at the
  /// first fault, which `error` then holds (without the file's name).
  bool readModel(OnnxModel &model);
  bool readLoneTensor(OnnxTensor &tensor);
  OnnxError &error() { return firstError; }

private:
  /// Where a message lists the parts of a graph: GraphProto and FunctionProto
  /// number them differently. 0: it has no such part.
  struct GraphFields {
    uint32_t node, initializer, sparse, input, output, valueInfo, name;
  };
  struct PendingGraph {
    std::string_view message;
    OnnxGraph *graph;
    const GraphFields *fields;
  };
  static constexpr uint32_t kNumFields = 32;
  /// How often a message holds each field.
  using FieldCounts = std::array<int64_t, kNumFields>;

  // ReadModel.cpp
  bool readModelHead(OnnxModel &model);
  bool readModelLists(const FieldCounts &counts, OnnxModel &model);
  bool addImpliedOpset(OnnxModel &model);
  bool readOpset(std::string_view message, OnnxOpsetImport &import);
  bool readOpsets(std::string_view message, uint32_t number, int64_t count,
                  std::span<const OnnxOpsetImport> &list);
  bool readMetadata(std::string_view message, OnnxMetadata &entry);
  bool readFunction(std::string_view message, OnnxFunction &function);
  // ReadGraph.cpp
  OnnxGraph *addGraph(std::string_view message, const GraphFields &fields);
  bool readPendingGraphs();
  bool readGraph(PendingGraph pending);
  bool readGraphName(std::string_view message, uint32_t number,
                     OnnxGraph &graph);
  bool readNodes(std::string_view message, uint32_t number, int64_t count,
                 OnnxGraph &graph);
  bool readNode(std::string_view message, OnnxNode &node);
  // ReadAttribute.cpp
  bool readAttribute(std::string_view message, OnnxAttribute &attribute);
  bool readAttributeHead(std::string_view message, OnnxAttribute &attribute,
                         FieldCounts &counts);
  bool chooseAttributeType(const FieldCounts &counts, OnnxAttribute &attribute,
                           uint32_t &valueField);
  bool readAttributeLists(std::string_view message, uint32_t valueField,
                          int64_t count, OnnxAttribute &attribute);
  bool readBodies(std::string_view message, uint32_t field, int64_t count,
                  OnnxAttribute &attribute);
  // ReadTensor.cpp
  struct TensorScan {
    bool hasRaw = false;
    bool isExternal = false;
    bool hasTwoLists = false;
  };
  bool readTensor(std::string_view message, OnnxTensor &tensor);
  bool readTensorField(const WireField &field, OnnxTensor &tensor,
                       TensorScan &scan);
  bool chooseDataKind(const TensorScan &scan, OnnxTensor &tensor);
  bool readSparseTensor(std::string_view message, OnnxSparseTensor &tensor);
  bool readExternal(std::string_view message, OnnxTensor &tensor);
  bool readExternalEntry(const OnnxMetadata &entry, OnnxExternalData &data,
                         unsigned &seenKeys);
  // ReadType.cpp
  bool readValueInfo(std::string_view message, OnnxValueInfo &info);
  bool readType(std::string_view message, OnnxType &type);
  bool readTypeLevel(std::string_view message, uint32_t &number,
                     std::string_view &value);
  bool readWrapper(std::string_view message, OnnxTypeWrapper &wrapper,
                   std::string_view &inner);
  bool readTensorType(std::string_view message, OnnxType &type);
  bool readShape(std::string_view message, OnnxType &type);
  bool readDim(std::string_view message, OnnxDim &dim);

  // ModelReader.cpp: fields of simple types. False: not of that encoding.
  bool bytesOf(const WireField &field, std::string_view &value);
  /// As bytesOf, for identifiers: of bounded length, without zero bytes.
  bool nameOf(const WireField &field, std::string_view &value);
  bool domainOf(const WireField &field, std::string_view &value);
  bool intOf(const WireField &field, int64_t &value);
  bool floatOf(const WireField &field, float &value);
  // Repeated fields, packed or not.
  bool readInts(std::string_view message, uint32_t number,
                std::span<const int64_t> &list);
  bool readFloats(std::string_view message, uint32_t number,
                  std::span<const float> &list);
  bool readStrings(std::string_view message, uint32_t number, bool areNames,
                   std::span<const std::string_view> &list);
  bool countFields(std::string_view message, FieldCounts &counts);

  /// Calls `handle(field)` for each field until it says false.
  template <typename Handle>
  bool forEachField(std::string_view message, Handle handle) {
    WireCursor cursor(message);
    WireField field;
    while (cursor.next(field))
      if (!handle(field))
        return false;
    return !cursor.fault() || failEncoding(cursor);
  }

  /// Reads the `count` messages of one field by `readOne(message, item)`.
  template <typename Item, typename ReadOne>
  bool readMessages(std::string_view message, uint32_t number, int64_t count,
                    std::span<const Item> &list, ReadOne readOne) {
    if (count == 0)
      return true;
    std::span<Item> items;
    if (!allocate(count, items))
      return false;
    list = items;
    size_t used = 0;
    return forEachField(message, [&](const WireField &field) {
      if (field.number != number)
        return true;
      std::string_view bytes;
      return bytesOf(field, bytes) && readOne(bytes, items[used++]);
    });
  }

  /// As readMessages, for the lists of a graph: `partName` names the place.
  template <typename Item, typename ReadOne>
  bool readPart(std::string_view message, uint32_t number,
                const FieldCounts &counts, const char *partName,
                std::span<const Item> &list, ReadOne readOne) {
    place.item = partName;
    int64_t index = 0;
    auto readNext = [&](std::string_view bytes, Item &item) {
      place.itemIndex = index++;
      place.itemName = {};
      return readOne(bytes, item);
    };
    return readMessages(message, number, counts[number], list, readNext);
  }

  /// Memory of the arena, after a look at the budget.
  template <typename Item>
  bool allocate(int64_t count, std::span<Item> &items) {
    // A count is never more than the file's bytes: the product stays small.
    if (!charge(count * static_cast<int64_t>(sizeof(Item))))
      return false;
    items = storage.allocate<Item>(static_cast<size_t>(count));
    return true;
  }

  /// Takes bytes of structure out of the budget.
  bool charge(int64_t sizeBytes);
  /// Adds to a whole-model count that must stay within `limit`.
  bool countToward(int64_t &total, int64_t count, int64_t limit,
                   const char *ofWhat);

  /// Records the first error, at the present place; always false.
  bool fail(OnnxError error);
  bool failEncoding(const WireCursor &cursor);
  bool failMalformed(std::string what, const char *at);
  bool failLimit(std::string what, std::string found, int64_t limit);
  std::string where() const;

  std::string_view file;
  OnnxStorage &storage;
  ExternalFiles *externalFiles;
  const OnnxLimits &limits;
  int64_t budgetBytes;
  int64_t numNodes = 0;
  int64_t numTensors = 0;
  std::vector<PendingGraph> pendingGraphs;
  OnnxError firstError;

  /// The place that is being read, for messages.
  struct Place {
    const OnnxGraph *graph = nullptr;
    const OnnxNode *node = nullptr;
    const char *item = nullptr; ///< "initializer", "attribute", ...
    std::string_view itemName = {};
    int64_t itemIndex = 0;
  };
  Place place;

  static const GraphFields kGraphProto;
  static const GraphFields kFunctionProto;
};

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WIRE_MODELREADER_H
