// SPDX-License-Identifier: Apache-2.0
// Models of one node, imported and computed by the reference: how tests state
// what an operator means in an opset.
#ifndef TENON_TEST_UNIT_ONNX_ONENODEMODEL_H
#define TENON_TEST_UNIT_ONNX_ONENODEMODEL_H

#include "compiler/onnx/Importer.h"
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace tenon {

struct TestTensor {
  OnnxElementType type = OnnxElementType::Float32;
  std::vector<int64_t> dims;
  std::vector<double> values;
};

TestTensor floats(std::vector<int64_t> dims, std::vector<double> values);
TestTensor ints(std::vector<int64_t> dims, std::vector<double> values);
TestTensor bools(std::vector<int64_t> dims, std::vector<double> values);

class OneNodeModel {
public:
  OneNodeModel(const char *op, int64_t opset) : op(op), opset(opset) {}

  /// Values that only running tells, or that the model holds as constants.
  OneNodeModel &input(TestTensor tensor);
  OneNodeModel &constant(TestTensor tensor);
  /// An operand left out.
  OneNodeModel &noInput();
  /// Declares dimension `dim` of the last input by a name instead of a number.
  OneNodeModel &dynamic(size_t dim, const char *name);

  OneNodeModel &attribute(const char *name, int64_t value);
  OneNodeModel &attribute(const char *name, float value);
  OneNodeModel &attribute(const char *name, const char *value);
  OneNodeModel &attribute(const char *name, std::vector<int64_t> values);
  OneNodeModel &attribute(const char *name, std::vector<float> values);
  OneNodeModel &attribute(const char *name,
                          std::vector<std::string_view> values);
  OneNodeModel &attribute(const char *name, TestTensor value);
  OneNodeModel &outputs(size_t count);

  struct Result {
    /// Problems of the import or of the run; else what the outputs are.
    std::string problem;
    bool unsupported = false;
    std::vector<TestTensor> outputs;
  };
  /// Once for each model.
  Result run();
  /// The values of the one output; fails the test when there is a problem.
  std::vector<double> values();

private:
  struct Operand {
    TestTensor tensor;
    bool given = false, known = false;
    std::vector<std::string> dimNames;
  };
  struct Attribute {
    OnnxAttribute view;
    std::vector<int64_t> ints = {};
    std::vector<float> floats = {};
    std::vector<std::string_view> strings = {};
    std::optional<TestTensor> tensor = {};
  };
  Attribute &newAttribute(const char *name, OnnxAttributeType type);
  OnnxAttribute attributeView(const Attribute &attribute);
  OnnxTensor store(const std::string &name, const TestTensor &tensor);
  void declare(const Operand &operand, const std::string &name);

  std::string op;
  int64_t opset;
  size_t outputCount = 1;
  std::vector<Operand> operands;
  std::vector<Attribute> attributes;
  // What the views of the model point into, filled by run().
  std::deque<std::string> texts;
  std::deque<std::vector<int64_t>> lists;
  std::deque<std::vector<OnnxDim>> dimLists;
  std::deque<OnnxTensor> tensors;
  std::vector<OnnxTensor> initializers;
  std::vector<OnnxValueInfo> inputs;
};

} // namespace tenon

#endif // TENON_TEST_UNIT_ONNX_ONENODEMODEL_H
