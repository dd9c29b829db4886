#pragma once

#include <functional>
#include <span>
#include <vector>

#include "interpreter/base/deadline.h"
#include "interpreter/base/result.h"
#include "interpreter/ops/error_class.h"
#include "interpreter/tensor/pool.h"
#include "interpreter/tensor/signature.h"

namespace backedge {

/// What is known of an operand: always its element type, its shape in part, sometimes its value.
struct Operand {
  ElementType type = ElementType::kF32;
  PartialShape shape;
  const Tensor* value = nullptr;  // null: not known
  ValueKind kind = ValueKind::kTensor;
};

/// What a kernel works on. Outputs already have their type and shape. The kernel writes every element, unless
/// the time is over: then it returns early, and its caller reports that.
struct KernelCall {
  std::span<const Tensor* const> inputs;
  std::span<Tensor> outputs;
  Pool& pool;          // for intermediate tensors
  Deadline& deadline;  // long work is counted on it  (LIMIT-1)

  const Tensor& input(size_t index) const { return *inputs[index]; }
  Tensor& output(size_t index = 0) const { return outputs[index]; }
};

/// Types and shapes of the outputs: the operation's only rule for them. It is called at load with what is
/// known then, and at run time with every shape and with the values in `Operation::shaping_inputs`; with
/// those the result is wholly known.
/// errors  OP-3 number of operands, OP-4 types, OP-5 shapes, OP-6 values
using Infer = std::function<Result<void>(std::span<const Operand> inputs, std::span<Signature> outputs)>;

/// The outputs' elements. Infer has proved types and shapes.
/// errors  OP-6 a value that the operation excludes
using Kernel = std::function<Result<void>(const KernelCall&)>;

/// An operation with its options. It does not know what languages call it: each front end has a table from
/// its own names and versions to the makers of this folder.
struct Operation {
  Infer infer;
  Kernel kernel;
  std::vector<int64_t> shaping_inputs = {};  // inputs whose values the output shapes depend on
  ops::ErrorClass error;
};

}  // namespace backedge
