// SPDX-License-Identifier: Apache-2.0
// How the reference reports failure: one typed error with a kind that callers
// turn into an exit code, the op's location where there is one, and a text
// that says what, where, found and allowed.
#ifndef TENON_COMPILER_REFERENCE_INTERPRETERROR_H
#define TENON_COMPILER_REFERENCE_INTERPRETERROR_H

#include "mlir/IR/Location.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace tenon::reference {

enum class InterpretErrorKind : uint8_t {
  BadInput,        // a tensor's type, shape or bytes are not what is declared
  BadSize,         // sizes contradict each other, a range or a check
  IndexOutOfRange, // a computed index, or an element outside its operand
  TooLarge,        // a budget of memory or work would be exceeded
  Unsupported,     // an op, type or function that has no meaning here
};

class InterpretError : public llvm::ErrorInfo<InterpretError> {
public:
  static char ID;
  InterpretError(InterpretErrorKind kind, std::string message,
                 std::optional<mlir::Location> location = std::nullopt)
      : kind(kind), message(std::move(message)), location(location) {}

  void log(llvm::raw_ostream &out) const override;
  std::error_code convertToErrorCode() const override;

  const InterpretErrorKind kind;
  const std::string message;
  const std::optional<mlir::Location> location;
};

/// Makes an error: `return failWith(kind, "found " + text, op.getLoc())`.
llvm::Error failWith(InterpretErrorKind kind, const llvm::Twine &message,
                     std::optional<mlir::Location> location = std::nullopt);

} // namespace tenon::reference

#endif // TENON_COMPILER_REFERENCE_INTERPRETERROR_H
