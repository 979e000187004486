// SPDX-License-Identifier: Apache-2.0
// What convolutions of both directions share.
#include "compiler/onnx/Convolution.h"

using namespace mlir;
using llvm::Twine;

namespace tenon {

FailureOr<llvm::SmallVector<int64_t>> filterKernel(OpImport &op) {
  if (op.rank(1) != op.rank(0) || op.rank(0) < 3)
    return op.invalid("operand and filter have " + Twine(op.rank(0)) + " and " +
                      Twine(op.rank(1)) +
                      " dimensions; they must have as many, at least 3");
  llvm::SmallVector<int64_t> kernel, listed = op.intsAttribute("kernel_shape");
  Sizes sizes = op.sizes(1);
  for (const IndexExpr &size : llvm::ArrayRef(sizes).drop_front(2)) {
    if (!size.constant())
      return op.unsupported("the filter's size " + size.str() +
                                " is not known when the model is compiled",
                            "give that size with --shape");
    kernel.push_back(*size.constant());
  }
  if (!listed.empty() && listed != kernel)
    return op.invalid("kernel_shape does not agree with the filter's sizes");
  return kernel;
}

FailureOr<int64_t> channelGroups(OpImport &op) {
  int64_t groups = op.intAttribute("group", 1);
  std::optional<int64_t> channels = op.sizes(0)[1].constant();
  if (groups < 1 || groups > INT32_MAX || (channels && *channels % groups != 0))
    return op.invalid("group is " + Twine(groups) +
                      " and must divide the number of channels, " +
                      op.sizes(0)[1].str());
  return groups;
}

Value alongChannels(GraphBuilder &graph, Value vector, int64_t rank) {
  llvm::SmallVector<int64_t> axes;
  for (int64_t i = 1; i + 1 < rank; ++i)
    axes.push_back(i);
  return graph.unsqueeze(vector, axes);
}

Type convolutionType(OpImport &op) {
  return op.hasInput(2) ? accumulatorType(op.elementType(0))
                        : op.elementType(0);
}

LogicalResult requireChannels(OpImport &op, unsigned i,
                              const IndexExpr &channels) {
  if (!op.hasInput(i))
    return success();
  if (op.rank(i) != 1)
    return op.invalid("operand " + Twine(i) + " has " + Twine(op.rank(i)) +
                      " dimensions; allowed: 1, a number for each channel");
  return success(op.graph.requireEqual(
      op.sizes(i)[0], channels, "length of operand " + std::to_string(i)));
}

Value addChannelBias(OpImport &op, Value result, unsigned bias) {
  GraphBuilder &graph = op.graph;
  if (!result || failed(requireChannels(op, bias, sizesOf(result)[1])))
    return {};
  if (op.hasInput(bias)) {
    Value wide = graph.cast(op.input(bias), elementTypeOf(result));
    result = graph.add(result, alongChannels(graph, wide, rankOf(result)));
  }
  return result ? graph.cast(result, op.elementType(0)) : Value();
}

std::vector<OnnxAttributeRow>
convolutionAttributes(std::vector<OnnxAttributeRow> more) {
  std::vector<OnnxAttributeRow> rows = {
      {"group", OnnxAttributeType::Int},
      {"kernel_shape", OnnxAttributeType::Ints},
      {"strides", OnnxAttributeType::Ints},
      {"dilations", OnnxAttributeType::Ints},
      {"pads", OnnxAttributeType::Ints},
      {"auto_pad", OnnxAttributeType::String}};
  rows.insert(rows.end(), more.begin(), more.end());
  return rows;
}

} // namespace tenon
