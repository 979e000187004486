// SPDX-License-Identifier: Apache-2.0
// An ONNX file as plain structs: what the wire reader makes and the importer
// reads. Names, strings and tensor bytes are views into the mapped file;
// lists lie in an arena that the model owns. Nothing here knows protobuf.
// Sits between the mapped file (ModelFile.h) and the importer.
#ifndef TENON_COMPILER_ONNX_WIRE_ONNXMODEL_H
#define TENON_COMPILER_ONNX_WIRE_ONNXMODEL_H

#include "compiler/onnx/wire/OnnxElementType.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace tenon {

struct OnnxFunction;
struct OnnxGraph;
class OnnxStorage;

/// Where a tensor's elements are.
enum class OnnxDataKind : uint8_t {
  None,     ///< no data field at all: right only for tensors of no elements
  Raw,      ///< `bytes`: little-endian, row-major, in the model file
  Typed,    ///< `float_data` and its like: decoded on demand (TensorData.h)
  Strings,  ///< `string_data`: decoded on demand (TensorData.h)
  External, ///< `bytes`: the same as Raw, in a file beside the model
};

/// What a tensor says of the file that holds its bytes.
struct OnnxExternalData {
  std::string_view location;
  int64_t offsetBytes = 0;
  int64_t lengthBytes = -1; ///< -1 in a file: as the tensor's shape says
};

/// A TensorProto. Read its elements with `tensorBytes` and `tensorStrings`
/// of TensorData.h, whatever the kind of data.
struct OnnxTensor {
  std::string_view name;
  OnnxElementType elementType = OnnxElementType::Undefined;
  OnnxDataKind dataKind = OnnxDataKind::None;
  uint8_t typedField = 0; ///< field number of the typed data in `message`
  std::span<const int64_t> dims;
  std::string_view bytes;                     ///< Raw and External
  std::string_view message;                   ///< the TensorProto itself
  const OnnxExternalData *external = nullptr; ///< External
};

/// A SparseTensorProto: `indices` is [NNZ] (linear) or [NNZ, rank].
struct OnnxSparseTensor {
  OnnxTensor values;
  OnnxTensor indices;
  std::span<const int64_t> dims;
};

/// One dimension of a declared shape: a number, a name, or neither.
struct OnnxDim {
  enum class Kind : uint8_t { Unknown, Value, Parameter };
  Kind kind = Kind::Unknown;
  int64_t value = 0;
  std::string_view parameter;
};

/// One wrapper round a type: sequence(...), optional(...), map(key, ...).
struct OnnxTypeWrapper {
  enum class Kind : uint8_t { Sequence, Optional, Map };
  Kind kind = Kind::Sequence;
  OnnxElementType mapKey = OnnxElementType::Undefined;
};

/// A TypeProto. ONNX's types are chains: wrappers, outermost first, round one
/// innermost type. A plain tensor has no wrapper.
struct OnnxType {
  enum class Kind : uint8_t { None, Tensor, SparseTensor, Opaque };
  std::span<const OnnxTypeWrapper> wrappers;
  Kind kind = Kind::None;
  bool hasShape = false; ///< false: not even the rank is known
  OnnxElementType elementType = OnnxElementType::Undefined;
  std::span<const OnnxDim> dims;

  bool isTensor() const { return kind == Kind::Tensor && wrappers.empty(); }
};

/// A ValueInfoProto: a name with its declared type.
struct OnnxValueInfo {
  std::string_view name;
  OnnxType type;
};

/// AttributeProto.AttributeType with ONNX's numbers.
enum class OnnxAttributeType : int32_t {
  Undefined = 0,
  Float = 1,
  Int = 2,
  String = 3,
  Tensor = 4,
  Graph = 5,
  Floats = 6,
  Ints = 7,
  Strings = 8,
  Tensors = 9,
  Graphs = 10,
  SparseTensor = 11,
  SparseTensors = 12,
  TypeProto = 13,
  TypeProtos = 14,
};

/// "float", "ints", ...; "unknown" for what is no type.
std::string_view attributeTypeName(OnnxAttributeType type);

