#include "interpreter/ops/ctc.h"

#include <algorithm>

#include "interpreter/elements/row_major.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/operand_checks.h"

/// The classes of the best path of a sequence: at each step the class with the greatest element of data. With
/// merges_repeated, a class that equals the one of the step before is left out. The blank class is always left
/// out. -1 fills the rest.
///
/// inputs   CTCGreedyDecoder: data of a real type, shape [T, N, C], and a mask of this type, shape [T, N]. A
///          sequence ends before its first step whose mask is 0. The blank class is C - 1.
///          CTCGreedyDecoderSeqLen: data of a real type, shape [N, T, C]; the lengths of the sequences, i32 or
///          i64, shape [N]; perhaps the blank class, of this type, a scalar or a list of one
/// returns  CTCGreedyDecoder: the type of data, shape [N, T, 1, 1].
///          CTCGreedyDecoderSeqLen: class_type, shape [N, T], and how many classes there are, length_type, [N]
/// errors   OP-4; OP-5; OP-6 lengths and the blank class
/// source   OpenVINO's CTCGreedyDecoder-1, CTCGreedyDecoderSeqLen-6
namespace backedge::ops {
namespace {

/// errors  OP-5 unless data have rank 3 and a class
Result<void> check_data(std::span<const Operand> inputs) {
  TRY(check_type(inputs, 0, Types::kReal));
  const PartialShape& data = inputs[0].shape;
  const Dimension dims[] = {Dimension::any(), Dimension::any(), {1, Dimension::kUnbounded}};
  if (data.meets(PartialShape::of(dims))) return {};  // [OP-53]
  return Error("OP-5", "data has shape " + data.text() + ", expected rank 3 and at least one class");
}

/// A dimension of data, as far as it is known.
Dimension size_of_data(std::span<const Operand> inputs, int64_t axis) {
  const PartialShape& data = inputs[0].shape;
  return data.rank_known() ? data[axis] : Dimension::any();
}

/// errors  OP-5 unless operand k has these dimensions or may have them
Result<Dimension> check_shape(std::span<const Operand> inputs, size_t k, const PartialShape& shape) {
  if (inputs[k].shape.meets(shape)) return inputs[k].shape.rank_known() ? inputs[k].shape[0] : shape[0];
  return Error("OP-5", "input " + std::to_string(k) + " has shape " + inputs[k].shape.text() + ", data has " +
                           inputs[0].shape.text());
}

/// The class with the greatest element; the first one of equal ones. NaN is less than every number.  [OP-53]
template <class T>
int64_t greatest_class(const T* elements, int64_t classes) {
  int64_t best = 0;
  for (int64_t c = 1; c < classes; ++c) {
    const auto x = numbers::widen(elements[c]), y = numbers::widen(elements[best]);
    if (x > y || (y != y && x == x)) best = c;
  }
  return best;
}

/// Writes the classes of a sequence and -1 after them. `at(t)` are the elements of step t.
///
/// returns  the number of classes
template <class Out, class At>
int64_t decode(bool merges_repeated, int64_t blank, int64_t classes, int64_t length, std::span<Out> out,
               const At& at, Deadline& deadline) {
  int64_t count = 0, before = -1;
  for (int64_t t = 0; t < length && !deadline.passed(classes); ++t) {
    const int64_t best = greatest_class(at(t), classes);
    const bool repeats = merges_repeated && best == before;
    before = best;
    if (best == blank || repeats) continue;
    out[static_cast<size_t>(count++)] = numbers::convert<Out>(best);  // [OP-53]
  }
  std::fill(out.begin() + count, out.end(), numbers::convert<Out>(int64_t{-1}));
  deadline.passed(std::ssize(out));
  return count;
}

Result<void> infer_masked(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_data(inputs));
  TRY(check_same_type(inputs, 1));
  const Dimension of_mask[] = {size_of_data(inputs, 0), size_of_data(inputs, 1)};
  const PartialShape mask = PartialShape::of(of_mask);
  TRY(check_shape(inputs, 1, mask));
  const PartialShape known = inputs[1].shape.rank_known() ? mask.narrowed_by(inputs[1].shape) : mask;
  const Dimension dims[] = {known[1], known[0], Dimension::exactly(1), Dimension::exactly(1)};
  outputs[0] = {inputs[0].type, PartialShape::of(dims)};
  return {};
}

template <class T>
void decode_masked(bool merges_repeated, const KernelCall& call) {
  const Shape& shape = call.input(0).shape();
  const int64_t steps = shape[0], sequences = shape[1], classes = shape[2];
  const RowMajor<3> in_data(shape);
  const RowMajor<2> in_mask(call.input(1).shape()), in_output(steps);
  const T *data = call.input(0).data<T>(), *mask = call.input(1).data<T>();
  T* const out = call.output().writable<T>();
  for (int64_t n = 0; n < sequences && !call.deadline.over(); ++n) {
    int64_t length = 0;
    while (length < steps && numbers::widen(mask[in_mask(length, n)]) != 0) ++length;  // [OP-53]
    const std::span of_sequence(out + in_output(n), static_cast<size_t>(steps));
    decode(
        merges_repeated, classes - 1, classes, length, of_sequence,
        [&](int64_t t) { return data + in_data(t, n); }, call.deadline);
  }
}

Result<void> infer_lengths(const CtcDecoder& options, std::span<const Operand> inputs,
                           std::span<Signature> outputs) {
  TRY(check_data(inputs));
  TRY(check_type(inputs, 1, Types::kI32OrI64));
  const Dimension sequences = size_of_data(inputs, 0);
  const Dimension count = TRY(check_shape(inputs, 1, PartialShape::of({&sequences, 1})));
  if (inputs.size() > 2) {
    TRY(check_same_type(inputs, 2, 1));
    TRY(check_one_element(inputs, 2));
  }
  const Dimension dims[] = {sequences.known() ? sequences : count, size_of_data(inputs, 1)};
  outputs[0] = {options.class_type, PartialShape::of(dims)};
  outputs[1] = {options.length_type, PartialShape::of({dims, 1})};
  return {};
}

/// The blank class: operand 2 or the last class.
///
/// errors  OP-6
Result<int64_t> blank_of(const KernelCall& call, int64_t classes) {
  if (call.inputs.size() < 3) return classes - 1;
  const int64_t blank = integer_at(call.input(2), 0);
  if (0 <= blank && blank < classes) return blank;  // [OP-53]
  return Error("OP-6", "the blank class is " + std::to_string(blank) + ", and there are " +
                           std::to_string(classes) + " classes");
}

/// errors  OP-6 unless all lengths are 0 to `steps`
Result<void> check_lengths(const Tensor& lengths, int64_t steps) {
  for (int64_t n = 0; n < lengths.count(); ++n) {
    const int64_t length = integer_at(lengths, n);
    if (0 <= length && length <= steps) continue;  // [OP-53]
    return Error("OP-6", "the length of sequence " + std::to_string(n) + " is " + std::to_string(length) +
                             ", expected 0 to " + std::to_string(steps));
  }
  return {};
}

template <class T, class Class, class Length>
void decode_lengths(bool merges_repeated, int64_t blank, const KernelCall& call) {
  const Shape& shape = call.input(0).shape();
  const int64_t sequences = shape[0], steps = shape[1], classes = shape[2];
  const RowMajor<3> in_data(shape);
  const RowMajor<2> in_output(steps);
  const T* const data = call.input(0).data<T>();
  Class* const out = call.output(0).writable<Class>();
  Length* const counts = call.output(1).writable<Length>();
  for (int64_t n = 0; n < sequences && !call.deadline.over(); ++n) {
    const std::span of_sequence(out + in_output(n), static_cast<size_t>(steps));
    counts[n] = static_cast<Length>(decode(
        merges_repeated, blank, classes, integer_at(call.input(1), n), of_sequence,
        [&](int64_t t) { return data + in_data(n, t); }, call.deadline));
  }
}

Result<void> ctc_greedy_decoder(bool merges_repeated, const KernelCall& call) {
  dispatch<Types::kReal>(call.input(0).type(),
                         [&]<class T>(TypeTag<T>) { decode_masked<T>(merges_repeated, call); });
  return {};
}

Result<void> ctc_greedy_decoder_seq_len(const CtcDecoder& options, const KernelCall& call) {
  const Shape& shape = call.input(0).shape();
  TRY(check_lengths(call.input(1), shape[1]));
  const int64_t blank = TRY(blank_of(call, shape[2]));
  dispatch<Types::kReal>(call.input(0).type(), [&]<class T>(TypeTag<T>) {
    dispatch<Types::kI32OrI64>(options.class_type, [&]<class Class>(TypeTag<Class>) {
      dispatch<Types::kI32OrI64>(options.length_type, [&]<class Length>(TypeTag<Length>) {
        decode_lengths<T, Class, Length>(options.merges_repeated, blank, call);
      });
    });
  });
  return {};
}

}  // namespace

Operation make_ctc_greedy_decoder(bool merges_repeated) {
  return made(__func__, merges_repeated,
              {.infer = infer_masked,
               .kernel = std::bind_front(ctc_greedy_decoder, merges_repeated),
               .error = FindsGreatest{}});
}

Operation make_ctc_greedy_decoder_seq_len(const CtcDecoder& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_lengths, options),
               .kernel = std::bind_front(ctc_greedy_decoder_seq_len, options),
               .error = FindsGreatest{}});
}

}  // namespace backedge::ops
