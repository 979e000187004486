// SPDX-License-Identifier: Apache-2.0
// Registers are lanes of 128 bits, and instructions that stay inside lanes or
// move whole lanes are the cheap ones. So a transpose has two halves. For rows
// a..h of 8 floats (two lanes of four):
//
//  1. Inside lanes, over each group of four rows: interleave rows one apart by
//     1 element, then by 2 (unpack). Vector c of group a..d then holds
//       a[c] b[c] c[c] d[c] | a[4+c] b[4+c] c[4+c] d[4+c]
//  2. Across lanes, over vectors c of all groups: separate even from odd lanes
//     of neighbours, once per power of two of lanes. Lane l of every group
//     comes together: a[c] .. h[c] is row c of the result, a[4+c] .. h[4+c] is
//     row 4+c.
#include "compiler/target/cpu/TransposeVectors.h"

#include "compiler/target/cpu/OpWriter.h"

using namespace mlir;

namespace tenon {
namespace {

using Rows = SmallVector<Value>;

class Transposer {
public:
  Transposer(vector::TransposeOp op, int64_t size, int64_t laneElements)
      : writer(op), size(size), laneElements(laneElements) {}

  Rows transpose(ArrayRef<Value> rows) {
    int64_t numLanes = size / laneElements;
    // Of the rows in one group, vector c: see the picture above.
    SmallVector<Rows> groups;
    for (int64_t group = 0; group < numLanes; ++group)
      groups.push_back(
          transposeInLanes(rows.slice(group * laneElements, laneElements)));
    Rows result(size);
    for (int64_t c = 0; c < laneElements; ++c) {
      Rows parts;
      for (const Rows &group : groups)
        parts.push_back(group[c]);
      for (auto [lane, row] : llvm::enumerate(gatherLanes(parts)))
        result[lane * laneElements + c] = row;
    }
    return result;
  }

private:
  /// Interleaves blocks of 1, 2, 4, ... elements of rows as far apart.
  Rows transposeInLanes(ArrayRef<Value> group) {
    Rows rows(group);
    for (int64_t block = 1; block < laneElements; block *= 2) {
      Rows next(rows.size());
      // Row r of the result so far holds columns whose low bits are r's.
      for (int64_t r = 0; r < laneElements; ++r) {
        if (r & block)
          continue;
        next[r] = unpack(rows[r], rows[r + block], block, /*high=*/false);
        next[r + block] = unpack(rows[r], rows[r + block], block, true);
      }
      rows = next;
    }
    return restoreOrder(rows);
  }

  /// The low (or high) halves of each lane, blocks of the two alternating.
  Value unpack(Value a, Value b, int64_t block, bool high) {
    SmallVector<int64_t> mask;
    int64_t half = laneElements / 2;
    for (int64_t lane = 0; lane < size; lane += laneElements)
      for (int64_t start = 0; start < half; start += block)
        for (int64_t source : {int64_t(0), size})
          for (int64_t i = 0; i < block; ++i)
            mask.push_back(source + lane + (high ? half : 0) + start + i);
    return shuffle(a, b, mask);
  }

  /// Unpacking leaves the vector for column c at the bit-reversed place.
  Rows restoreOrder(ArrayRef<Value> rows) {
    Rows ordered(rows.size());
    for (int64_t place = 0; place < laneElements; ++place) {
      int64_t column = 0;
      for (int64_t bit = 1; bit < laneElements; bit *= 2)
        column = column * 2 + ((place & bit) ? 1 : 0);
      ordered[column] = rows[place];
    }
    return ordered;
  }

  /// Result l holds lane l of every part, in order.
  Rows gatherLanes(ArrayRef<Value> parts) {
    if (parts.size() == 1)
      return Rows(parts);
    Rows even, odd;
    for (size_t i = 0; i < parts.size(); i += 2) {
      even.push_back(selectLanes(parts[i], parts[i + 1], 0));
      odd.push_back(selectLanes(parts[i], parts[i + 1], 1));
    }
    Rows result;
    for (auto [e, o] : llvm::zip_equal(gatherLanes(even), gatherLanes(odd))) {
      result.push_back(e);
      result.push_back(o);
    }
    return result;
  }

  /// Every second lane of the two, from `first` on.
  Value selectLanes(Value a, Value b, int64_t first) {
    SmallVector<int64_t> mask;
    for (int64_t lane = first; lane < 2 * size / laneElements; lane += 2)
      for (int64_t i = 0; i < laneElements; ++i)
        mask.push_back(lane * laneElements + i);
    return shuffle(a, b, mask);
  }

  Value shuffle(Value a, Value b, ArrayRef<int64_t> mask) {
    return writer.make<vector::ShuffleOp>(a, b, mask);
  }

  OpWriter writer;
  int64_t size;
  int64_t laneElements;
};

void replaceTranspose(vector::TransposeOp op) {
  constexpr int64_t kLaneBits = 128;
  VectorType type = op.getSourceVectorType();
  if (type.getRank() != 2 || op.getPermutation()[0] != 1 ||
      type.getDimSize(0) != type.getDimSize(1))
    return;
  int64_t size = type.getDimSize(0);
  unsigned width = type.getElementTypeBitWidth();
  int64_t laneElements = width >= 8 ? kLaneBits / width : 0;
  if (!llvm::isPowerOf2_64(size) || laneElements == 0 || size < laneElements)
    return;
  OpWriter writer(op);
  Rows rows;
  for (int64_t i = 0; i < size; ++i)
    rows.push_back(writer.make<vector::ExtractOp>(op.getVector(), i));
  Rows columns = Transposer(op, size, laneElements).transpose(rows);
  Value result = writer.make<arith::ConstantOp>(
      cast<TypedAttr>(writer.builder.getZeroAttr(op.getType())));
  for (auto [i, column] : llvm::enumerate(columns))
    result = writer.make<vector::InsertOp>(column, result, int64_t(i));
  op.replaceAllUsesWith(result);
  op.erase();
}

} // namespace

void transposeVectors(ModuleOp kernel) {
  SmallVector<vector::TransposeOp> ops;
  kernel.walk([&](vector::TransposeOp op) { ops.push_back(op); });
  for (vector::TransposeOp op : ops)
    replaceTranspose(op);
}

} // namespace tenon
