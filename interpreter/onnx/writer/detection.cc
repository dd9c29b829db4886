#include "interpreter/ops/detection.h"

#include "interpreter/onnx/writer/operation_writer.h"

/// NonMaxSuppression. ONNX gives the chosen boxes, class by class; scores and their number follow from them.
namespace backedge::onnx::writing {
namespace {

using Values = Result<std::vector<Named>>;

constexpr size_t kMost = 2, kIouThreshold = 3, kScoreThreshold = 4, kSigma = 5;

// A threshold as ONNX has it: f32.
Result<Named> threshold(OperationWriter& op, size_t k) {
  if (!op.has(k)) return constant(Tensor::zeros(ElementType::kF32, {1}));
  const Named& given = op.in(k);
  if (given.type() == ElementType::kF64) return cannot_express("a threshold of f64");
  const Named list = op.add("Reshape", {given, integers({1})}, any_of(given.type()));
  return cast(op.to, list, ElementType::kF32);
}

bool is_zero(const Named& value) {
  if (!value.constant) return false;
  const Tensor& tensor = *value.constant;
  return tensor.same_bits(Tensor::zeros(tensor.type(), tensor.shape()));
}

// From the highest score on; of equal ones the first.
Named sorted_by(OperationWriter& op, const Named& chosen, const Named& scores) {
  const Named count = op.add("Shape", {scores}, any_of(ElementType::kI64));
  const std::vector<Named> best = op.to.add_all(
      "TopK", {scores, count}, {any_of(scores.type()), any_of(ElementType::kI64)}, {{"axis", int64_t{0}}});
  return op.add("Gather", {chosen, best[1]}, any_of(ElementType::kI64));
}

Values non_max_suppression(OperationWriter& op) {
  const auto& options = op.options<ops::NonMaxSuppression>();
  if (op.has(kSigma) && !is_zero(op.in(kSigma)))
    return cannot_express("a NonMaxSuppression with soft_nms_sigma");
  const Signature i64 = any_of(ElementType::kI64);
  const Named most = op.has(kMost) ? without_negative(op, as_list(op.to, op.in(kMost))) : integers({0});
  const Named iou = TRY(threshold(op, kIouThreshold)), least = TRY(threshold(op, kScoreThreshold));
  Named chosen = op.add("NonMaxSuppression", {op.in(0), op.in(1), most, iou, least}, i64,
                        {{"center_point_box", int64_t{options.center}}});
  Named scores = op.add("GatherND", {op.in(1), chosen}, any_of(op.in(1).type()));
  if (options.sorts_all) {
    chosen = sorted_by(op, chosen, scores);
    scores = op.add("GatherND", {op.in(1), chosen}, any_of(op.in(1).type()));
  }
  const ElementType type = op.outputs[1].type;
  const Named pairs = op.add("Slice", {chosen, integers({0}), integers({2}), integers({1})}, i64);
  const Named column = op.add("Unsqueeze", {scores, integers({1})}, any_of(scores.type()));
  const Named rows = op.add("Concat", {cast(op.to, pairs, type), cast(op.to, column, type)}, op.outputs[1],
                            {{"axis", int64_t{1}}});
  const Named count = op.add("Shape", {scores}, i64);
  std::vector<Named> outputs = {cast(op.to, chosen, op.outputs[0].type), rows,
                                cast(op.to, count, op.outputs[2].type)};
  for (size_t k = 0; k < outputs.size(); ++k) outputs[k].signature = op.outputs[k];
  return outputs;
}

constexpr WriterRow kDetectionRows[] = {
    {"non_max_suppression", non_max_suppression},
};

}  // namespace

std::span<const WriterRow> detection_rows() { return kDetectionRows; }

}  // namespace backedge::onnx::writing
