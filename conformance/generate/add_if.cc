#include "conformance/generate/fill_graph.h"
#include "conformance/generate/loop_builder.h"

namespace backedge::generate {
namespace {

// The value of the else body for an output of the then body: it has the same type and rank.
LayerOutput counterpart(Scope& inside, const LayerOutput& wanted) {
  const auto fits = [&wanted](const LayerOutput& value) {
    return value.type == wanted.type && value.wild == wanted.wild &&
           value.shape.size() == wanted.shape.size();
  };
  if (const auto found = pick(inside, fits)) return *found;
  Sizes shape;
  for (size_t k = 0; k < wanted.shape.size(); ++k)
    shape.push_back(Size::exactly(inside.builder.random.between(1, 3)));
  return fresh_value(inside, wanted.type, shape, random_range(inside.builder.random, wanted.type),
                     wanted.wild);
}

// A value that is one of the two: what is known of it holds for both.
LayerOutput either(ModelBuilder& builder, const LayerOutput& a, const LayerOutput& b) {
  LayerOutput value = a;
  value.range = a.range.joined_with(b.range);
  for (size_t k = 0; k < value.shape.size(); ++k) {
    Size& size = value.shape[k];
    if (size == b.shape[k]) continue;
    size = new_size(builder, std::min(size.least, b.shape[k].least), std::max(size.most, b.shape[k].most));
  }
  return value;
}

void bind_output(LoopBuilder& branch, const LayerOutput& value, int64_t port) {
  branch.body.port_map.outputs.push_back(
      {.external_port_id = port, .internal_layer_id = add_result(branch.inside, value)});
}

}  // namespace

void add_if(Scope& outer) {
  ModelBuilder& builder = outer.builder;
  Random& random = builder.random;
  const auto is_condition = [](const LayerOutput& value) {
    return value.type == ElementType::kBoolean &&
           (value.shape.empty() || (value.shape.size() == 1 && value.shape[0] == Size::exactly(1)));
  };
  auto condition = pick(outer, is_condition);
  if (!condition || random.chance(30))
    condition = fresh_value(outer, ElementType::kBoolean,
                            random.chance(60) ? Sizes{} : Sizes{Size::exactly(1)}, {0, 1});

  openvino::Layer layer = new_layer(outer, "If", 8);
  std::vector<LayerOutput> wired;
  LoopBuilder then_branch(outer, layer, wired, "then_body"), else_branch(outer, layer, wired, "else_body");
  then_branch.reserved_port = else_branch.reserved_port = wire(then_branch, *condition, false);
  builder.notes.features.insert("If");
  builder.notes.features.insert("nesting:" + std::to_string(then_branch.inside.depth));
  for (const char* rule : {"IF-1", "IF-2", "IF-3"}) then_branch.touch(rule, 0);

  bring_in(then_branch, some_value(outer));
  fill_graph(then_branch.inside, random.below(4));
  if (random.chance(70)) bring_in(else_branch, some_value(outer));
  fill_graph(else_branch.inside, else_branch.inside.values.empty() ? 0 : random.below(4));

  std::vector<LayerOutput> taken, other;
  for (int64_t left = random.between(1, 2); left > 0; --left) {
    taken.push_back(random.one_of(then_branch.inside.values));
    other.push_back(counterpart(else_branch.inside, taken.back()));
  }
  for (size_t k = 0; k < taken.size(); ++k) {
    const auto port = static_cast<int64_t>(wired.size() + k);
    bind_output(then_branch, taken[k], port);
    bind_output(else_branch, other[k], port);
    LayerOutput value = taken_out(then_branch, either(builder, taken[k], other[k]));
    value.layer = layer.id;
    value.port = port;
    layer.outputs.push_back(port_of(port, value));
    outer.values.push_back(value);
  }
  for (LoopBuilder* branch : {&then_branch, &else_branch}) {
    branch->body.graph = std::move(branch->inside.graph);
    layer.bodies.push_back(std::move(branch->body));
  }
  for (size_t port = 0; port < wired.size(); ++port)
    add_edge(outer, wired[port], layer.id, static_cast<int64_t>(port));
  outer.graph.layers.push_back(std::move(layer));
}

}  // namespace backedge::generate
