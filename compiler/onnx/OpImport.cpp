// SPDX-License-Identifier: Apache-2.0
// Operands, attributes and failures of one node, for its lower function.
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;

namespace tenon {

OpImport::OpImport(GraphBuilder graph, const OnnxNode &node, int64_t opset,
                   ArrayRef<Value> inputs, std::vector<ImportProblem> &problems)
    : graph(graph), node(node), opset(opset), inputs(inputs),
      results(node.outputs.size()), problems(problems) {}

std::string nodeLabel(const OnnxNode &node) {
  if (!node.name.empty())
    return std::string(node.name);
  for (std::string_view output : node.outputs)
    if (!output.empty())
      return std::string(output);
  return "#" + std::to_string(node.fileIndex);
}

LogicalResult OpImport::invalid(const Twine &what, const Twine &hint) {
  problems.push_back({ImportProblem::Kind::Invalid, nodeLabel(node),
                      std::string(node.opType), what.str(), hint.str()});
  return failure();
}

LogicalResult OpImport::unsupported(const Twine &what, const Twine &hint) {
  problems.push_back({ImportProblem::Kind::Unsupported, nodeLabel(node),
                      std::string(node.opType), what.str(), hint.str()});
  return failure();
}

/// Sizes must be numbers, none known to be negative, and the bytes of all
/// elements must be countable.
static bool areSizes(GraphBuilder &graph, ArrayRef<IndexExpr> sizes) {
  constexpr int64_t kWidestElement = 8; // bytes
  auto ranges = [&](StringRef name) { return graph.symbolRange(name); };
  for (const IndexExpr &size : sizes)
    if (!size.isValid() || (IndexExpr(-1) - size).isNonNegative(ranges))
      return false;
  return (numElements(sizes) * kWidestElement).isValid();
}

LogicalResult OpImport::setOutput(unsigned i, Value value) {
  if (!value)
    return failure();
  Sizes sizes = sizesOf(value);
  if (!areSizes(graph, sizes)) {
    std::string text;
    for (const IndexExpr &size : sizes)
      text += (text.empty() ? "" : ", ") + size.str();
    return invalid("output " + Twine(i) + " would have sizes [" + text +
                       "]; sizes must not be negative and their product must "
                       "fit 60 bits",
                   "check the shapes and attributes that lead here");
  }
  if (i < results.size())
    results[i] = value;
  return success();
}

//===--- Contents of small operands ---------------------------------------===//

static constexpr const char *kNeedsConstant =
    "make it a constant of the model, or compute it from shapes";

FailureOr<Sizes> OpImport::symbolicInts(unsigned i) {
  if (std::optional<Sizes> values = integersOf(input(i)))
    return *values;
  return unsupported("operand " + Twine(i) +
                         " depends on data that is only known at run time",
                     kNeedsConstant);
}

FailureOr<llvm::SmallVector<int64_t>> OpImport::constantInts(unsigned i) {
  FailureOr<Sizes> values = symbolicInts(i);
  if (failed(values))
    return failure();
  llvm::SmallVector<int64_t> result;
  for (const IndexExpr &value : *values) {
    std::optional<int64_t> known = value.constant();
    if (!known)
      return unsupported("operand " + Twine(i) + " is " + value.str() +
                             ", which depends on an input size",
                         "give that size with --shape");
    result.push_back(*known);
  }
  return result;
}

FailureOr<llvm::SmallVector<double>> OpImport::constantNumbers(unsigned i) {
  if (std::optional<llvm::SmallVector<double>> values = numbersOf(input(i)))
    return *values;
  return unsupported("operand " + Twine(i) + " is not a constant",
                     kNeedsConstant);
}

FailureOr<double> OpImport::constantNumber(unsigned i) {
  FailureOr<llvm::SmallVector<double>> values = constantNumbers(i);
  if (failed(values))
    return failure();
  if (values->size() != 1)
    return invalid("operand " + Twine(i) + " has " + Twine(values->size()) +
                   " elements and must have one");
  return values->front();
}

//===--- Attributes -------------------------------------------------------===//

const OnnxAttribute *OpImport::find(StringRef name) const {
  return node.findAttribute(std::string_view(name.data(), name.size()));
}

bool OpImport::hasAttribute(StringRef name) const { return find(name); }

int64_t OpImport::intAttribute(StringRef name, int64_t otherwise) const {
  const OnnxAttribute *found = find(name);
  return found ? found->intValue : otherwise;
}

double OpImport::floatAttribute(StringRef name, double otherwise) const {
  const OnnxAttribute *found = find(name);
  return found ? found->floatValue : otherwise;
}

StringRef OpImport::stringAttribute(StringRef name, StringRef otherwise) const {
  const OnnxAttribute *found = find(name);
  return found ? StringRef(found->stringValue) : otherwise;
}

llvm::SmallVector<int64_t>
OpImport::intsAttribute(StringRef name, ArrayRef<int64_t> otherwise) const {
  const OnnxAttribute *found = find(name);
  if (!found)
    return llvm::SmallVector<int64_t>(otherwise);
  return {found->ints.begin(), found->ints.end()};
}

llvm::SmallVector<double>
OpImport::floatsAttribute(StringRef name, ArrayRef<double> otherwise) const {
  const OnnxAttribute *found = find(name);
  if (!found)
    return llvm::SmallVector<double>(otherwise);
  return {found->floats.begin(), found->floats.end()};
}

llvm::SmallVector<StringRef>
OpImport::stringsAttribute(StringRef name,
                           ArrayRef<StringRef> otherwise) const {
  const OnnxAttribute *found = find(name);
  if (!found)
    return llvm::SmallVector<StringRef>(otherwise);
  return {found->strings.begin(), found->strings.end()};
}

FailureOr<Value> OpImport::tensorAttribute(StringRef name) {
  const OnnxAttribute *found = find(name);
  if (!found || found->tensors.empty())
    return invalid("attribute '" + name + "' is missing");
  std::string error;
  // The file stays mapped as long as the model: see importModel.
  Value value = importTensor(graph, found->tensors.front(), nullptr, error);
  if (!value)
    return unsupported("attribute '" + name + "': " + error);
  return value;
}

FailureOr<std::optional<llvm::SmallVector<int64_t>>>
OpImport::intsOperandOrAttribute(unsigned i, StringRef name) {
  using Result = std::optional<llvm::SmallVector<int64_t>>;
  if (hasInput(i)) {
    FailureOr<llvm::SmallVector<int64_t>> values = constantInts(i);
    if (failed(values))
      return failure();
    return Result(*values);
  }
  if (hasAttribute(name))
    return Result(intsAttribute(name));
  return Result();
}

//===--- Axes and types ---------------------------------------------------===//

FailureOr<int64_t> OpImport::normalizeAxis(int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank)
    return invalid("axis " + Twine(axis) + " is outside [" + Twine(-rank) +
                   ", " + Twine(rank) + ")");
  return axis < 0 ? axis + rank : axis;
}

FailureOr<llvm::SmallVector<int64_t>>
OpImport::normalizeAxes(ArrayRef<int64_t> axes, int64_t rank) {
  llvm::SmallVector<int64_t> result;
  for (int64_t axis : axes) {
    FailureOr<int64_t> normal = normalizeAxis(axis, rank);
    if (failed(normal))
      return failure();
    if (llvm::is_contained(result, *normal))
      return invalid("axis " + Twine(axis) + " is named twice");
    result.push_back(*normal);
  }
  return result;
}

FailureOr<Type> OpImport::elementTypeOfNumber(int64_t onnxType) {
  auto number = static_cast<OnnxElementType>(onnxType);
  Type type = elementTypeFor(graph.context(), number);
  if (!type)
    return unsupported("element type " + Twine(elementTypeName(number)) +
                       " is not supported");
  return type;
}

} // namespace tenon
