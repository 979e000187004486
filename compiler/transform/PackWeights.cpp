// SPDX-License-Identifier: Apache-2.0
// Lays out known weights as the register tiles read them.
#include "compiler/transform/PackWeights.h"
#include "compiler/ir/graph/ConstantElements.h"
#include "compiler/ir/graph/PanelColumns.h"
#include "compiler/transform/CancelTransposes.h"
#include "compiler/transform/Permutation.h"
#include <cstring>

using namespace mlir;
using llvm::ArrayRef;

namespace tenon {

namespace {

/// The order of packed weights: [outer..., panel, inner..., lane], where panel
/// and lane are the two parts of `column`. Names dimensions of the weights.
struct Packing {
  /// Sizes that the dimensions below are of: the weights' own, or with the
  /// groups of a convolution apart from their columns.
  llvm::SmallVector<int64_t> shape;
  llvm::SmallVector<int64_t> outer, inner;
  int64_t column = 0;
  int64_t panelColumns = kPanelColumns;

  std::string key() const;
};

/// Packs what the ops of one function read, every weight once per order.
class WeightPacker {
public:
  explicit WeightPacker(func::FuncOp function) : function(function) {}
  void run();

private:
  void pack(OpOperand &operand, const Packing &packing);
  Value packed(ConstantOp constant, const Packing &packing);

