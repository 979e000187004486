// SPDX-License-Identifier: Apache-2.0
// Inputs of a model to typed arguments.
#include "compiler/onnx/ImportSignature.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace tenon {

namespace {

/// A name from the file as a symbol of size expressions.
std::string symbolName(llvm::StringRef name) {
  std::string result;
  for (char c : name)
    result += llvm::isAlnum(c) || c == '_' || c == '.' ? c : '_';
  if (result.empty() || llvm::isDigit(result[0]))
    result = "d_" + result;
  if (result == "min" || result == "max" || result == "floordiv" ||
      result == "invalid")
    result += "_";
  return result;
}

class SignatureBuilder {
public:
  SignatureBuilder(MLIRContext &context, const ImportOptions &options,
                   std::vector<ImportProblem> &problems)
      : context(context), options(options), problems(problems) {}

  void addArgument(const OnnxValueInfo &input);
  DictionaryAttr symbolTable();

  std::vector<ArgumentSpec> arguments;

private:
  const std::vector<DimChoice> *choicesFor(const OnnxValueInfo &input);
  IndexExpr dimension(const OnnxValueInfo &input, size_t i,
                      const DimChoice &choice);
  IndexExpr symbol(const std::string &name, const DimChoice &choice);
  void invalid(llvm::Twine what, llvm::Twine hint = "") {
    problems.push_back(
        {ImportProblem::Kind::Invalid, "", "", what.str(), hint.str()});
  }

  MLIRContext &context;
  const ImportOptions &options;
  std::vector<ImportProblem> &problems;
  std::map<std::string, DimChoice> symbols; // also those given a number
};

const std::vector<DimChoice> *
SignatureBuilder::choicesFor(const OnnxValueInfo &input) {
  auto found = options.shapes.find(std::string(input.name));
  return found == options.shapes.end() ? nullptr : &found->second;
}

IndexExpr SignatureBuilder::symbol(const std::string &name,
                                   const DimChoice &choice) {
  auto [known, isNew] = symbols.try_emplace(name, choice);
  if (!isNew && !choice.keep && choice != known->second)
    invalid("--shape gives different sizes to dimensions that the model calls "
            "by one name, '" +
                name + "'",
            "give each of them the same size");
  return known->second.isFixed() ? IndexExpr(known->second.min)
                                 : IndexExpr::symbol(name);
}

IndexExpr SignatureBuilder::dimension(const OnnxValueInfo &input, size_t i,
                                      const DimChoice &choice) {
  // Absent shape: everything about the dimension comes from the choice.
  OnnxDim dim;
  if (i < input.type.dims.size())
    dim = input.type.dims[i];
  if (dim.kind == OnnxDim::Kind::Value) {
    if (!choice.keep && (choice.min != dim.value || choice.max != dim.value)) {
      invalid("dimension " + llvm::Twine(i) + " of input '" +
                  llvm::StringRef(input.name) + "' is " +
                  llvm::Twine(dim.value) + " in the model",
              "leave it out of --shape or give that number");
    }
    return dim.value;
  }
  // Several exporters call every open dimension "?".
  if (dim.kind == OnnxDim::Kind::Parameter &&
      llvm::any_of(dim.parameter, llvm::isAlnum))
    return symbol(symbolName(dim.parameter), choice);
  return symbol(symbolName(llvm::StringRef(input.name)) + ".d" +
                    std::to_string(i),
                choice);
}

void SignatureBuilder::addArgument(const OnnxValueInfo &input) {
  llvm::StringRef name = input.name;
  Type elementType = input.type.isTensor()
                         ? elementTypeFor(&context, input.type.elementType)
                         : Type();
  if (!elementType) {
    problems.push_back(
        {ImportProblem::Kind::Unsupported, "", "",
         ("input '" + name + "' has type " +
          (input.type.isTensor() ? elementTypeName(input.type.elementType)
                                 : "sequence, optional or map"))
             .str(),
         "only tensors of numbers and bools are supported"});
    return;
  }
  const std::vector<DimChoice> *choices = choicesFor(input);
  size_t rank = input.type.dims.size();
  if (!input.type.hasShape && !choices) {
    invalid("input '" + name + "' has no declared rank",
            "give its shape with --shape " + name + "=...");
    return;
  }
  if (!input.type.hasShape)
    rank = choices->size();
  if (choices && choices->size() != rank) {
    invalid("--shape gives " + llvm::Twine(choices->size()) +
            " dimensions for input '" + name + "', which has " +
            llvm::Twine(rank));
    return;
  }
  Sizes sizes;
  for (size_t i = 0; i < rank; ++i)
    sizes.push_back(dimension(input, i, choices ? (*choices)[i] : DimChoice()));
  arguments.push_back({name.str(), tensorType(sizes, elementType)});
}

DictionaryAttr SignatureBuilder::symbolTable() {
  Builder builder(&context);
  llvm::SmallVector<NamedAttribute> entries;
  for (const auto &[name, choice] : symbols) {
    if (choice.isFixed())
      continue;
    int64_t values[] = {choice.min, choice.max, choice.optimum};
    entries.push_back(
        builder.getNamedAttr(name, builder.getDenseI64ArrayAttr(values)));
  }
  return builder.getDictionaryAttr(entries);
}

} // namespace

Signature importSignature(MLIRContext &context, const OnnxGraph &graph,
                          const ImportOptions &options,
                          std::vector<ImportProblem> &problems) {
  llvm::StringSet<> given, inputs;
  for (const OnnxTensor &tensor : graph.initializers)
    given.insert(llvm::StringRef(tensor.name));
  for (const auto &[name, tensor] : options.values)
    given.insert(name);
  SignatureBuilder builder(context, options, problems);
  // Choices first, so that a named dimension fixed on one input is fixed on
  // all of them whatever their order.
  for (bool chosen : {true, false})
    for (const OnnxValueInfo &input : graph.inputs)
      if (!given.contains(llvm::StringRef(input.name)) &&
          options.shapes.count(std::string(input.name)) == chosen)
        builder.addArgument(input);
  Signature result;
  for (const OnnxValueInfo &input : graph.inputs)
    for (ArgumentSpec &argument : builder.arguments)
      if (argument.name == input.name)
        result.arguments.push_back(argument);
  for (const auto &[name, choices] : options.shapes)
    if (llvm::none_of(result.arguments,
                      [&, &wanted = name](auto &argument) {
                        return argument.name == wanted;
                      }) &&
        problems.empty())
      problems.push_back(
          {ImportProblem::Kind::Invalid, "", "",
           "--shape names '" + name + "', which is no input of the model", ""});
  result.symbols = builder.symbolTable();
  return result;
}

} // namespace tenon
