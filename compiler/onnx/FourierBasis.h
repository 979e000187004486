// SPDX-License-Identifier: Apache-2.0
// The matrices of the discrete Fourier transform: shared by DFT and STFT.
//
// A transform is a product with cosines and sines of 2 pi n k / length. The
// product n k is reduced modulo the length as an integer and the functions are
// computed in fp64 before they are rounded, so the matrices are right to the
// last bit; with known sizes they become constants.
#ifndef TENON_COMPILER_ONNX_FOURIERBASIS_H
#define TENON_COMPILER_ONNX_FOURIERBASIS_H

#include "compiler/onnx/OpImport.h"

namespace tenon {

/// Cosines and sines of 2 pi n k / length: [rows n, columns k].
struct FourierBasis {
  mlir::Value cosine, sine;
};
FourierBasis fourierBasis(GraphBuilder &graph, const IndexExpr &rows,
                          const IndexExpr &columns, const IndexExpr &length,
                          mlir::Type type);

/// The basis as maps between real and imaginary parts:
/// [rows n, parts of the input, columns k, (real, imaginary)], with one or two
/// parts of the input. Forward e^(-2 pi i n k / length), inverse e^(+...).
mlir::Value complexBasis(GraphBuilder &graph, const FourierBasis &basis,
                         bool twoParts, bool inverse);

/// `value` cut or filled with zeros at the end of `axis` to `size`.
mlir::Value fitAxis(GraphBuilder &graph, mlir::Value value, int64_t axis,
                    const IndexExpr &size);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_FOURIERBASIS_H
