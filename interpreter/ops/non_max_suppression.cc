#include <bit>
#include <cmath>

#include "interpreter/elements/row_major.h"
#include "interpreter/ops/boxes.h"
#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/detection.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/sorting.h"

/// Chooses boxes of each class in each image, from the highest score on. A chosen box removes boxes that
/// overlap it, or lowers their scores (OP-36).
///
/// inputs   boxes [images, boxes, 4] and scores [images, classes, boxes] of one real type; the most boxes of a
///          class; iou_threshold, score_threshold and soft_nms_sigma of one real type
/// outputs  0: (image, class, box) of each chosen box; 1: (image, class, score); 2: their number
/// errors   OP-4; OP-5; OP-6 a negative number of boxes, or numbers that do not fit output_type
/// source   OpenVINO's NonMaxSuppression-5 and NonMaxSuppression-9
namespace backedge::ops {
namespace {

constexpr size_t kMost = 2, kIouThreshold = 3, kScoreThreshold = 4, kSigma = 5;
constexpr int64_t kWorkOfAPair = 16;

/// The number in operand k, which is 0 if there is none.
double number_in(const KernelCall& call, size_t k) {
  return k < call.inputs.size() ? real_at(call.input(k), 0) : 0;
}

int64_t most_boxes(const KernelCall& call) {
  return kMost < call.inputs.size() ? integer_at(call.input(kMost), 0) : 0;
}

/// The scores as they change, and the boxes that are chosen, as positions of their scores.
struct Choice {
  Tensor scores;
  Tensor positions;
  int64_t count = 0;
};

/// The boxes of one class in one image.
template <class T>
class Class {
 public:
  /// first  the position of the score of box 0
  Class(const NonMaxSuppression& options, const KernelCall& call, int64_t first, Choice& choice)
      : center_(options.center),
        beyond_removes_(options.removes_beyond_threshold),
        most_(most_boxes(call)),
        iou_threshold_(number_in(call, kIouThreshold)),
        score_threshold_(number_in(call, kScoreThreshold)),
        sigma_(numbers::round_to<T>(number_in(call, kSigma))),
        first_(first),
        deadline_(call.deadline),
        choice_(choice),
        scores_(choice.scores.writable<T>() + first),
        chosen_(choice.positions.writable<int64_t>()) {
    const Shape& shape = call.input(1).shape();
    boxes_ = call.input(0).data<T>() + RowMajor<3>(call.input(0).shape())(first / (shape[1] * shape[2]));
    count_ = shape[2];
  }

  /// `order` has room for every box.
  void choose(std::span<int64_t> order) {
    const auto precedes = [this](int64_t a, int64_t b) {
      const auto x = numbers::widen(scores_[a]), y = numbers::widen(scores_[b]);
      if (std::isnan(x) || std::isnan(y)) return std::isnan(x) == std::isnan(y) ? a < b : std::isnan(y);
      return x == y ? a < b : x > y;  // [OP-36]
    };
    if (numbers::widen(sigma_) == 0) return choose_hard(order, precedes);
    choose_soft(order, precedes);
  }

 private:
  Box<T> box(int64_t k) const { return box_at(boxes_ + 4 * k, center_); }
  bool reaches_threshold(int64_t k) const {  // [OP-36]
    return static_cast<double>(numbers::widen(scores_[k])) >= score_threshold_;
  }
  bool is_apart(T overlap) const { return static_cast<double>(numbers::widen(overlap)) <= iou_threshold_; }

  template <class Precedes>
  void choose_hard(std::span<int64_t> order, const Precedes& precedes) {
    sort_positions(order, precedes, deadline_, std::bit_width(order.size()));
    const int64_t begin = choice_.count;
    for (const int64_t k : order) {
      if (choice_.count - begin >= most_ || deadline_.over() || !reaches_threshold(k)) return;
      const Box<T> own = box(k);
      bool kept = true;
      for (int64_t n = begin; n < choice_.count && kept && !deadline_.passed(kWorkOfAPair); ++n)
        kept = is_apart(overlap_of(own, box(chosen_[n] - first_)));
      if (kept && !deadline_.over()) chosen_[choice_.count++] = first_ + k;
    }
  }

  template <class Precedes>
  void choose_soft(std::span<int64_t> left, const Precedes& precedes) {
    for (int64_t k = 0; k < count_; ++k) left[static_cast<size_t>(k)] = k;
    for (int64_t n = 0; n < most_ && !left.empty(); ++n) {
      std::iter_swap(std::min_element(left.begin(), left.end(), precedes), left.end() - 1);
      const int64_t best = left.back();
      left = left.first(left.size() - 1);
      if (deadline_.passed(std::ssize(left)) || !reaches_threshold(best)) return;
      chosen_[choice_.count++] = first_ + best;
      left = left.first(lower_scores(box(best), left));
      if (deadline_.over()) return;
    }
  }

