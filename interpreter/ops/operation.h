#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "interpreter/base/deadline.h"
#include "interpreter/base/result.h"
#include "interpreter/ops/attributes.h"
#include "interpreter/tensor/pool.h"
#include "interpreter/tensor/signature.h"

namespace backedge {

/// What is known of an operand: its element type always, its shape in part, its value sometimes.
struct Operand {
  ElementType type = ElementType::kF32;
  PartialShape shape;
  const Tensor* value = nullptr;  // null: not known
  ValueKind kind = ValueKind::kTensor;
};

/// What a kernel works on. Outputs have their type and shape already; every element is to be written, unless the time
/// is over: then the kernel returns early, and its caller reports that.
struct KernelCall {
  std::span<const Tensor* const> inputs;
  std::span<Tensor> outputs;
  Pool& pool;          // for intermediate tensors
  Deadline& deadline;  // long work is counted on it  (LIMIT-1)

  const Tensor& input(size_t index) const { return *inputs[index]; }
  Tensor& output(size_t index = 0) const { return outputs[index]; }
};

/// Types and shapes of the outputs: the operation's only rule for them. Called at load with what is known
/// then, and at run time with every shape and with the values in `Operation::shaping_inputs`; with those
/// the result is wholly known.
/// errors  OP-3 number of operands, OP-4 types, OP-5 shapes, OP-6 values
using Infer = std::function<Result<void>(std::span<const Operand> inputs, std::span<Signature> outputs)>;

/// The outputs' elements. Types and shapes have been proved by Infer.
/// errors  OP-6 a value that the operation excludes
using Kernel = std::function<Result<void>(const KernelCall&)>;

/// One layer's operation, its attributes read.
struct Operation {
  Infer infer;
  Kernel kernel;
  std::vector<int64_t> shaping_inputs;  // inputs whose values the output shapes depend on
};

/// As many inputs as the layer has.
inline constexpr int64_t kUnlimited = INT64_MAX;

/// One row of the table of operations.
struct OperationRow {
  std::string_view type;  // "Gather"
  // "1 7 8": the operation's own versions, each also good for later opsets until the next
  std::string_view versions;
  // max_inputs kUnlimited: any number; outputs -1: as many as the layer has ports
  int64_t min_inputs, max_inputs, outputs;
  Result<Operation> (*make)(Attributes& attributes, int64_t version, int64_t outputs);
};

/// Makes the operation of a layer.
///
/// type, version  as the layer has them; "opset7" means the newest version of the operation up to 7;
///                empty: the newest
/// inputs         how many input ports are wired
/// outputs        how many output ports the layer has
/// errors         OP-1 unknown operation or version, OP-2 attributes, OP-3 number of inputs or outputs
Result<Operation> make_operation(std::string_view type, std::string_view version, Attributes attributes,
                                 int64_t inputs, int64_t outputs);

}  // namespace backedge
