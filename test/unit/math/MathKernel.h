// SPDX-License-Identifier: Apache-2.0
// Compiles one elementwise function into a kernel and runs it here: the tests
// of codegen/math judge the machine code, not the emitted text.
#ifndef TENON_TEST_UNIT_MATH_MATHKERNEL_H
#define TENON_TEST_UNIT_MATH_MATHKERNEL_H

#include "compiler/target/cpu/HostImage.h"
#include "mlir/IR/Builders.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tenon::test {

enum class Element { F16, BF16, F32, F64, I8, I32, I64 };

/// Emits a function of any number of operands.
using EmitFunction = std::function<mlir::Value(
    mlir::OpBuilder &, mlir::Location, mlir::ValueRange operands)>;

EmitFunction unary(mlir::Value (*emit)(mlir::OpBuilder &, mlir::Location,
                                       mlir::Value));
EmitFunction binary(mlir::Value (*emit)(mlir::OpBuilder &, mlir::Location,
                                        mlir::Value, mlir::Value));

enum class Form { Scalar, Vector };

/// out[i] = function(in[0][i], in[1][i], ...).
class MathKernel {
public:
  /// Adds a test failure when it cannot be compiled.
  MathKernel(llvm::StringRef target, Element element, Form form, int arity,
             const EmitFunction &emit);

  template <typename T>
  std::vector<T> operator()(std::vector<std::vector<T>> operands) const {
    size_t count = operands.front().size();
    std::vector<T> result(count + kPadding);
    std::vector<void *> buffers;
    for (std::vector<T> &operand : operands) {
      operand.resize(count + kPadding, operand.back());
      buffers.push_back(operand.data());
    }
    buffers.push_back(result.data());
    run(buffers, count);
    result.resize(count);
    return result;
  }

private:
  /// Room for a last vector that is not full.
  static constexpr size_t kPadding = 64;

  void run(std::vector<void *> buffers, int64_t count) const;

  std::optional<HostImage> image;
};

/// Names of the CPU targets that this machine can run, the widest last.
const std::vector<std::string> &runnableTargets();

} // namespace tenon::test

#endif // TENON_TEST_UNIT_MATH_MATHKERNEL_H