  /// Multiplies the scores of the boxes that are left. Returns how many stay.
  size_t lower_scores(const Box<T>& best, std::span<int64_t> left) {
    size_t kept = 0;
    for (const int64_t k : left) {
      if (deadline_.passed(8 * kWorkOfAPair)) break;
      const T overlap = overlap_of(box(k), best);
      if (beyond_removes_ && !is_apart(overlap)) continue;
      const T half = numbers::multiply(numbers::round_to<T>(-0.5), overlap);
      const T exponent = numbers::divide(numbers::multiply(half, overlap), sigma_);
      scores_[k] = numbers::multiply(scores_[k], numbers::exp_of(exponent));
      left[kept++] = k;
    }
    return kept;
  }

  bool center_, beyond_removes_;
  int64_t most_;
  double iou_threshold_, score_threshold_;
  T sigma_;
  int64_t first_, count_;
  Deadline& deadline_;
  Choice& choice_;
  const T* boxes_;
  T* scores_;
  int64_t* chosen_;
};

/// Puts the chosen boxes of all classes in the order of their scores.
template <class T>
Result<void> sort_chosen(const KernelCall& call, Choice& choice) {
  const T* const scores = choice.scores.data<T>();
  const int64_t* const chosen = choice.positions.data<int64_t>();
  Tensor order = TRY(call.pool.allocate(ElementType::kI64, {choice.count}));
  const auto precedes = [&](int64_t a, int64_t b) {
    const auto x = numbers::widen(scores[chosen[a]]), y = numbers::widen(scores[chosen[b]]);
    return x == y ? chosen[a] < chosen[b] : x > y;  // [OP-36]
  };
  const std::span places(order.writable<int64_t>(), static_cast<size_t>(choice.count));
  sort_positions(places, precedes, call.deadline, std::bit_width(places.size()));
  if (call.deadline.over()) return {};
  for (int64_t& place : places) place = chosen[place];
  choice.positions = order;
  return {};
}

template <class T>
Result<Choice> choose(const NonMaxSuppression& options, const KernelCall& call) {
  const Tensor& scores = call.input(1);
  const int64_t boxes = scores.shape()[2];
  Choice choice{.scores = TRY(call.pool.allocate(scores.type(), scores.shape())), .positions = {}};
  copy_block(choice.scores.writable_bytes(), scores.bytes(), scores.byte_count());
  choice.positions = TRY(call.pool.allocate(ElementType::kI64, {scores.count()}));
  Tensor order = TRY(call.pool.allocate(ElementType::kI64, {boxes}));
  const std::span places(order.writable<int64_t>(), static_cast<size_t>(boxes));
  if (call.deadline.passed(scores.count())) return choice;
  for (int64_t first = 0; first < scores.count() && !call.deadline.over(); first += boxes)
    Class<T>(options, call, first, choice).choose(places);
  if (options.sorts_all && !call.deadline.over()) TRY(sort_chosen<T>(call, choice));
  return choice;
}

template <class Index, class Score>
void write_rows(const KernelCall& call, const Choice& choice) {
  const Shape& shape = choice.scores.shape();
  Index* const box = call.output(0).writable<Index>();
  Score* const score = call.output(1).writable<Score>();
  const RowMajor<2> at(call.output(0).shape());
  call.deadline.in_blocks(choice.count, 6, [&](int64_t begin, int64_t end) {
    for (int64_t n = begin; n < end; ++n) {
      const int64_t position = choice.positions.data<int64_t>()[n];
      const int64_t row = position / shape[2], image = row / shape[1], one = row % shape[1];
      const int64_t numbers_of_box[] = {image, one, position % shape[2]};
      for (int64_t k = 0; k < 3; ++k) box[at(n, k)] = static_cast<Index>(numbers_of_box[k]);
      score[at(n, int64_t{0})] = numbers::round_to<Score>(static_cast<double>(image));
      score[at(n, int64_t{1})] = numbers::round_to<Score>(static_cast<double>(one));
      score[at(n, int64_t{2})] = numbers::round_to<Score>(real_at(choice.scores, position));
    }
  });
  *call.output(2).writable<Index>() = static_cast<Index>(choice.count);
}

ElementType type_of_scores(const KernelCall& call) {
  return call.inputs.size() > kIouThreshold ? call.input(kIouThreshold).type() : ElementType::kF32;
}

template <class T>
Result<void> suppress(const NonMaxSuppression& options, const KernelCall& call) {
  const Choice choice = TRY(choose<T>(options, call));
  if (call.deadline.over()) return {};
  TRY(check_index_type(options.output_type, choice.count, "numbers of boxes"));
  call.output(0) = TRY(call.pool.allocate(options.output_type, {choice.count, 3}));
  call.output(1) = TRY(call.pool.allocate(type_of_scores(call), {choice.count, 3}));
  call.output(2) = TRY(call.pool.allocate(options.output_type, {1}));
  dispatch<Types::kI32OrI64>(options.output_type, [&]<class Index>(TypeTag<Index>) {
    dispatch<Types::kReal>(type_of_scores(call),
                           [&]<class Score>(TypeTag<Score>) { write_rows<Index, Score>(call, choice); });
  });
  return {};
}

Result<void> non_max_suppression(const NonMaxSuppression& options, const KernelCall& call) {
  if (most_boxes(call) < 0)
    return Error("OP-6", "a maximum of " + std::to_string(most_boxes(call)) + " boxes per class");
  return dispatch<Types::kReal>(call.input(0).type(),
                                [&]<class T>(TypeTag<T>) { return suppress<T>(options, call); });
}

Result<void> check_shapes(std::span<const Operand> inputs) {
  const PartialShape &boxes = inputs[0].shape, &scores = inputs[1].shape;
  for (size_t k = 0; k < 2; ++k) {
    if (inputs[k].shape.rank_known() && inputs[k].shape.rank() != 3)
      return Error("OP-5", shape_text(inputs, k) + ", expected rank 3");
  }
  if (boxes.rank_known() && !boxes[2].admits(4))
    return Error("OP-5", shape_text(inputs, 0) + ", expected 4 numbers for each box");
  if (!boxes.rank_known() || !scores.rank_known()) return {};
  if (!boxes[0].meets(scores[0]) || !boxes[1].meets(scores[2])) {
    return Error("OP-5",
                 shape_text(inputs, 1) + ", expected [images, classes, boxes] for boxes of " + boxes.text());
  }
  return {};
}

Result<void> check_types_of(std::span<const Operand> inputs) {
  TRY(check_types(inputs.first(2), Types::kReal));
  if (inputs.size() > kMost) TRY(check_type(inputs, kMost, Types::kInteger));
  if (inputs.size() > kIouThreshold) TRY(check_type(inputs, kIouThreshold, Types::kReal));
  for (size_t k = kScoreThreshold; k < inputs.size(); ++k) TRY(check_same_type(inputs, k, kIouThreshold));
  return {};
}

/// The most boxes that there may be.
Result<int64_t> most_rows(const PartialShape& scores, const Operand* most) {
  if (most == nullptr) return 0;
  if (!scores.rank_known()) return Dimension::kUnbounded;
  Dimension boxes = {0, scores[2].max};
  if (most->value != nullptr)
    boxes.max = std::min(boxes.max, std::max<int64_t>(integer_at(*most->value, 0), 0));
  const Dimension classes = TRY(product_of({0, scores[0].max}, {0, scores[1].max}));
  return TRY(product_of(classes, boxes)).max;
}

Result<void> infer_selection(const NonMaxSuppression& options, std::span<const Operand> inputs,
                             std::span<Signature> outputs) {
  TRY(check_types_of(inputs));
  TRY(check_shapes(inputs));
  for (size_t k = kMost; k < inputs.size(); ++k) TRY(check_one_element(inputs, k));
  const PartialShape& scores = inputs[1].shape;
  for (int64_t axis = 0; scores.rank_known() && axis < 3; ++axis)
    TRY(check_index_type(options.output_type, scores[axis].min - 1, "indices"));
  const int64_t most = TRY(most_rows(scores, inputs.size() > kMost ? &inputs[kMost] : nullptr));
  const Dimension rows[] = {{0, most}, Dimension::exactly(3)};
  const bool has_thresholds = inputs.size() > kIouThreshold;
  outputs[0] = {options.output_type, PartialShape::of(rows)};
  outputs[1] = {has_thresholds ? inputs[kIouThreshold].type : ElementType::kF32,  // [OP-36]
                PartialShape::of(rows)};
  outputs[2] = {options.output_type, Shape{1}};
  return {};
}

}  // namespace

Operation make_non_max_suppression(const NonMaxSuppression& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_selection, options),
               .kernel = std::bind_front(non_max_suppression, options),
               .shaping_inputs = {kMost},
               .allocates = true,
               .error = NotDerived{}});
}

}  // namespace backedge::ops
