// SPDX-License-Identifier: Apache-2.0
include "compiler/ir/graph/Graph.td"

def WindowOp : TenonOp<"window"> {
  let summary = "A window slid over the spatial dimensions: convolution and pooling";
  let description = [{
    input: [batch, channels, spatial...], or [batch, spatial..., channels] with
    channels_last; the result likewise. The element at output o and tap k reads
    input position (o * stride + k * dilation - low) / input_dilation, which
    must divide and lie inside; elsewhere the tap is left out. filter
    (convolve only): [out channels, channels / groups, spatial...]. Half types
    are accumulated in fp32; the result of convolve may be of that type, for a
    bias to be added before the one rounding. Pooling keeps the channels.
  }];
  let arguments = (ins AnyRankedTensor:$input, Optional<AnyRankedTensor>:$filter, WindowKindAttr:$kind, DenseI64ArrayAttr:$kernel, DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$dilations, DenseI64ArrayAttr:$input_dilations, IndexExprsAttr:$low, IndexExprsAttr:$high, I64Attr:$groups, BoolAttr:$channels_last);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{ $kind $input (`,` $filter^)? attr-dict `:` functional-type(operands, $result) }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Number of window positions along one dimension:
    /// floor or ceil((size' + low + high - reach) / stride) + 1 with
    /// size' = (size - 1) * inputDilation + 1, reach = (kernel-1)*dilation + 1.
    static ::tenon::IndexExpr outputSize(const ::tenon::IndexExpr &size,
        int64_t kernel, int64_t stride, int64_t dilation,
        int64_t inputDilation, const ::tenon::IndexExpr &low,
        const ::tenon::IndexExpr &high, bool ceilMode);
    unsigned spatialRank() { return getKernel().size(); }
    /// The dimension of input and result that holds spatial dimension `i`.
    unsigned spatialDim(unsigned i) {
      return i + (getChannelsLast() ? 1 : 2);
    }
    unsigned channelDim() {
      return getChannelsLast() ? spatialRank() + 1 : 1;
    }
  }];
}
