#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "interpreter/tensor/tensor.h"
#include "interpreter/tensorrt/types.h"

/// What the API's objects hold: a network as plain data. network.h has the API itself.
namespace backedge::tensorrt {

class ILayer;
class ILoop;
class IIfConditional;
class ITensor;

struct InputArguments {
  DataType type;
  Dims dimensions;
};
struct ConstantArguments {
  std::optional<Tensor> value;  // empty if the weights do not fit the dimensions
};
struct ElementWiseArguments {
  ElementWiseOperation op;
};
struct UnaryArguments {
  UnaryOperation operation;
};
struct ActivationArguments {
  ActivationType type;
  double alpha = 0, beta = 0;
};
struct MatrixMultiplyArguments {
  MatrixOperation op0, op1;
};
struct ShuffleArguments {
  std::optional<Permutation> first, second;
  std::optional<Dims> dimensions;
  bool zero_is_placeholder = true;
};
struct SliceArguments {
  Dims start, size, stride;
};
struct ReduceArguments {
  ReduceOperation operation;
  uint32_t axes;
  bool keep_dimensions;
};
struct ConcatenationArguments {
  std::optional<int32_t> axis;
};
struct SelectArguments {};
struct GatherArguments {
  int32_t axis;
};
struct TopKArguments {
  TopKOperation op;
  int32_t k;
  uint32_t axes;
};
struct SoftMaxArguments {
  std::optional<uint32_t> axes;
};
struct IdentityArguments {};
struct CastArguments {
  DataType type;
};
struct ShapeArguments {};
struct FillArguments {
  Dims dimensions;
  FillOperation op;
  DataType type;
  double alpha = 0, beta = 1;
};
struct TripLimitArguments {
  TripLimit limit;
};
struct RecurrenceArguments {};
struct IteratorArguments {
  int32_t axis;
  bool reverse;
};
struct LoopOutputArguments {
  LoopOutput kind;
  int32_t axis;
};
struct ConditionArguments {};
struct ConditionalInputArguments {};
struct ConditionalOutputArguments {};

using Arguments =
    std::variant<InputArguments, ConstantArguments, ElementWiseArguments, UnaryArguments, ActivationArguments,
                 MatrixMultiplyArguments, ShuffleArguments, SliceArguments, ReduceArguments,
                 ConcatenationArguments, SelectArguments, GatherArguments, TopKArguments, SoftMaxArguments,
                 IdentityArguments, CastArguments, ShapeArguments, FillArguments, TripLimitArguments,
                 RecurrenceArguments, IteratorArguments, LoopOutputArguments, ConditionArguments,
                 ConditionalInputArguments, ConditionalOutputArguments>;

/// A layer, an input of the network, or a boundary of a loop or a conditional.
struct LayerData {
  Arguments arguments;
  std::vector<const ITensor*> inputs;  // null: not set
  ILoop* loop = nullptr;               // of the boundary layers of a loop
  IIfConditional* conditional = nullptr;
  std::string kind;  // "ElementWise", for people
  std::string name;
};

}  // namespace backedge::tensorrt
