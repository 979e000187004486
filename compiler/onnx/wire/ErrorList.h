// SPDX-License-Identifier: Apache-2.0
// The faults found in one model, up to a bound. Why: a user mends a model
// faster who sees all its faults at once, and no file may make us list
// millions. Used by the steps of validateModel.
#ifndef TENON_COMPILER_ONNX_WIRE_ERRORLIST_H
#define TENON_COMPILER_ONNX_WIRE_ERRORLIST_H

#include "compiler/onnx/wire/OnnxError.h"

#include <string>
#include <vector>

namespace tenon {

class ErrorList {
public:
  ErrorList(const std::string &file, int64_t limit)
      : file(file), limit(limit) {}

  /// Adds an error about a place; nothing once the list is full.
  void add(OnnxError error, std::string where) {
    if (isFull())
      return;
    error.file = file;
    error.where = std::move(where);
    errors.push_back(std::move(error));
  }

  /// Steps stop early when nothing more can be said.
  bool isFull() const { return static_cast<int64_t>(errors.size()) >= limit; }
  bool isEmpty() const { return errors.empty(); }
  std::vector<OnnxError> take() { return std::move(errors); }

private:
  std::string file;
  int64_t limit;
  std::vector<OnnxError> errors;
};

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WIRE_ERRORLIST_H
