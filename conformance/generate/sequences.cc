#include "conformance/generate/sequences.h"

#include <algorithm>

#include "conformance/generate/number_rules.h"

namespace backedge::generate {
namespace {

// A batch of sequences: a value of rank 3, or one of rank 2 as a batch of one.
std::optional<LayerOutput> batch_of_sequences(Scope& scope) {
  const auto wanted = [&](size_t rank) {
    return pick(scope, [=](const LayerOutput& value) {
      return is_real(value.type) && value.shape.size() == rank && value.shape.back().least > 0 &&
             is_known(value.shape) && most_elements(value.shape) <= 60;
    });
  };
  if (const auto batch = wanted(3)) return batch;
  const auto one = wanted(2);
  if (!one) return std::nullopt;
  LayerOutput batch = *one;
  batch.shape.insert(batch.shape.begin(), Size::exactly(1));
  return add_operation(scope, "Unsqueeze", 1, {}, {*one, add_numbers(scope, std::vector<int64_t>{0})}, batch);
}

}  // namespace

std::optional<LayerOutput> add_sequence(Scope& scope) {
  Random& random = scope.builder.random;
  const auto x = batch_of_sequences(scope);
  if (!x) return std::nullopt;
  const int64_t batch = x->shape[0].least, steps = x->shape[1].least, features = x->shape[2].least;
  const int64_t hidden = random.between(1, 3);
  const std::string type =
      random.one_of(std::vector<std::string>{"LSTMSequence", "GRUSequence", "RNNSequence"});
  const std::string direction =
      random.one_of(std::vector<std::string>{"forward", "reverse", "bidirectional"});
  const int64_t gates = type == "LSTMSequence" ? 4 : type == "GRUSequence" ? 3 : 1;
  const int64_t states = type == "LSTMSequence" ? 2 : 1;
  const int64_t directions = direction == "bidirectional" ? 2 : 1;
  std::vector<int64_t> lengths;
  for (int64_t b = 0; b < batch; ++b) lengths.push_back(random.between(0, steps));
  std::vector<LayerOutput> inputs = {*x};
  for (int64_t state = 0; state < states; ++state)
    inputs.push_back(small_constant(scope, x->type, {batch, directions, hidden}));
  inputs.push_back(add_numbers(scope, lengths));
  for (const Shape& shape : {Shape{directions, gates * hidden, features},
                             Shape{directions, gates * hidden, hidden}, Shape{directions, gates * hidden}})
    inputs.push_back(small_constant(scope, x->type, shape));
  const Sizes last = {x->shape[0], Size::exactly(directions), Size::exactly(hidden)};
  LayerOutput value{.type = x->type, .shape = last, .wild = true};
  value.shape.insert(value.shape.begin() + 2, x->shape[1]);
  for (const char* rule : {"NUM-6", "OP-9", "OP-10"}) touch_rule(scope, rule);
  value = add_operation(scope, type, 5, {{"hidden_size", std::to_string(hidden)}, {"direction", direction}},
                        inputs, value);
  LayerOutput state = value;
  state.shape = last;
  for (int64_t k = 0; k < states; ++k) scope.values.push_back(add_output(scope, state));
  return value;
}

std::optional<LayerOutput> add_reverse_sequence(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, [](const LayerOutput& value) { return value.shape.size() > 1; });
  if (!a) return std::nullopt;
  const int64_t rank = rank_of(*a);
  const int64_t batch = random.below(rank), steps = (batch + random.between(1, rank - 1)) % rank;
  const Size size = a->shape[static_cast<size_t>(batch)];
  const int64_t most = a->shape[static_cast<size_t>(steps)].least;
  if (!size.known() || most == 0) return std::nullopt;
  std::vector<int64_t> lengths;
  for (int64_t i = 0; i < size.least; ++i) lengths.push_back(random.between(1, most));
  const std::string batch_axis = std::to_string(written_axis(random, batch, rank)),
                    seq_axis = std::to_string(written_axis(random, steps, rank));
  return add_operation(scope, "ReverseSequence", 1, {{"batch_axis", batch_axis}, {"seq_axis", seq_axis}},
                       {*a, add_numbers(scope, lengths)}, *a);
}

}  // namespace backedge::generate
