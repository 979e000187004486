// SPDX-License-Identifier: Apache-2.0
// Sizes to try a model with.
#include "compiler/driver/SampleSizes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace tenon {

namespace {

constexpr double kMostElements = 1 << 21; // of all tensors together

struct Symbol {
  std::string name;
  int64_t min, max, optimum;

  int64_t nearest(int64_t size) const {
    return std::min(std::max(optimum > 0 ? optimum : size, min), max);
  }
};

std::vector<Symbol> symbolsOf(ModuleOp module) {
  std::vector<Symbol> symbols;
  auto table = module->getAttrOfType<DictionaryAttr>("tenon.symbols");
  if (!table)
    return symbols;
  for (NamedAttribute entry : table) {
    auto range = cast<DenseI64ArrayAttr>(entry.getValue());
    symbols.push_back({entry.getName().str(), range[0],
                       range[1] < 0 ? INT64_MAX : range[1], range[2]});
  }
  return symbols;
}

/// Every size of every tensor is a number above zero, every check holds.
bool fits(ModuleOp module, const reference::SymbolBindings &bindings,
          double mostElements = INFINITY) {
  auto lookup = [&](llvm::StringRef name) -> std::optional<int64_t> {
    auto found = bindings.find(name);
    if (found == bindings.end())
      return std::nullopt;
    return found->second;
  };
  if (auto checks = module->getAttrOfType<ArrayAttr>("tenon.checks"))
    for (Attribute entry : checks) {
      auto check = cast<ArrayAttr>(entry);
      auto value = [&](unsigned i) {
        auto expr = IndexExpr::parse(cast<StringAttr>(check[i]).getValue());
        return expr ? expr->evaluate(lookup) : std::nullopt;
      };
      if (!value(0) || value(0) != value(1))
        return false;
    }
  bool sound = true;
  double elements = 0;
  module.walk([&](Operation *op) {
    for (Value result : op->getResults()) {
      if (!isa<RankedTensorType>(result.getType()))
        continue;
      double ofResult = 1;
      for (const IndexExpr &size : sizesOf(result)) {
        std::optional<int64_t> number = size.evaluate(lookup);
        sound &= number && *number > 0;
        ofResult *= static_cast<double>(number.value_or(0));
      }
      elements += op->hasTrait<OpTrait::ConstantLike>() ? 0 : ofResult;
    }
  });
  return sound && elements <= mostElements;
}

/// Dimensions that come first in an input: numbers of samples.
llvm::StringSet<> leadingSymbols(ModuleOp module) {
  llvm::StringSet<> names;
  for (Value input : module.lookupSymbol<func::FuncOp>("main").getArguments())
    if (Sizes sizes = sizesOf(input); !sizes.empty())
      names.insert(sizes.front().str());
  return names;
}

} // namespace

/// The first candidate that fits, of at most so many elements.
static std::optional<reference::SymbolBindings>
firstFit(ModuleOp module, llvm::ArrayRef<Symbol> symbols, double mostElements) {
  // One candidate for all symbols at a time, smallest work first; the odd
  // ones exercise edges, the multiples of 32 suit networks that halve often.
  static constexpr int64_t kCandidates[] = {3,  2,  1,   7,   32,  64,  48,
                                            16, 96, 128, 224, 256, 320, 640};
  for (int64_t candidate : kCandidates) {
    reference::SymbolBindings bindings;
    for (const Symbol &symbol : symbols)
      bindings[symbol.name] = symbol.nearest(candidate);
    if (fits(module, bindings, mostElements))
      return bindings;
    if (symbols.empty())
      break;
  }
  return std::nullopt;
}

std::optional<reference::SymbolBindings> sampleSizes(ModuleOp module) {
  std::vector<Symbol> symbols = symbolsOf(module);
  auto bindings = firstFit(module, symbols, kMostElements);
  return bindings ? bindings : firstFit(module, symbols, INFINITY);
}

std::optional<reference::SymbolBindings> usualSizes(ModuleOp module) {
  std::vector<Symbol> symbols = symbolsOf(module);
  llvm::StringSet<> batches = leadingSymbols(module);
  static constexpr int64_t kCandidates[] = {
      224, 256, 32, 64, 1, 96, 128, 16, 48, 320, 1024, 4096, 16384};
  for (int64_t candidate : kCandidates) {
    reference::SymbolBindings bindings;
    for (const Symbol &symbol : symbols)
      bindings[symbol.name] =
          symbol.nearest(batches.contains(symbol.name) ? 1 : candidate);
    if (fits(module, bindings))
      return bindings;
  }
  return sampleSizes(module);
}

std::optional<reference::SymbolBindings> tellingSizes(ModuleOp module) {
  std::optional<reference::SymbolBindings> bindings = sampleSizes(module);
  if (!bindings)
    return std::nullopt;
  // The last symbols first: they are rows' lengths more often than batches.
  static constexpr int64_t kCandidates[] = {67, 64, 48, 40, 33, 32, 17, 5};
  std::vector<Symbol> symbols = symbolsOf(module);
  for (const Symbol &symbol : llvm::reverse(symbols)) {
    int64_t &value = (*bindings)[symbol.name], before = value;
    if (symbol.optimum > 0)
      continue;
    for (int64_t candidate : kCandidates) {
      if (candidate <= before)
        break;
      value = std::min(std::max(candidate, symbol.min), symbol.max);
      if (fits(module, *bindings, kMostElements))
        break;
      value = before;
    }
  }
  return bindings;
}

} // namespace tenon
