// SPDX-License-Identifier: Apache-2.0
// What the lower function of one ONNX operator sees: its node's operands as
// graph values, its attributes with defaults, the graph builder to write core
// ops with, and the two ways to fail: the model is wrong (`invalid`) or we do
// not support it (`unsupported`).
#ifndef TENON_COMPILER_ONNX_OPIMPORT_H
#define TENON_COMPILER_ONNX_OPIMPORT_H

#include "compiler/ir/graph/GraphBuilder.h"
#include "compiler/ir/graph/SmallValues.h"
#include "compiler/onnx/OnnxOp.h"
#include "llvm/ADT/Twine.h"

namespace tenon {

/// One thing that keeps a model from being imported.
struct ImportProblem {
  enum class Kind : uint8_t { Invalid, Unsupported };
  Kind kind = Kind::Invalid;
  std::string node;   // name of the node, or its first output
  std::string opType; // empty when the problem is not a node's
  std::string what;   // what is wrong, with found and allowed
  std::string hint;   // what to do instead; may be empty
};

class OpImport {
public:
  OpImport(GraphBuilder graph, const OnnxNode &node, int64_t opset,
           llvm::ArrayRef<mlir::Value> inputs,
           std::vector<ImportProblem> &problems);

  GraphBuilder graph;
  const OnnxNode &node;
  const int64_t opset;

  //===--- Operands -----------------------------------------------------===//
  unsigned numInputs() const { return inputs.size(); }
  unsigned numOutputs() const { return node.outputs.size(); }
  bool hasInput(unsigned i) const { return i < inputs.size() && inputs[i]; }
  /// Whether somebody may read output `i`.
  bool wantsOutput(unsigned i) const {
    return i < node.outputs.size() && !node.outputs[i].empty();
  }
  /// The operand, or null when it was left out.
  mlir::Value input(unsigned i) const {
    return i < inputs.size() ? inputs[i] : mlir::Value();
  }
  llvm::ArrayRef<mlir::Value> allInputs() const { return inputs; }
  int64_t rank(unsigned i) const { return rankOf(inputs[i]); }
  Sizes sizes(unsigned i) const { return sizesOf(inputs[i]); }
  mlir::Type elementType(unsigned i) const { return elementTypeOf(inputs[i]); }

  //===--- Contents of small operands -----------------------------------===//
  // Each fails with an `unsupported` problem when the contents depend on data
  // that is only known at run time.
  mlir::FailureOr<llvm::SmallVector<int64_t>> constantInts(unsigned i);
  /// Whole numbers over the sizes of the inputs, such as a shape operand.
  mlir::FailureOr<Sizes> symbolicInts(unsigned i);
  mlir::FailureOr<llvm::SmallVector<double>> constantNumbers(unsigned i);
  /// The one element of a rank-0 (or one-element) constant.
  mlir::FailureOr<double> constantNumber(unsigned i);

  //===--- Attributes ---------------------------------------------------===//
  bool hasAttribute(llvm::StringRef name) const;
  int64_t intAttribute(llvm::StringRef name, int64_t otherwise) const;
  double floatAttribute(llvm::StringRef name, double otherwise) const;
  llvm::StringRef stringAttribute(llvm::StringRef name,
                                  llvm::StringRef otherwise) const;
  llvm::SmallVector<int64_t>
  intsAttribute(llvm::StringRef name,
                llvm::ArrayRef<int64_t> otherwise = {}) const;
  llvm::SmallVector<double>
  floatsAttribute(llvm::StringRef name,
                  llvm::ArrayRef<double> otherwise = {}) const;
  llvm::SmallVector<llvm::StringRef>
  stringsAttribute(llvm::StringRef name,
                   llvm::ArrayRef<llvm::StringRef> otherwise = {}) const;
  /// A tensor attribute as a constant of the graph.
  mlir::FailureOr<mlir::Value> tensorAttribute(llvm::StringRef name);
  /// The list in operand `i` when given, else in attribute `name`, else
  /// absent: how `axes` and its like moved between opsets.
  mlir::FailureOr<std::optional<llvm::SmallVector<int64_t>>>
  intsOperandOrAttribute(unsigned i, llvm::StringRef name);

  //===--- Axes and types -----------------------------------------------===//
  /// `axis` in [-rank, rank) as a dimension number.
  mlir::FailureOr<int64_t> normalizeAxis(int64_t axis, int64_t rank);
  /// Each axis normalized; repeated ones are invalid.
  mlir::FailureOr<llvm::SmallVector<int64_t>>
  normalizeAxes(llvm::ArrayRef<int64_t> axes, int64_t rank);
  /// The graph's element type of an ONNX number (attribute `to`, `dtype`).
  mlir::FailureOr<mlir::Type> elementTypeOfNumber(int64_t onnxType);

  //===--- Results ------------------------------------------------------===//
  /// Sets output `i`; a null value (whose error is already reported) fails.
  mlir::LogicalResult setOutput(unsigned i, mlir::Value value);
  /// For the many operators with one output.
  mlir::LogicalResult result(mlir::Value value) { return setOutput(0, value); }
  llvm::ArrayRef<mlir::Value> outputs() const { return results; }

  mlir::LogicalResult invalid(const llvm::Twine &what,
                              const llvm::Twine &hint = "");
  mlir::LogicalResult unsupported(const llvm::Twine &what,
                                  const llvm::Twine &hint = "");

private:
  const OnnxAttribute *find(llvm::StringRef name) const;

  llvm::SmallVector<mlir::Value> inputs;
  llvm::SmallVector<mlir::Value> results;
  std::vector<ImportProblem> &problems;
};

/// The MLIR element type of an ONNX one, or null when we have none.
mlir::Type elementTypeFor(mlir::MLIRContext *context, OnnxElementType type);
OnnxElementType onnxTypeOf(mlir::Type type);

/// A tensor of the file as a constant: mapped bytes are not copied. Null after
/// a message in `error`.
mlir::Value importTensor(GraphBuilder &graph, const OnnxTensor &tensor,
                         std::shared_ptr<const void> owner, std::string &error);

/// How a problem names a node: its name, or its first output's.
std::string nodeLabel(const OnnxNode &node);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_OPIMPORT_H
