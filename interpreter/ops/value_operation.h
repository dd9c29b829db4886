#pragma once

#include "interpreter/ops/operation.h"
#include "interpreter/tensor/value.h"

namespace backedge {

/// The arguments of a kernel that takes or makes sequences and optionals. Kinds and element types are as Infer
/// has found them; shapes need not be known before a run.
struct ValueCall {
  std::span<const Value* const> inputs;
  std::span<Value> outputs;
  Pool& pool;          // for new tensors
  Deadline& deadline;  // long work must be counted  (LIMIT-1)

  const Value& input(size_t index) const { return *inputs[index]; }
};

/// An operation that takes or makes sequences and optionals. Other operations only take and make tensors.
struct ValueOperation {
  Infer infer;
  /// errors  those of the operation at a run
  std::function<Result<void>(const ValueCall&)> kernel;
  Made made = {};
};

namespace ops {

/// As of an Operation.
inline ValueOperation made(std::string_view function, ValueOperation operation) {
  operation.made = made_by(function);
  return operation;
}

template <class Options>
ValueOperation made(std::string_view function, const Options& options, ValueOperation operation) {
  operation.made = made_by(function, options);
  return operation;
}

}  // namespace ops

}  // namespace backedge