/// An AttributeProto. `type` says which member holds the value: the scalars
/// float, int and string have members of their own; a single tensor, graph,
/// sparse tensor or type is a list of one.
struct OnnxAttribute {
  std::string_view name;
  /// Inside functions: the function's attribute that gives the value.
  std::string_view refAttrName;
  OnnxAttributeType type = OnnxAttributeType::Undefined;
  float floatValue = 0;
  int64_t intValue = 0;
  std::string_view stringValue;
  std::span<const float> floats;
  std::span<const int64_t> ints;
  std::span<const std::string_view> strings;
  std::span<const OnnxTensor> tensors;
  std::span<const OnnxGraph *const> graphs;
  std::span<const OnnxSparseTensor> sparseTensors;
  std::span<const OnnxType> types;
};

/// A NodeProto. An empty input or output name stands for one left out.
struct OnnxNode {
  std::string_view name; ///< may be empty; not unique
  std::string_view opType;
  std::string_view domain; ///< "" is ai.onnx, which is spelled "" always
  std::string_view overload;
  std::span<const std::string_view> inputs;
  std::span<const std::string_view> outputs;
  std::span<const OnnxAttribute> attributes;
  int64_t fileIndex = 0; ///< position in its graph's list in the file

  /// Null when the node has no attribute of that name.
  const OnnxAttribute *findAttribute(std::string_view attributeName) const;
};

/// A GraphProto: the model's own graph, the body of a node, or the body of a
/// function (which has no inputs and outputs of its own: see OnnxFunction).
struct OnnxGraph {
  std::string_view name;
  std::span<const OnnxNode> nodes; ///< sorted once validated
  std::span<const OnnxTensor> initializers;
  std::span<const OnnxSparseTensor> sparseInitializers;
  std::span<const OnnxValueInfo> inputs;
  std::span<const OnnxValueInfo> outputs;
  std::span<const OnnxValueInfo> valueInfos;
  /// The node that holds this body, and its graph; null for the model's own
  /// graph and for functions.
  const OnnxGraph *parentGraph = nullptr;
  const OnnxNode *parentNode = nullptr;
  std::string_view parentAttribute;
  /// The function this graph is part of; null outside functions.
  const OnnxFunction *function = nullptr;
  int32_t depth = 0; ///< 0: the model's own graph or a function's body

  /// True for the nodes of a function themselves, false for bodies in it.
  bool isBodyOfFunction() const;
};

struct OnnxOpsetImport {
  std::string_view domain; ///< "" is ai.onnx, which is spelled "" always
  int64_t version = 0;
};

struct OnnxMetadata {
  std::string_view key;
  std::string_view value;
};

/// A FunctionProto: an operator defined in the model by other operators.
struct OnnxFunction {
  std::string_view name;
  std::string_view domain;
  std::string_view overload;
  std::span<const std::string_view> inputs;
  std::span<const std::string_view> outputs;
  std::span<const std::string_view> attributeNames; ///< without a default
  std::span<const OnnxAttribute> attributeDefaults;
  const OnnxGraph *body = nullptr; ///< nodes and value infos
  std::span<const OnnxOpsetImport> opsetImports;
};

/// A ModelProto. Movable; views and pointers stay valid while any model that
/// shares `storage` lives.
struct OnnxModel {
  std::string fileName; ///< as the user gave it, for messages
  int64_t irVersion = 0;
  std::string_view producerName;
  std::string_view producerVersion;
  std::string_view domain;
  int64_t modelVersion = 0;
  std::span<const OnnxOpsetImport> opsetImports;
  std::span<const OnnxMetadata> metadata;
  std::span<const OnnxFunction> functions;
  const OnnxGraph *graph = nullptr; ///< never null once read
  /// Every graph of the model, `graph` first, outer ones before the bodies
  /// of their nodes.
  std::span<OnnxGraph *const> graphs;
  std::shared_ptr<OnnxStorage> storage;

  /// The imported version of a domain; 0 when it is not imported.
  int64_t opsetVersion(std::string_view opsetDomain) const;
};

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WIRE_ONNXMODEL_H
