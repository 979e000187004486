// SPDX-License-Identifier: Apache-2.0
// Walks a function in order, op by op, and drops each tensor after its last
// use.
#include "compiler/reference/Interpreter.h"
#include "compiler/reference/RunOp.h"

using namespace mlir;

namespace tenon::reference {

/// Fails unless `tensor` has the type and sizes that `value` declares.
static llvm::Error checkTensor(Value value, const Tensor &tensor,
                               const SymbolBindings &bindings,
                               const llvm::Twine &name) {
  Type expected = elementTypeOf(value);
  if (tensor.elementType() != expected) {
    std::string text;
    llvm::raw_string_ostream(text) << " must have elements of type " << expected
                                   << ", found " << tensor.elementType();
    return failWith(InterpretErrorKind::BadInput, name + text);
  }
  auto shape = bindSizes(sizesOf(value), bindings);
  if (!shape)
    return shape.takeError();
  if (llvm::ArrayRef(*shape) == tensor.shape())
    return llvm::Error::success();
  std::string text;
  llvm::raw_string_ostream out(text);
  out << " must have shape [";
  llvm::interleaveComma(*shape, out);
  out << "], found [";
  llvm::interleaveComma(tensor.shape(), out);
  out << "]";
  return failWith(InterpretErrorKind::BadSize, name + text);
}

llvm::Expected<llvm::SmallVector<Tensor>>
interpretOp(Operation *op, llvm::ArrayRef<Tensor> operands,
            const SymbolBindings &bindings, const InterpretOptions &options) {
  auto body = dyn_cast<TensorBody>(op);
  if (!body)
    return failWith(InterpretErrorKind::Unsupported,
                    "'" + op->getName().getStringRef() +
                        "' does not describe its elements",
                    op->getLoc());
  if (operands.size() != op->getNumOperands())
    return failWith(InterpretErrorKind::BadInput,
                    "the op takes " + llvm::Twine(op->getNumOperands()) +
                        " operands, found " + llvm::Twine(operands.size()),
                    op->getLoc());
  for (auto [i, operand] : llvm::enumerate(operands))
    if (llvm::Error error = checkTensor(op->getOperand(i), operand, bindings,
                                        "operand " + llvm::Twine(i)))
      return error;
  auto prepared = prepareOp(body, bindings, options.memoryLimitBytes);
  if (!prepared)
    return prepared.takeError();
  if (prepared->work() > options.workLimit)
    return failWith(InterpretErrorKind::TooLarge,
                    "the op takes " + llvm::Twine(prepared->work()) +
                        " scalar operations, allowed are " +
                        llvm::Twine(options.workLimit),
                    op->getLoc());
  if (llvm::Error error = runOp(*prepared, operands, options.threads))
    return error;
  return std::move(prepared->results);
}

namespace {

using Tensors = llvm::SmallVector<Tensor>;

/// The tensors of one block's values while they are needed.
class Frame {
public:
  Frame(const SymbolBindings &bindings, const InterpretOptions &options)
      : bindings(bindings), options(options) {}

  /// Runs `block` on `inputs`; what its terminator takes is the result.
  llvm::Expected<Tensors> run(Block &block, llvm::ArrayRef<Tensor> inputs) {
    // Inputs are the caller's memory and count there.
    for (auto [argument, input] : llvm::zip(block.getArguments(), inputs))
      define(argument, input, 0);
    for (Operation &op : block.without_terminator())
      if (llvm::Error error = run(&op))
        return error;
    return operandsOf(block.getTerminator());
  }

private:
  struct Held {
    Tensor tensor;
    int64_t usesLeft = 0;
    int64_t bytes = 0;
  };

  void define(Value value, Tensor tensor, int64_t ownBytes) {
    bytes += ownBytes;
    tensors[value] = {std::move(tensor),
                      std::distance(value.use_begin(), value.use_end()),
                      ownBytes};
    drop(value, 0);
  }

  Tensors operandsOf(Operation *op) {
    Tensors operands;
    for (Value operand : op->getOperands())
      operands.push_back(tensors[operand].tensor);
    return operands;
  }

  /// Computes `op` and defines its results.
  llvm::Error run(Operation *op) {
    Tensors operands = operandsOf(op);
    llvm::Expected<Tensors> results = compute(op, operands);
    if (!results)
      return results.takeError();
    if (options.onResults)
      options.onResults(op, *results);
    for (auto [value, tensor] : llvm::zip(op->getResults(), *results))
      define(value, tensor, tensor.numElements() * int64_t(sizeof(double)));
    for (Value operand : op->getOperands())
      drop(operand, 1);
    return llvm::Error::success();
  }

  llvm::Expected<Tensors> compute(Operation *op,
                                  llvm::ArrayRef<Tensor> operands) {
    InterpretOptions rest = options;
    rest.memoryLimitBytes = options.memoryLimitBytes - bytes;
    if (auto kernel = dyn_cast<KernelOp>(op))
      return Frame(bindings, rest).run(kernel.getBody().front(), operands);
    if (auto constant = dyn_cast<ConstantOp>(op))
      return readConstant(constant, rest.memoryLimitBytes);
    return interpretOp(op, operands, bindings, rest);
  }

  static llvm::Expected<Tensors> readConstant(ConstantOp constant,
                                              int64_t limitBytes) {
    auto type = cast<RankedTensorType>(constant.getType());
    std::optional<int64_t> count = countElements(type.getShape());
    if (!count || *count > limitBytes / int64_t(sizeof(double)))
      return failWith(InterpretErrorKind::TooLarge,
                      "the constant does not fit in the " +
                          llvm::Twine(limitBytes) + " bytes left",
                      constant.getLoc());
    llvm::Expected<Tensor> tensor = Tensor::fromConstant(constant);
    if (!tensor)
      return tensor.takeError();
    return Tensors{std::move(*tensor)};
  }

  void drop(Value value, int64_t uses) {
    auto found = tensors.find(value);
    found->second.usesLeft -= uses;
    if (found->second.usesLeft > 0)
      return;
    bytes -= found->second.bytes;
    tensors.erase(found);
  }

  const SymbolBindings &bindings;
  const InterpretOptions &options;
  llvm::DenseMap<Value, Held> tensors;
  int64_t bytes = 0; // held by `tensors`
};

} // namespace

llvm::Expected<llvm::SmallVector<Tensor>>
interpret(func::FuncOp function, llvm::ArrayRef<Tensor> inputs,
          const SymbolBindings &known, const InterpretOptions &options) {
  if (!function.getBody().hasOneBlock())
    return failWith(InterpretErrorKind::Unsupported,
                    "a model is one block of ops", function.getLoc());
  llvm::SmallVector<llvm::ArrayRef<int64_t>> shapes;
  for (const Tensor &input : inputs)
    shapes.push_back(input.shape());
  auto bindings = bindSymbols(function, shapes, known);
  if (!bindings)
    return bindings.takeError();
  for (auto [argument, input] : llvm::zip(function.getArguments(), inputs)) {
    std::string name = argumentName(function, argument.getArgNumber());
    if (llvm::Error error = checkTensor(argument, input, *bindings, name))
      return error;
  }
  return Frame(*bindings, options).run(function.getBody().front(), inputs);
}

} // namespace tenon::reference