  func::FuncOp function;
  llvm::DenseMap<Value, llvm::StringMap<Value>> done;
};

} // namespace

std::string Packing::key() const {
  std::string text = std::to_string(outer.size()) + ":" +
                     std::to_string(column) + "/" +
                     std::to_string(panelColumns) + ":";
  for (int64_t dim : outer)
    text += std::to_string(dim) + ",";
  for (int64_t dim : inner)
    text += ";" + std::to_string(dim);
  return text;
}

//===--- What to pack -----------------------------------------------------===//

/// Fewer columns than this leave most of a panel empty.
static constexpr int64_t kFewColumns = 8;

/// Weights that take a vector's lanes along their columns.
static bool isPackable(Value weights) {
  auto constant = weights.getDefiningOp<ConstantOp>();
  Type type = elementTypeOf(weights);
  if (!constant || splatValue(weights) ||
      !(type.isF32() || type.isF16() || type.isBF16()))
    return false;
  return llvm::all_of(weights.getUsers(), [](Operation *user) {
    return isa<ContractOp, WindowOp>(user);
  });
}

static std::optional<Packing> packingOf(WindowOp op) {
  if (op.getKind() != WindowKind::Convolve || !op.getChannelsLast() ||
      !isPackable(op.getFilter()))
    return std::nullopt;
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(op.getFilter().getType()).getShape();
  Packing packing;
  packing.shape.assign(shape.begin(), shape.end());
  int64_t groups = op.getGroups();
  bool depthwise = groups != 1 && shape[1] == 1;
  if (groups != 1 && !depthwise) {
    packing.shape.front() /= groups;
    packing.shape.insert(packing.shape.begin(), groups);
    packing.outer.push_back(0);
    packing.column = 1;
  }
  int64_t channel = packing.column + 1;
  for (size_t dim = channel + 1; dim < packing.shape.size(); ++dim)
    packing.inner.push_back(dim);
  packing.inner.push_back(channel);
  if (depthwise || packing.shape[packing.column] < kFewColumns)
    packing.panelColumns = packing.shape[packing.column];
  return packing;
}

/// The last dimension of the result that is not 1, which takes the lanes.
static std::optional<int64_t> laneLoop(ContractOp op) {
  Sizes sizes = sizesOf(op.getResult());
  for (size_t dim = sizes.size(); dim-- > 0;)
    if (!sizes[dim].isConstant(1))
      return dim;
  return std::nullopt;
}

static std::optional<Packing> packingOf(ContractOp op, unsigned operand) {
  Value weights = op->getOperand(operand);
  ArrayRef<int64_t> loops = operand == 0 ? op.getLhsLoops() : op.getRhsLoops();
  ArrayRef<int64_t> others = operand == 0 ? op.getRhsLoops() : op.getLhsLoops();
  std::optional<int64_t> lane = laneLoop(op);
  if (!lane || !llvm::is_contained(loops, *lane) ||
      llvm::is_contained(others, *lane) || !isPackable(weights))
    return std::nullopt;
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(weights.getType()).getShape();
  Packing packing;
  packing.shape.assign(shape.begin(), shape.end());
  for (auto [dim, loop] : llvm::enumerate(loops))
    if (loop == *lane)
      packing.column = dim;
    else
      (loop < rankOf(op.getResult()) ? packing.outer : packing.inner)
          .push_back(dim);
  llvm::sort(packing.inner,
             [&](int64_t a, int64_t b) { return loops[a] < loops[b]; });
  if (shape[packing.column] < kFewColumns)
    return std::nullopt;
  // Read in their order already, and near in any order.
  constexpr int64_t kNearElements = 4096;
  bool inOrder = packing.column + 1 == static_cast<int64_t>(shape.size());
  if (inOrder && ShapedType::getNumElements(shape) <= kNearElements)
    return std::nullopt;
  return packing;
}

//===--- Packing ----------------------------------------------------------===//

/// Copies all elements, `width` bytes each, into packed order.
static std::vector<char> packBytes(ArrayRef<char> from, ArrayRef<int64_t> shape,
                                   const Packing &packing, size_t width) {
  Permutation strides(shape.size(), 1);
  for (size_t dim = shape.size() - 1; dim-- > 0;)
    strides[dim] = strides[dim + 1] * shape[dim + 1];
  int64_t columns = shape[packing.column], panel = packing.panelColumns;
  int64_t panels = (columns + panel - 1) / panel;
  // Offsets of the inner elements, in order, once.
  auto offsetsOf = [&](ArrayRef<int64_t> dims) {
    llvm::SmallVector<int64_t> offsets{0};
    for (int64_t dim : dims) {
      llvm::SmallVector<int64_t> next;
      for (int64_t offset : offsets)
        for (int64_t i = 0; i < shape[dim]; ++i)
          next.push_back(offset + i * strides[dim]);
      offsets = std::move(next);
    }
    return offsets;
  };
  llvm::SmallVector<int64_t> outer = offsetsOf(packing.outer),
                             inner = offsetsOf(packing.inner);
  std::vector<char> to(outer.size() * panels * inner.size() * panel * width);
  char *next = to.data();
  for (int64_t outerOffset : outer)
    for (int64_t first = 0; first < columns; first += panel)
      for (int64_t innerOffset : inner) {
        int64_t count = std::min(panel, columns - first);
        const char *source = from.data() + (outerOffset + innerOffset) * width;
        for (int64_t lane = 0; lane < count; ++lane)
          std::memcpy(next + lane * width,
                      source + (first + lane) * strides[packing.column] * width,
                      width);
        next += panel * width;
      }
  return to;
}

Value WeightPacker::packed(ConstantOp constant, const Packing &packing) {
  auto type = cast<RankedTensorType>(constant.getResult().getType());
  ArrayRef<int64_t> shape = packing.shape;
  int64_t columns = shape[packing.column], panel = packing.panelColumns;
  int64_t panels = (columns + panel - 1) / panel;
  std::vector<char> storage;
  std::vector<char> bytes =
      packBytes(constantBytes(constant, storage), shape, packing,
                *elementBytes(type.getElementType()));
  // Where each dimension of the weights is in the packed order.
  llvm::SmallVector<int64_t> packedShape;
  Permutation place(shape.size());
  auto append = [&](ArrayRef<int64_t> dims) {
    for (int64_t dim : dims) {
      place[dim] = packedShape.size();
      packedShape.push_back(shape[dim]);
    }
  };
  append(packing.outer);
  place[packing.column] = packedShape.size();
  packedShape.push_back(panels);
  append(packing.inner);
  packedShape.push_back(panel);
  OpBuilder builder(constant);
  GraphBuilder graph(builder, constant.getLoc());
  Value value =
      graph.constant(RankedTensorType::get(packedShape, type.getElementType()),
                     std::move(bytes));
  Permutation back;
  Sizes whole;
  for (auto [dim, at] : llvm::enumerate(place)) {
    back.push_back(at);
    whole.push_back(shape[dim]);
    if (static_cast<int64_t>(dim) == packing.column) {
      back.push_back(packedShape.size() - 1);
      whole.back() = panels * panel;
    }
  }
  value = graph.withSizes(graph.transpose(value, back), whole);
  if (panels * panel != columns)
    value = graph.sliceAxis(value, packing.column, 0, columns);
  return graph.withSizes(value, sizesOf(constant.getResult()));
}

void WeightPacker::pack(OpOperand &operand, const Packing &packing) {
  auto constant = operand.get().getDefiningOp<ConstantOp>();
  Value &value = done[constant.getResult()][packing.key()];
  if (!value)
    value = packed(constant, packing);
  operand.set(value);
}

void WeightPacker::run() {
  llvm::SmallVector<std::pair<OpOperand *, Packing>> work;
  for (Operation &op : function.getBody().front()) {
    if (auto window = dyn_cast<WindowOp>(op))
      if (auto packing = packingOf(window))
        work.push_back({&window->getOpOperand(1), *packing});
    if (auto contract = dyn_cast<ContractOp>(op))
      for (unsigned i : {0, 1})
        if (auto packing = packingOf(contract, i))
          work.push_back({&contract->getOpOperand(i), *packing});
  }
  for (auto &[operand, packing] : work)
    pack(*operand, packing);
  dropUnread(function);
}

LogicalResult packWeights(func::FuncOp function) {
  WeightPacker(function).run();
  return success();
}

} // namespace tenon
