// SPDX-License-Identifier: Apache-2.0
// Walks the nodes of a checked model in order and calls each operator's lower
// function. A node that fails does not stop the walk: what depends on it is
// skipped silently, everything else is still judged, so that all problems of
// a model are reported at once.
#include "compiler/onnx/Importer.h"
#include "compiler/onnx/ImportSignature.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace tenon {

namespace {

class GraphImporter {
public:
  GraphImporter(MLIRContext &context, const OnnxModel &model,
                std::vector<ImportProblem> &problems)
      : context(context), model(model), problems(problems), builder(&context) {}

  OwningOpRef<ModuleOp> import(const ImportOptions &options);

private:
  void importInitializers();
  void importConstant(const std::string &name, const OnnxTensor &tensor,
                      std::shared_ptr<const void> owner);
  void importNode(const OnnxNode &node);
  bool checkOutput(const OnnxValueInfo &output, Value value);
  bool checkRow(const OnnxNode &node, const OnnxOpRow &row,
                llvm::ArrayRef<Value> inputs);
  bool checkTypes(const OnnxNode &node, const OnnxOpRow &row,
                  llvm::ArrayRef<Value> inputs);
  bool checkAttributes(const OnnxNode &node, const OnnxOpRow &row);
  void finish(func::FuncOp function);
  void problem(ImportProblem::Kind kind, const OnnxNode &node,
               const llvm::Twine &what, const llvm::Twine &hint = "") {
    problems.push_back({kind, nodeLabel(node), std::string(node.opType),
                        what.str(), hint.str()});
  }

