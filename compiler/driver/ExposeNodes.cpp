// SPDX-License-Identifier: Apache-2.0
// Adds an output for each node.
#include "compiler/driver/ExposeNodes.h"
#include "compiler/ir/graph/Graph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace tenon {

/// The node that an op came from; empty when it came from none.
static std::string nodeOf(Operation &op) {
  std::string name;
  op.getLoc()->walk([&](Location at) {
    if (auto named = dyn_cast<NameLoc>(at))
      name = named.getName().str();
    return name.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return name;
}

void exposeNodes(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main)
    return;
  Block &body = main.getBody().front();
  llvm::MapVector<llvm::StringRef, Value> resultOf;
  std::vector<std::string> names; // own the keys
  names.reserve(body.getOperations().size());
  for (Operation &op : body.without_terminator()) {
    names.push_back(nodeOf(op));
    if (isa<ConstantOp>(op) || names.back().empty())
      continue;
    for (Value result : op.getResults())
      if (isa<RankedTensorType>(result.getType()))
        resultOf[names.back()] = result;
  }
  auto yield = cast<func::ReturnOp>(body.getTerminator());
  llvm::SmallVector<Value> outputs(yield.getOperands());
  llvm::StringSet<> taken;
  for (unsigned i = 0; i < outputs.size(); ++i)
    if (auto name = main.getResultAttrOfType<StringAttr>(i, "tenon.name"))
      taken.insert(name.getValue());
  llvm::SmallVector<std::string> added;
  for (const auto &[name, value] : resultOf) {
    if (llvm::is_contained(outputs, value))
      continue;
    outputs.push_back(value);
    added.push_back(taken.contains(name) ? ("node " + name).str() : name.str());
  }
  unsigned first = outputs.size() - added.size();
  yield->setOperands(outputs);
  for (unsigned i = 0; i < added.size(); ++i)
    main.insertResult(
        first + i, outputs[first + i].getType(),
        DictionaryAttr::get(
            module.getContext(),
            {NamedAttribute(StringAttr::get(module.getContext(), "tenon.name"),
                            StringAttr::get(module.getContext(), added[i]))}));
}

} // namespace tenon
