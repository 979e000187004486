// SPDX-License-Identifier: Apache-2.0
// The text of the reference's errors.
#include "compiler/reference/InterpretError.h"
#include "llvm/Support/raw_ostream.h"

namespace tenon::reference {

char InterpretError::ID = 0;

void InterpretError::log(llvm::raw_ostream &out) const {
  if (location)
    out << *location << ": ";
  out << message;
}

std::error_code InterpretError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

llvm::Error failWith(InterpretErrorKind kind, const llvm::Twine &message,
                     std::optional<mlir::Location> location) {
  return llvm::make_error<InterpretError>(kind, message.str(), location);
}

} // namespace tenon::reference