  MLIRContext &context;
  const OnnxModel &model;
  std::vector<ImportProblem> &problems;
  OpBuilder builder;
  /// Sizes that the user chose may differ from those that the file declares.
  bool checksSizes = true;
  /// A name that a failed node should have defined maps to null.
  llvm::StringMap<Value> values;
};

void GraphImporter::importConstant(const std::string &name,
                                   const OnnxTensor &tensor,
                                   std::shared_ptr<const void> owner) {
  std::string error;
  GraphBuilder graph(builder, NameLoc::get(builder.getStringAttr(name)));
  Value value = importTensor(graph, tensor, std::move(owner), error);
  if (!value)
    problems.push_back({ImportProblem::Kind::Unsupported, name, "", error, ""});
  values[name] = value;
}

void GraphImporter::importInitializers() {
  for (const OnnxTensor &tensor : model.graph->initializers)
    importConstant(std::string(tensor.name), tensor, model.storage);
  for (const OnnxSparseTensor &tensor : model.graph->sparseInitializers) {
    problems.push_back(
        {ImportProblem::Kind::Unsupported, std::string(tensor.values.name), "",
         "sparse initializers are not supported", "store the tensor densely"});
    values[llvm::StringRef(tensor.values.name)] = Value();
  }
}

bool GraphImporter::checkTypes(const OnnxNode &node, const OnnxOpRow &row,
                               llvm::ArrayRef<Value> inputs) {
  llvm::SmallDenseMap<char, Type> groups;
  for (auto [i, input] : llvm::enumerate(inputs)) {
    if (!input)
      continue;
    const OnnxOperandRow &operand =
        row.operands[std::min(i, row.operands.size() - 1)];
    Type type = elementTypeOf(input);
    OnnxElementType onnxType = onnxTypeOf(type);
    if (!(operand.types & typeBit(onnxType))) {
      problem(ImportProblem::Kind::Unsupported, node,
              "operand " + llvm::Twine(i) + " ('" + operand.name +
                  "') has element type " +
                  llvm::StringRef(elementTypeName(onnxType)),
              "insert a Cast to a supported type");
      return false;
    }
    if (!operand.group)
      continue;
    auto [found, added] = groups.try_emplace(operand.group, type);
    if (!added && found->second != type) {
      problem(ImportProblem::Kind::Invalid, node,
              "operand " + llvm::Twine(i) + " ('" + operand.name +
                  "') has element type " +
                  llvm::StringRef(elementTypeName(onnxType)) +
                  " and must have " +
                  llvm::StringRef(elementTypeName(onnxTypeOf(found->second))));
      return false;
    }
  }
  return true;
}

static std::string attributeNames(const OnnxOpRow &row) {
  std::string names;
  for (const OnnxAttributeRow &attribute : row.attributes)
    names += (names.empty() ? "" : ", ") + std::string(attribute.name);
  return names.empty() ? "none" : names;
}

bool GraphImporter::checkAttributes(const OnnxNode &node,
                                    const OnnxOpRow &row) {
  for (const OnnxAttribute &attribute : node.attributes) {
    auto known = llvm::find_if(row.attributes, [&](const auto &candidate) {
      return attribute.name == candidate.name;
    });
    if (known == row.attributes.end()) {
      problem(ImportProblem::Kind::Invalid, node,
              "attribute '" + llvm::StringRef(attribute.name) +
                  "' does not belong to this operator in this opset; "
                  "allowed: " +
                  attributeNames(row));
      return false;
    }
    if (known->type != attribute.type) {
      problem(ImportProblem::Kind::Invalid, node,
              "attribute '" + llvm::StringRef(attribute.name) +
                  "' is of type " +
                  llvm::StringRef(attributeTypeName(attribute.type)) +
                  " and must be " +
                  llvm::StringRef(attributeTypeName(known->type)));
      return false;
    }
  }
  for (const OnnxAttributeRow &attribute : row.attributes)
    if (attribute.required && !node.findAttribute(attribute.name)) {
      problem(ImportProblem::Kind::Invalid, node,
              llvm::Twine("attribute '") + attribute.name + "' is missing");
      return false;
    }
  return true;
}

/// The number of operands, their types and the attributes, from the row.
bool GraphImporter::checkRow(const OnnxNode &node, const OnnxOpRow &row,
                             llvm::ArrayRef<Value> inputs) {
  size_t least = 0, most = row.operands.size();
  for (const OnnxOperandRow &operand : row.operands) {
    least += operand.use == OperandUse::Required;
    if (operand.use == OperandUse::Variadic)
      most = SIZE_MAX;
  }
  bool missing = false;
  for (auto [i, operand] : llvm::enumerate(row.operands))
    missing |= operand.use == OperandUse::Required &&
               (i >= inputs.size() || !inputs[i]);
  if (missing || inputs.size() > most) {
    std::string allowed = std::to_string(least);
    if (most == SIZE_MAX)
      allowed += " or more";
    else if (most > least)
      allowed += " to " + std::to_string(most);
    problem(ImportProblem::Kind::Invalid, node,
            "has " + llvm::Twine(inputs.size()) +
                " operands; allowed: " + allowed);
    return false;
  }
  if (node.outputs.size() > row.maxOutputs) {
    problem(ImportProblem::Kind::Invalid, node,
            "has " + llvm::Twine(node.outputs.size()) +
                " outputs; allowed: " + llvm::Twine(row.maxOutputs));
    return false;
  }
  return checkTypes(node, row, inputs) && checkAttributes(node, row);
}

void GraphImporter::importNode(const OnnxNode &node) {
  for (std::string_view output : node.outputs)
    if (!output.empty())
      values[llvm::StringRef(output)] = Value(); // until it succeeds
  const OnnxOp *op = findOnnxOp(node.domain, node.opType);
  if (!op) {
    std::string nearest = nearestOnnxOp(node.opType);
    std::string domain =
        node.domain.empty() ? "" : " of domain " + std::string(node.domain);
    problem(ImportProblem::Kind::Unsupported, node,
            "operator " + std::string(node.opType) + domain +
                " is not supported",
            nearest.empty() ? "" : "did the exporter mean " + nearest + "?");
    return;
  }
  int64_t opset = model.opsetVersion(node.domain);
  const OnnxOpRow *row = findOnnxRow(*op, opset);
  if (!row) {
    problem(ImportProblem::Kind::Unsupported, node,
            "opset " + llvm::Twine(opset) + " of " +
                llvm::StringRef(node.opType) + " is not supported",
            "supported from opset " + llvm::Twine(op->rows.front().since) +
                " to " + llvm::Twine(op->rows.back().until));
    return;
  }
  llvm::SmallVector<Value> inputs;
  for (std::string_view name : node.inputs) {
    Value value = name.empty() ? Value() : values.lookup(llvm::StringRef(name));
    if (!name.empty() && !value)
      return; // defined by a node that failed: reported there
    inputs.push_back(value);
  }
  while (!inputs.empty() && !inputs.back())
    inputs.pop_back();
  if (!checkRow(node, *row, inputs))
    return;
  GraphBuilder graph(builder,
                     NameLoc::get(builder.getStringAttr(nodeLabel(node))));
  OpImport import(graph, node, opset, inputs, problems);
  size_t before = problems.size();
  // What the graph builder finds wrong arrives as a diagnostic.
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    problem(ImportProblem::Kind::Invalid, node, diagnostic.str());
    return success();
  });
  if (failed(row->lower(import))) {
    if (problems.size() == before)
      problem(ImportProblem::Kind::Unsupported, node,
              "this use of the operator is not supported");
    return;
  }
  for (auto [name, value] : llvm::zip(node.outputs, import.outputs()))
    if (!name.empty())
      values[llvm::StringRef(name)] = value;
}

