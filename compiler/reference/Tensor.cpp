// SPDX-License-Identifier: Apache-2.0
// Making tensors, and their way from and to stored bytes.
#include "compiler/reference/Tensor.h"
#include "compiler/reference/InterpretError.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>
#include <cstring>

using namespace mlir;

namespace tenon::reference {

std::optional<int64_t> countElements(llvm::ArrayRef<int64_t> shape) {
  int64_t count = 1, held = 0;
  // A size of 0 makes the tensor empty whatever the others are.
  if (llvm::is_contained(shape, 0))
    return llvm::all_of(shape, [](int64_t s) { return s >= 0; })
               ? std::optional<int64_t>(0)
               : std::nullopt;
  for (int64_t size : shape)
    if (size < 0 || llvm::MulOverflow(count, size, count) ||
        llvm::MulOverflow<int64_t>(count, 2 * sizeof(uint64_t), held))
      return std::nullopt;
  return count;
}

static std::string describe(Type type, llvm::ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "a tensor [";
  llvm::interleaveComma(shape, out);
  out << "] of " << type;
  return text;
}

llvm::Expected<Tensor> Tensor::make(Type elementType,
                                    llvm::ArrayRef<int64_t> shape) {
  std::optional<ScalarType> scalar = ScalarType::of(elementType);
  if (!scalar)
    return failWith(InterpretErrorKind::Unsupported,
                    describe(elementType, shape) +
                        " has an element type without a reference meaning");
  std::optional<int64_t> count = countElements(shape);
  if (!count)
    return failWith(InterpretErrorKind::TooLarge,
                    describe(elementType, shape) +
                        " has more elements than memory can address");
  Tensor tensor;
  tensor.type = elementType;
  tensor.scalar = *scalar;
  tensor.sizes.assign(shape.begin(), shape.end());
  tensor.count = *count;
  // calloc, because operator new would end the process when it fails.
  auto *block =
      static_cast<Word *>(std::calloc(*count + 2 * kSlack, sizeof(Word)));
  if (!block)
    return failWith(InterpretErrorKind::TooLarge,
                    "no memory for " + describe(elementType, shape));
  tensor.words = {std::shared_ptr<Word>(block, std::free), block + kSlack};
  return tensor;
}

/// fp32 is nearly all there is; this keeps it at the speed of memory.
static bool isSingle(ScalarType scalar) {
  return scalar == ScalarType{ScalarKind::Float, 32};
}

static void widen(const char *from, llvm::MutableArrayRef<double> to) {
  for (size_t i = 0; i < to.size(); ++i) {
    float stored;
    std::memcpy(&stored, from + i * sizeof(stored), sizeof(stored));
    to[i] = stored;
  }
}

static void narrow(llvm::ArrayRef<double> from, char *to) {
  for (size_t i = 0; i < from.size(); ++i) {
    auto stored = static_cast<float>(from[i]);
    std::memcpy(to + i * sizeof(stored), &stored, sizeof(stored));
  }
}

llvm::Expected<Tensor> Tensor::fromBytes(Type elementType,
                                         llvm::ArrayRef<int64_t> shape,
                                         llvm::ArrayRef<char> bytes) {
  llvm::Expected<Tensor> tensor = make(elementType, shape);
  if (!tensor)
    return tensor.takeError();
  if (static_cast<int64_t>(bytes.size()) != tensor->storedBytes())
    return failWith(InterpretErrorKind::BadInput,
                    describe(elementType, shape) + " takes " +
                        llvm::Twine(tensor->storedBytes()) + " bytes, found " +
                        llvm::Twine(bytes.size()));
  ScalarType scalar = tensor->scalar;
  const char *from = bytes.data();
  if (isSingle(scalar))
    widen(from, tensor->reals());
  else if (scalar.isReal())
    for (double &real : tensor->reals()) {
      real = scalar.readReal(from);
      from += scalar.bytes();
    }
  else
    for (int64_t &integer : tensor->integers()) {
      integer = scalar.readInteger(from);
      from += scalar.bytes();
    }
  return tensor;
}

llvm::Expected<Tensor> Tensor::fromLiteral(DenseElementsAttr literal) {
  llvm::ArrayRef<int64_t> shape = literal.getType().getShape();
  Type type = literal.getElementType();
  bool isBool = type.isInteger(1); // stored in bits, unlike all others
  if (!literal.isSplat() && !isBool)
    return fromBytes(type, shape, literal.getRawData());
  llvm::Expected<Tensor> tensor = make(type, shape);
  if (!tensor)
    return tensor.takeError();
  if (isBool)
    for (auto [to, from] :
         llvm::zip(tensor->integers(), literal.getValues<bool>()))
      to = from;
  else if (tensor->isReal())
    std::fill(tensor->reals().begin(), tensor->reals().end(),
              tensor->scalar.readReal(literal.getRawData().data()));
  else
    std::fill(tensor->integers().begin(), tensor->integers().end(),
              tensor->scalar.readInteger(literal.getRawData().data()));
  return tensor;
}

llvm::Expected<Tensor> Tensor::fromConstant(ConstantOp constant) {
  if (auto literal = dyn_cast<DenseElementsAttr>(constant.getValue()))
    return fromLiteral(literal);
  auto weight = cast<WeightAttr>(constant.getValue());
  auto *dialect = constant.getContext()->getLoadedDialect<TenonDialect>();
  const WeightTable &table = dialect->getWeights();
  if (weight.getId() >= table.size())
    return failWith(InterpretErrorKind::BadInput,
                    "the constant names weight " + llvm::Twine(weight.getId()) +
                        " of " + llvm::Twine(table.size()),
                    constant.getLoc());
  auto type = cast<RankedTensorType>(constant.getResult().getType());
  return fromBytes(type.getElementType(), type.getShape(),
                   table.bytes(weight.getId()));
}

int64_t Tensor::strideElements(unsigned dim) const {
  int64_t stride = 1;
  for (int64_t size : llvm::ArrayRef(sizes).drop_front(dim + 1))
    stride *= size;
  return stride;
}

llvm::ArrayRef<double> Tensor::reals() const {
  assert(isReal() && "integers read as reals");
  return {reinterpret_cast<const double *>(words.get()),
          static_cast<size_t>(count)};
}

llvm::ArrayRef<int64_t> Tensor::integers() const {
  assert(!isReal() && "reals read as integers");
  return {reinterpret_cast<const int64_t *>(words.get()),
          static_cast<size_t>(count)};
}

llvm::MutableArrayRef<double> Tensor::reals() {
  assert(isReal() && "integers written as reals");
  return {reinterpret_cast<double *>(words.get()), static_cast<size_t>(count)};
}

llvm::MutableArrayRef<int64_t> Tensor::integers() {
  assert(!isReal() && "reals written as integers");
  return {reinterpret_cast<int64_t *>(words.get()), static_cast<size_t>(count)};
}

Number Tensor::at(int64_t position) const {
  if (isReal())
    return {true, reals()[position], 0};
  return {false, 0, integers()[position]};
}

void Tensor::toBytes(llvm::MutableArrayRef<char> to) const {
  if (isSingle(scalar))
    return narrow(reals(), to.data());
  char *at = to.data();
  for (int64_t i = 0; i < count; ++i, at += scalar.bytes())
    if (isReal())
      scalar.write(reals()[i], at);
    else
      scalar.write(integers()[i], at);
}

std::vector<char> Tensor::toBytes() const {
  std::vector<char> bytes(storedBytes());
  toBytes(bytes);
  return bytes;
}

} // namespace tenon::reference
