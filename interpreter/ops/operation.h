#pragma once

#include <functional>
#include <span>
#include <vector>

#include "interpreter/base/deadline.h"
#include "interpreter/base/result.h"
#include "interpreter/ops/error_class.h"
#include "interpreter/ops/made.h"
#include "interpreter/tensor/pool.h"
#include "interpreter/tensor/signature.h"

namespace backedge {

/// What is known of an operand: always its element type, perhaps parts of its shape, sometimes its value.
struct Operand {
  ElementType type = ElementType::kF32;
  PartialShape shape;
  const Tensor* value = nullptr;  // null: not known
  ValueKind kind = ValueKind::kTensor;
};

/// The arguments of a kernel. Outputs already have their type and shape, unless the operation allocates them.
/// The kernel writes every element, unless the time is over. Then it returns early, and its caller reports
/// that.
struct KernelCall {
  std::span<const Tensor* const> inputs;
  std::span<Tensor> outputs;
  Pool& pool;          // for intermediate tensors
  Deadline& deadline;  // long work must be counted  (LIMIT-1)

  const Tensor& input(size_t index) const { return *inputs[index]; }
  Tensor& output(size_t index = 0) const { return outputs[index]; }
};

/// Sets the types and shapes of the outputs. This is the only place that derives them. It is called at load
/// with what is known then, and at run time with every shape and with the values in
/// `Operation::shaping_inputs`. With those the result is completely known, unless the kernel allocates.
///
/// errors  OP-3 number of operands, OP-4 types, OP-5 shapes, OP-6 values
using Infer = std::function<Result<void>(std::span<const Operand> inputs, std::span<Signature> outputs)>;

/// Computes the elements of the outputs. Infer has checked types and shapes.
///
/// errors  OP-6 a value that the operation excludes
using Kernel = std::function<Result<void>(const KernelCall&)>;

/// An operation with its options. It does not know which languages have it: each front end has a table from
/// its own names and versions to the functions of this folder that make operations.
struct Operation {
  Infer infer;
  Kernel kernel;
  std::vector<int64_t> shaping_inputs = {};  // inputs whose values the output shapes depend on
  // Whether the kernel finds the output shapes, with as much work as the elements, and allocates the outputs.
  // Infer then need not know the shapes in a run.
  bool allocates = false;
  ops::ErrorClass error;
  Made made = {};
};

namespace ops {

/// The operation that a maker returns, with the call that made it. Every maker ends with this.
///
/// function  `__func__` of the maker
inline Operation made(std::string_view function, Operation operation) {
  operation.made = made_by(function);
  return operation;
}

template <class Options>
Operation made(std::string_view function, const Options& options, Operation operation) {
  operation.made = made_by(function, options);
  return operation;
}

}  // namespace ops

}  // namespace backedge
