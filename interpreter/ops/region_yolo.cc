#include <algorithm>

#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/detection.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/operation_formula.h"

/// The numbers of regions of YOLO: the sigmoid of x, y and the object, the other coordinates, and the softmax
/// of the classes or the sigmoid of each (OP-62).
///
/// inputs   data [N, C, H, W] of a real type, where C is regions * (coordinates + 1 + classes)
/// returns  the same type and shape; with softmax, axes become one
/// errors   OP-4; OP-5; LIMIT-4
/// source   OpenVINO's RegionYolo-1, whose page names a paper for the formula
namespace backedge::ops {
namespace {

using Term = FormulaWriter::Term;

/// The numbers from `begin` to `end` - 1 of each region, and their function.
struct NumbersOfRegion {
  int64_t begin, end;
  enum class Function { kSigmoid, kSoftmax, kIdentity } function;
};

std::vector<NumbersOfRegion> parts_of(const RegionYolo& options) {
  using enum NumbersOfRegion::Function;
  const int64_t coordinates = options.coordinates, all = coordinates + 1 + options.classes;
  const int64_t places = std::min<int64_t>(coordinates, 2);  // [OP-62]
  if (!options.softmax)
    return {{0, places, kSigmoid}, {places, coordinates, kIdentity}, {coordinates, all, kSigmoid}};
  return {{0, places, kSigmoid},
          {places, coordinates, kIdentity},
          {coordinates, coordinates + 1, kSigmoid},
          {coordinates + 1, all, kSoftmax}};
}

std::shared_ptr<const OperationFormula> formula(const RegionYolo& options, const Shape& output,
                                                std::span<const Tensor* const> operands) {
  using enum NumbersOfRegion::Function;
  const Shape& shape = operands[0]->shape();
  FormulaWriter write(operands[0]->type(), operands.size());
  const int64_t numbers = options.coordinates + 1 + options.classes;
  const Term regions =
      write.apply(make_reshape(false),
                  {write.operand(0), write.list({shape[0], options.regions, numbers, shape[2], shape[3]})});
  std::vector<Term> parts;
  for (const NumbersOfRegion& part : parts_of(options)) {
    if (part.begin == part.end) continue;
    const Term sliced = write.apply(make_slice(), {regions, write.list({part.begin}), write.list({part.end}),
                                                   write.list({1}), write.list({2})});
    parts.push_back(part.function == kSigmoid   ? write.apply(make_sigmoid(), {sliced})
                    : part.function == kSoftmax ? write.apply(make_softmax({.axis = 2}), {sliced})
                                                : sliced);
  }
  const Term joined = write.apply(make_concat(2), parts);
  write.apply(make_reshape(false), {joined, write.list({output.begin(), output.end()})});
  return write.finish();
}

/// The shape with the axes from `first` to `last` as one.
Result<PartialShape> flattened(const PartialShape& shape, int64_t first, int64_t last) {
  PartialShape flat = PartialShape::of_rank(0);
  for (int64_t axis = 0; axis < shape.rank(); ++axis) {
    if (axis <= first || axis > last) {
      flat.push_back(shape[axis]);
    } else {
      flat[first] = TRY(product_of(flat[first], shape[axis]));
    }
  }
  return flat;
}

Result<void> infer_region_yolo(const RegionYolo& options, std::span<const Operand> inputs,
                               std::span<Signature> outputs) {
  TRY(check_type(inputs, 0, Types::kReal));
  PartialShape data = inputs[0].shape.rank_known() ? inputs[0].shape : PartialShape::of_rank(4);
  if (data.rank() != 4) return Error("OP-5", shape_text(inputs, 0) + ", expected rank 4");
  const auto exactly = [](int64_t size) { return Dimension::exactly(size); };
  const Dimension others = TRY(sum_of(exactly(options.coordinates), exactly(1)));
  const Dimension each = TRY(sum_of(others, exactly(options.classes)));
  const Dimension channels = TRY(product_of(each, exactly(options.regions)));
  if (!channels.meets(data[1]))  // [OP-62]
    return Error("OP-5", shape_text(inputs, 0) + ", expected " + channels.text() + " channels");
  data[1] = channels;
  const int64_t first = TRY(axis_of_attribute(options.first_axis, 4));
  const int64_t last = TRY(axis_of_attribute(options.last_axis, 4));
  if (first > last)  // [OP-62]
    return Error("OP-5", "axis " + std::to_string(first) + " is after end_axis " + std::to_string(last));
  if (options.softmax) data = TRY(flattened(data, first, last));
  outputs[0] = {inputs[0].type, data};
  return {};
}

}  // namespace

Operation make_region_yolo(const RegionYolo& options) {
  const MakeFormula write = [options](std::span<const Tensor* const> operands) {
    const Operand data{operands[0]->type(), operands[0]->shape(), nullptr};
    Signature output;
    CHECK(infer_region_yolo(options, {&data, 1}, {&output, 1}).ok());
    return formula(options, output.shape.shape(), operands);
  };
  return made(__func__, options,
              {.infer = std::bind_front(infer_region_yolo, options),
               .kernel = kernel_of_formula(write),
               .error = StepByStep{write}});
}

}  // namespace backedge::ops