/// What the file declares of an output must not contradict what is computed.
bool GraphImporter::checkOutput(const OnnxValueInfo &output, Value value) {
  auto contradicts = [&](const llvm::Twine &found,
                         const llvm::Twine &declared) {
    problems.push_back({ImportProblem::Kind::Invalid, "", "",
                        ("output " + quoteName(output.name) + " has " + found +
                         " and is declared with " + declared)
                            .str(),
                        "correct the declaration, or leave it out"});
    return false;
  };
  const OnnxType &declared = output.type;
  if (!declared.isTensor())
    return declared.kind == OnnxType::Kind::None ||
           contradicts("a tensor", "another type");
  OnnxElementType type = onnxTypeOf(elementTypeOf(value));
  if (declared.elementType != OnnxElementType::Undefined &&
      declared.elementType != type)
    return contradicts("element type " + llvm::StringRef(elementTypeName(type)),
                       llvm::StringRef(elementTypeName(declared.elementType)));
  Sizes sizes = sizesOf(value);
  if (!declared.hasShape || !checksSizes)
    return true;
  if (declared.dims.size() != sizes.size())
    return contradicts(llvm::Twine(sizes.size()) + " dimensions",
                       llvm::Twine(declared.dims.size()));
  for (auto [i, dim] : llvm::enumerate(declared.dims))
    if (dim.kind == OnnxDim::Kind::Value && sizes[i].constant() &&
        !sizes[i].isConstant(dim.value))
      return contradicts("size " + sizes[i].str() + " in dimension " +
                             llvm::Twine(i),
                         llvm::Twine(dim.value));
  return true;
}

void GraphImporter::finish(func::FuncOp function) {
  llvm::SmallVector<Value> results;
  llvm::SmallVector<Type> types;
  for (const OnnxValueInfo &output : model.graph->outputs) {
    Value value = values.lookup(llvm::StringRef(output.name));
    if (!value || !checkOutput(output, value))
      return; // a problem has been reported
    results.push_back(value);
    types.push_back(value.getType());
  }
  builder.create<func::ReturnOp>(builder.getUnknownLoc(), results);
  function.setType(
      builder.getFunctionType(function.getFunctionType().getInputs(), types));
  for (auto [i, output] : llvm::enumerate(model.graph->outputs))
    function.setResultAttr(i, "tenon.name",
                           builder.getStringAttr(llvm::StringRef(output.name)));
}

OwningOpRef<ModuleOp> GraphImporter::import(const ImportOptions &options) {
  checksSizes = options.shapes.empty();
  Signature signature =
      importSignature(context, *model.graph, options, problems);
  OwningOpRef<ModuleOp> module =
      ModuleOp::create(builder.getUnknownLoc(), "model");
  (*module)->setAttr("tenon.symbols", signature.symbols);
  llvm::SmallVector<Type> types;
  for (const ArgumentSpec &argument : signature.arguments)
    types.push_back(argument.type);
  builder.setInsertionPointToEnd(module->getBody());
  auto function = builder.create<func::FuncOp>(
      builder.getUnknownLoc(), "main", builder.getFunctionType(types, {}));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToEnd(body);
  for (auto [i, argument] : llvm::enumerate(signature.arguments)) {
    values[argument.name] = body->getArgument(i);
    function.setArgAttr(i, "tenon.name", builder.getStringAttr(argument.name));
  }
  importInitializers();
  for (const auto &[name, file] : options.values)
    importConstant(name, file.tensor, file.storage);
  for (const OnnxNode &node : model.graph->nodes)
    importNode(node);
  finish(function);
  if (!problems.empty())
    return nullptr;
  return module;
}

} // namespace

ImportResult importModel(MLIRContext &context, const OnnxModel &model,
                         const ImportOptions &options) {
  context.loadDialect<TenonDialect, func::FuncDialect>();
  ImportResult result;
  GraphImporter importer(context, model, result.problems);
  result.module = importer.import(options);
  // Tensors of attributes are views as well: keep the file for their sake.
  context.getLoadedDialect<TenonDialect>()->getWeights().add({}, model.storage);
  return result;
}

} // namespace tenon
