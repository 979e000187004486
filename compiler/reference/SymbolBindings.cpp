// SPDX-License-Identifier: Apache-2.0
// From the shapes of inputs to the values of size symbols.
#include "compiler/reference/SymbolBindings.h"
#include "compiler/ir/graph/Graph.h"
#include "compiler/reference/InterpretError.h"

using namespace mlir;
using llvm::StringRef;

namespace tenon::reference {

static std::optional<int64_t> evaluate(const IndexExpr &size,
                                       const SymbolBindings &bindings) {
  return size.evaluate([&](StringRef name) -> std::optional<int64_t> {
    auto found = bindings.find(name);
    if (found == bindings.end())
      return std::nullopt;
    return found->second;
  });
}

std::string argumentName(func::FuncOp function, unsigned i) {
  auto name = function.getArgAttrOfType<StringAttr>(i, "tenon.name");
  return name ? "'" + name.str() + "'" : "input " + std::to_string(i);
}

static std::string dimensionName(func::FuncOp function, unsigned i,
                                 size_t dim) {
  return "dimension " + std::to_string(dim) + " of " +
         argumentName(function, i);
}

/// The sizes of argument `i`, as the caller gave them.
static llvm::Error bindArgument(func::FuncOp function, unsigned i,
                                llvm::ArrayRef<int64_t> shape,
                                SymbolBindings &bindings) {
  Sizes sizes = sizesOf(function.getArgument(i));
  if (sizes.size() != shape.size())
    return failWith(InterpretErrorKind::BadSize,
                    argumentName(function, i) + " has " +
                        llvm::Twine(sizes.size()) + " dimensions, found " +
                        llvm::Twine(shape.size()));
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (shape[dim] < 0)
      return failWith(InterpretErrorKind::BadSize,
                      dimensionName(function, i, dim) + " is negative");
    if (std::optional<StringRef> symbol = size.symbolName())
      bindings.try_emplace(*symbol, shape[dim]);
  }
  return llvm::Error::success();
}

static llvm::Error checkArgument(func::FuncOp function, unsigned i,
                                 llvm::ArrayRef<int64_t> shape,
                                 const SymbolBindings &bindings) {
  Sizes sizes = sizesOf(function.getArgument(i));
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    std::optional<int64_t> expected = evaluate(size, bindings);
    if (!expected)
      return failWith(InterpretErrorKind::BadSize,
                      dimensionName(function, i, dim) + " is " + size.str() +
                          ", whose symbols no input decides");
    if (*expected != shape[dim])
      return failWith(InterpretErrorKind::BadSize,
                      dimensionName(function, i, dim) + " must be " +
                          llvm::Twine(*expected) + " (" + size.str() +
                          "), found " + llvm::Twine(shape[dim]));
  }
  return llvm::Error::success();
}

/// tenon.symbols = {N = [min, max, opt]}; a maximum of -1 is none.
static llvm::Error checkRanges(ModuleOp module,
                               const SymbolBindings &bindings) {
  auto symbols = module->getAttrOfType<DictionaryAttr>("tenon.symbols");
  if (!symbols)
    return llvm::Error::success();
  for (NamedAttribute symbol : symbols) {
    auto limits = dyn_cast<ArrayAttr>(symbol.getValue());
    auto bound = bindings.find(symbol.getName());
    if (!limits || limits.size() < 2 || bound == bindings.end())
      continue;
    auto least = dyn_cast<IntegerAttr>(limits[0]);
    auto most = dyn_cast<IntegerAttr>(limits[1]);
    if (!least || !most)
      continue;
    bool tooMany = most.getInt() >= 0 && bound->second > most.getInt();
    if (tooMany || bound->second < least.getInt())
      return failWith(
          InterpretErrorKind::BadSize,
          "size " + bound->first() + " is " + llvm::Twine(bound->second) +
              ", allowed are " + llvm::Twine(least.getInt()) + " to " +
              (most.getInt() < 0 ? "any" : llvm::Twine(most.getInt())).str());
  }
  return llvm::Error::success();
}

/// tenon.checks = [["lhs", "rhs", "message"], ...].
static llvm::Error checkEqualities(ModuleOp module,
                                   const SymbolBindings &bindings) {
  auto checks = module->getAttrOfType<ArrayAttr>("tenon.checks");
  if (!checks)
    return llvm::Error::success();
  for (Attribute entry : checks) {
    constexpr size_t kFields = 3;
    auto check = dyn_cast<ArrayAttr>(entry);
    auto text = [&](size_t at) {
      return check && check.size() == kFields ? dyn_cast<StringAttr>(check[at])
                                              : StringAttr();
    };
    auto value = [&](size_t at) -> std::optional<int64_t> {
      auto expr =
          text(at) ? IndexExpr::parse(text(at).getValue()) : std::nullopt;
      return expr ? evaluate(*expr, bindings) : std::nullopt;
    };
    std::optional<int64_t> left = value(0), right = value(1);
    if (left && right && *left == *right)
      continue;
    auto show = [](std::optional<int64_t> number) {
      return number ? std::to_string(*number) : std::string("unknown");
    };
    return failWith(InterpretErrorKind::BadSize,
                    (text(2) ? text(2).getValue() : "sizes differ") + ": " +
                        show(left) + " and " + show(right) + " must be equal");
  }
  return llvm::Error::success();
}

llvm::Expected<SymbolBindings>
bindSymbols(func::FuncOp function,
            llvm::ArrayRef<llvm::ArrayRef<int64_t>> shapes,
            SymbolBindings bindings) {
  if (shapes.size() != function.getNumArguments())
    return failWith(InterpretErrorKind::BadInput,
                    "the model takes " +
                        llvm::Twine(function.getNumArguments()) +
                        " inputs, found " + llvm::Twine(shapes.size()));
  for (auto [i, shape] : llvm::enumerate(shapes))
    if (llvm::Error error = bindArgument(function, i, shape, bindings))
      return error;
  // Only now, because a later input may decide a symbol of an earlier one.
  for (auto [i, shape] : llvm::enumerate(shapes))
    if (llvm::Error error = checkArgument(function, i, shape, bindings))
      return error;
  if (auto module = function->getParentOfType<ModuleOp>()) {
    if (llvm::Error error = checkRanges(module, bindings))
      return error;
    if (llvm::Error error = checkEqualities(module, bindings))
      return error;
  }
  return bindings;
}

llvm::Expected<llvm::SmallVector<int64_t>>
bindSizes(llvm::ArrayRef<IndexExpr> sizes, const SymbolBindings &bindings) {
  llvm::SmallVector<int64_t> shape;
  for (const IndexExpr &size : sizes) {
    std::optional<int64_t> value = evaluate(size, bindings);
    if (!value)
      return failWith(InterpretErrorKind::BadSize,
                      "the size " + size.str() +
                          " is not known or leaves 64 bits");
    if (*value < 0)
      return failWith(InterpretErrorKind::BadSize, "the size " + size.str() +
                                                       " comes to " +
                                                       llvm::Twine(*value));
    shape.push_back(*value);
  }
  return shape;
}

} // namespace tenon::reference
