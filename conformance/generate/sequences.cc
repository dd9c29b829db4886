#include "conformance/generate/sequences.h"

#include <algorithm>

#include "conformance/generate/number_rules.h"

namespace backedge::generate {
namespace {

LayerOutput small_constant(Scope& scope, ElementType type, const Shape& shape) {
  return random_constant(scope, type, shape, {-2, 2});
}

// Adds output `k` to the newest layer, whose output 0 is `first`.
void add_output(Scope& scope, LayerOutput first, int64_t k, const Sizes& shape) {
  first.port += k;
  first.shape = shape;
  scope.graph.layers.back().outputs.push_back(port_of(first.port, first));
  scope.values.push_back(first);
}

// A batch of sequences: a value of rank 3, or one of rank 2 as a batch of one.
std::optional<LayerOutput> batch_of_sequences(Scope& scope) {
  const auto wanted = [&](size_t rank) {
    return pick(scope, [=](const LayerOutput& value) {
      const auto known = [](const Size& size) { return size.known(); };
      return is_real(value.type) && value.shape.size() == rank && value.shape.back().least > 0 &&
             std::all_of(value.shape.begin(), value.shape.end(), known) && most_elements(value.shape) <= 60;
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
  const int64_t directions = direction == "bidirectional" ? 2 : 1;
  std::vector<int64_t> lengths;
  for (int64_t b = 0; b < batch; ++b) lengths.push_back(random.between(0, steps));
  std::vector<LayerOutput> inputs = {*x};
  for (int64_t state = 0; state < (type == "LSTMSequence" ? 2 : 1); ++state)
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
  add_output(scope, value, 1, last);
  if (type == "LSTMSequence") add_output(scope, value, 2, last);
  return value;
}

std::optional<LayerOutput> add_reverse_sequence(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, [](const LayerOutput& value) { return value.shape.size() > 1; });
  if (!a) return std::nullopt;
  const auto rank = static_cast<int64_t>(a->shape.size());
  const int64_t batch = random.below(rank), steps = (batch + random.between(1, rank - 1)) % rank;
  const Size size = a->shape[static_cast<size_t>(batch)];
  const int64_t most = a->shape[static_cast<size_t>(steps)].least;
  if (!size.known() || most == 0) return std::nullopt;
  std::vector<int64_t> lengths;
  for (int64_t i = 0; i < size.least; ++i) lengths.push_back(random.between(1, most));
  const auto written = [&](int64_t axis) { return std::to_string(random.chance(30) ? axis - rank : axis); };
  const std::string batch_axis = written(batch), seq_axis = written(steps);
  return add_operation(scope, "ReverseSequence", 1, {{"batch_axis", batch_axis}, {"seq_axis", seq_axis}},
                       {*a, add_numbers(scope, lengths)}, *a);
}

}  // namespace backedge::generate
