// SPDX-License-Identifier: Apache-2.0
// What tests of the reference share: graphs from text, tensors from numbers.
#ifndef TENON_TEST_UNIT_REFERENCE_REFERENCETEST_H
#define TENON_TEST_UNIT_REFERENCE_REFERENCETEST_H

#include "compiler/reference/Interpreter.h"
#include "mlir/AsmParser/AsmParser.h"
#include "test/unit/graph/GraphTextTest.h"

namespace tenon::reference {

using Shape = llvm::SmallVector<int64_t>;
using Values = std::vector<double>;

class ReferenceTest : public GraphTextTest {
protected:
  mlir::Type type(llvm::StringRef text) {
    return mlir::parseType(text, &context);
  }

  Tensor tensor(llvm::StringRef elementType, Shape shape,
                const Values &values) {
    llvm::Expected<Tensor> made = Tensor::make(type(elementType), shape);
    if (!made || made->numElements() != int64_t(values.size())) {
      ADD_FAILURE() << "a tensor that cannot be made";
      llvm::consumeError(made.takeError());
      return {};
    }
    for (auto [i, value] : llvm::enumerate(values))
      if (made->isReal())
        made->reals()[i] = made->scalarType().round(value);
      else
        made->integers()[i] = static_cast<int64_t>(value);
    return *made;
  }

  static Values valuesOf(const Tensor &tensor) {
    Values values;
    for (int64_t i = 0; i < tensor.numElements(); ++i) {
      Number at = tensor.at(i);
      values.push_back(at.isFloat ? at.real : double(at.integer));
    }
    return values;
  }

  /// All results of the function of `text`; a failure fails the test.
  llvm::SmallVector<Tensor> runAll(llvm::StringRef text,
                                   llvm::ArrayRef<Tensor> inputs,
                                   const InterpretOptions &options = {}) {
    auto results = interpret(parse(text), inputs, {}, options);
    if (results)
      return *results;
    ADD_FAILURE() << llvm::toString(results.takeError());
    return {};
  }

  /// The elements of the first result.
  Values run(llvm::StringRef text, llvm::ArrayRef<Tensor> inputs,
             const InterpretOptions &options = {}) {
    auto results = runAll(text, inputs, options);
    return results.empty() ? Values() : valuesOf(results[0]);
  }

  struct Failure {
    InterpretErrorKind kind = InterpretErrorKind::Unsupported;
    std::string text;
  };

  static Failure failureOf(llvm::Error error) {
    Failure failure;
    llvm::handleAllErrors(std::move(error), [&](const InterpretError &e) {
      failure.kind = e.kind;
      llvm::raw_string_ostream out(failure.text);
      e.log(out);
    });
    return failure;
  }

  /// The error that running the function of `text` ends with.
  Failure runToFailure(llvm::StringRef text, llvm::ArrayRef<Tensor> inputs,
                       const InterpretOptions &options = {}) {
    auto results = interpret(parse(text), inputs, {}, options);
    if (!results)
      return failureOf(results.takeError());
    ADD_FAILURE() << "ran without failure";
    return {};
  }
};

} // namespace tenon::reference

#endif // TENON_TEST_UNIT_REFERENCE_REFERENCETEST_H
