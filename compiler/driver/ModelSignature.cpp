// SPDX-License-Identifier: Apache-2.0
// Reads a model's signature.
#include "compiler/driver/ModelSignature.h"
#include "compiler/driver/LoadModel.h"
#include "compiler/ir/graph/Graph.h"
#include "compiler/onnx/ImportSignature.h"
#include "compiler/onnx/wire/ModelFile.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/JSON.h"

using namespace mlir;

namespace tenon {

namespace {

using llvm::json::Array;
using llvm::json::fixUTF8;
using llvm::json::Object;

Object inputObject(const ArgumentSpec &argument) {
  Array dims;
  for (const IndexExpr &size : sizesOf(argument.type)) {
    if (std::optional<int64_t> number = size.constant())
      dims.push_back(*number);
    else
      dims.push_back(size.str());
  }
  OnnxElementType type = onnxTypeOf(argument.type.getElementType());
  return Object{{"name", fixUTF8(argument.name)},
                {"type", llvm::StringRef(elementTypeName(type))},
                {"dims", std::move(dims)}};
}

Object outputObject(const OnnxValueInfo &output) {
  Array dims;
  for (const OnnxDim &dim : output.type.dims) {
    if (dim.kind == OnnxDim::Kind::Value)
      dims.push_back(dim.value);
    else if (dim.kind == OnnxDim::Kind::Parameter)
      dims.push_back(fixUTF8(llvm::StringRef(dim.parameter)));
    else
      dims.push_back("?");
  }
  llvm::StringRef type = output.type.isTensor()
                             ? elementTypeName(output.type.elementType)
                             : std::string_view("not a tensor");
  return Object{{"name", fixUTF8(llvm::StringRef(output.name))},
                {"type", type},
                {"dims", std::move(dims)}};
}

Array symbolArray(DictionaryAttr symbols) {
  Array array;
  for (NamedAttribute entry : symbols) {
    auto range = cast<DenseI64ArrayAttr>(entry.getValue());
    Object symbol{{"name", entry.getName().getValue()}, {"min", range[0]}};
    if (range[1] >= 0)
      symbol["max"] = range[1];
    symbol["optimum"] = range[2];
    array.push_back(std::move(symbol));
  }
  return array;
}

} // namespace

Failure signatureJson(const CompileOptions &options, std::string &json) {
  OnnxModelOrErrors model = loadModel(options.modelPath);
  if (!model.errors.empty())
    return failureOf(model.errors);
  MLIRContext context;
  context.loadDialect<TenonDialect>();
  std::vector<ImportProblem> problems;
  const OnnxGraph &graph = *model.model.graph;
  Signature signature =
      importSignature(context, graph, options.import, problems);
  if (!problems.empty())
    return failureOf(problems);
  Array inputs, outputs;
  for (const ArgumentSpec &argument : signature.arguments)
    inputs.push_back(inputObject(argument));
  for (const OnnxValueInfo &output : graph.outputs)
    outputs.push_back(outputObject(output));
  llvm::raw_string_ostream(json) << llvm::json::Value(
      Object{{"version", 1},
             {"name", fixUTF8(llvm::StringRef(graph.name))},
             {"inputs", std::move(inputs)},
             {"outputs", std::move(outputs)},
             {"symbols", symbolArray(signature.symbols)},
             {"nodes", static_cast<int64_t>(graph.nodes.size())}});
  return {};
}

} // namespace tenon
