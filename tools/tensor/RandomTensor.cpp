// SPDX-License-Identifier: Apache-2.0
// Numbers from a stream of bits, and tensors from numbers.
#include "tools/tensor/RandomTensor.h"

#include "tools/tensor/ElementValue.h"

namespace tenon {

RandomStream::RandomStream(uint64_t seed, std::string_view name) : state(seed) {
  for (char c : name)
    state = next() ^ static_cast<unsigned char>(c);
}

uint64_t RandomStream::next() {
  state += 0x9e3779b97f4a7c15;
  uint64_t mixed = state;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

uint64_t RandomStream::below(uint64_t bound) {
  // The bias of the remainder is under bound / 2^64: nothing, here.
  return next() % bound;
}

double RandomStream::uniform() {
  return static_cast<double>(next() >> 11) * 0x1p-53;
}

double RandomStream::normal() {
  // Four draws give twelve uniforms of 21 bits; integers sum exactly.
  constexpr int kDraws = 4;
  constexpr int kBits = 21;
  constexpr uint64_t kMask = (uint64_t{1} << kBits) - 1;
  uint64_t sum = 0;
  for (int i = 0; i < kDraws; ++i) {
    uint64_t bits = next();
    sum += (bits & kMask) + ((bits >> kBits) & kMask) +
           (bits >> (2 * kBits) & kMask);
  }
  return static_cast<double>(sum) * 0x1p-21 - 6;
}

namespace {

double drawFloat(RandomStream &stream, RandomKind kind) {
  switch (kind) {
  case RandomKind::Normal:
    return stream.normal();
  case RandomKind::Uniform:
    return 2 * stream.uniform() - 1;
  case RandomKind::Grid:
    return static_cast<double>(stream.below(33)) / 8 - 2;
  }
  return 0;
}

double drawInteger(RandomStream &stream, const RandomOptions &options) {
  auto span = static_cast<uint64_t>(options.high) -
              static_cast<uint64_t>(options.low) + 1;
  uint64_t step = span == 0 ? stream.next() : stream.below(span);
  return static_cast<double>(
      static_cast<int64_t>(static_cast<uint64_t>(options.low) + step));
}

void fillStrings(HostTensor &tensor, RandomStream &stream) {
  constexpr uint64_t kLongest = 6;
  for (std::string &text : tensor.strings) {
    text.assign(stream.below(kLongest) + 1, 'a');
    for (char &c : text)
      c = static_cast<char>('a' + stream.below(26));
  }
}

} // namespace

void fillRandom(HostTensor &tensor, const RandomOptions &options) {
  RandomStream stream(options.seed, tensor.name);
  OnnxElementType type = tensor.elementType;
  if (type == OnnxElementType::String)
    return fillStrings(tensor, stream);
  int64_t count = tensor.numElements() * (isComplexType(type) ? 2 : 1);
  bool isInteger = isIntegerType(type);
  for (int64_t i = 0; i < count; ++i) {
    double value = isInteger ? drawInteger(stream, options)
                   : type == OnnxElementType::Bool
                       ? static_cast<double>(stream.below(2))
                       : drawFloat(stream, options.kind);
    storeElement(type, tensor.bytes.data(), i, value);
  }
}

} // namespace tenon
