// SPDX-License-Identifier: Apache-2.0
// ONNX messages written in a few words. Why: tests state their models in the
// test, no binary is kept in the repository, and wrong models can be written
// as easily as right ones. Every function gives the bytes of one message.
#ifndef TENON_TEST_FUZZ_MODELBUILDER_H
#define TENON_TEST_FUZZ_MODELBUILDER_H

#include "compiler/onnx/wire/OnnxElementType.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::test {

using Strings = std::vector<std::string>;
using Ints = std::vector<int64_t>;

/// A TensorProto with raw_data.
std::string rawTensor(std::string_view name, OnnxElementType type,
                      const Ints &dims, std::string_view bytes);
std::string floatTensor(std::string_view name, const Ints &dims,
                        const std::vector<float> &values);
std::string int64Tensor(std::string_view name, const Ints &dims,
                        const Ints &values);
/// A TensorProto whose data is in another file; empty texts leave a key out.
std::string externalTensor(std::string_view name, OnnxElementType type,
                           const Ints &dims, std::string_view location,
                           std::string_view offset, std::string_view length);

std::string intAttribute(std::string_view name, int64_t value);
std::string floatAttribute(std::string_view name, float value);
std::string stringAttribute(std::string_view name, std::string_view value);
std::string intsAttribute(std::string_view name, const Ints &values);
std::string tensorAttribute(std::string_view name, std::string_view tensor);
std::string graphAttribute(std::string_view name, std::string_view graph);

struct NodeSpec {
  std::string opType;
  Strings inputs, outputs;
  Strings attributes = {};
  std::string name = "", domain = "";
};
std::string node(const NodeSpec &spec);

/// A ValueInfoProto of a tensor. Each dimension is a number ("3", "-1"), a
/// name ("batch") or unknown ("?").
std::string tensorInfo(std::string_view name, OnnxElementType type,
                       const Strings &dims);
/// A ValueInfoProto without a type.
std::string bareInfo(std::string_view name);

struct GraphSpec {
  Strings nodes;
  Strings inputs = {}, outputs = {}, initializers = {}, valueInfos = {};
  std::string name = "graph";
};
std::string graph(const GraphSpec &spec);

std::string opset(std::string_view domain, int64_t version);

struct FunctionSpec {
  std::string domain, name;
  Strings inputs, outputs, nodes;
  Strings opsets = {};
};
std::string function(const FunctionSpec &spec);

struct ModelSpec {
  std::string graph;
  Strings opsets = {opset("", 17)};
  Strings functions = {};
  int64_t irVersion = 8;
};
std::string model(const ModelSpec &spec);

/// A small sound model with a bit of everything: a dynamic dimension, an
/// initializer, a Constant, an If with two bodies, a function, metadata.
std::string sampleModel();

} // namespace tenon::test

#endif // TENON_TEST_FUZZ_MODELBUILDER_H
