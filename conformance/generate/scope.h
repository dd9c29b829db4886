#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/generate/notes.h"
#include "conformance/generate/random.h"
#include "interpreter/openvino/model.h"
#include "interpreter/tensor/tensor.h"

/// A model while it is generated: its graphs, and what is known of every value in them.
namespace backedge::generate {

/// A dimension of a value. It is known, or it changes between runs or iterations. Two dimensions with the
/// same name are always equal.
struct Size {
  int64_t least = 0, most = 0;
  int64_t name = 0;  // 0: known

  static Size exactly(int64_t size) { return {size, size, 0}; }
  bool known() const { return name == 0; }
  bool operator==(const Size& other) const {
    return name == other.name && (name != 0 || least == other.least);
  }
};
using Sizes = std::vector<Size>;

/// The whole numbers from low to high; 0 and 1 for booleans.
struct Interval {
  int64_t low = 0, high = 0;
  bool holds(Interval other) const { return low <= other.low && other.high <= high; }
  Interval joined_with(Interval other) const {
    return {std::min(low, other.low), std::max(high, other.high)};
  }
};

/// The numbers that the type holds exactly in every backend, including 32-bit ones.
Interval exact_interval(ElementType type);

/// The output of a layer.
struct LayerOutput {
  int64_t layer = 0, port = 0;
  ElementType type = ElementType::kI32;
  Sizes shape;
  Interval range;     // the range of its elements
  bool wild = false;  // elements may be anything (fractions, NaN, extremes), so `range` has no meaning
};

inline bool is_real_value(const LayerOutput& value) { return is_real(value.type); }
inline bool is_number(const LayerOutput& value) { return value.type != ElementType::kBoolean; }
inline bool is_exact_number(const LayerOutput& value) { return is_number(value) && !value.wild; }

/// The result of a function: any bits, in the type and shape of its argument.
inline LayerOutput any_bits_like(LayerOutput argument) {
  argument.wild = true;
  return argument;
}

/// A Parameter of the model and its input.
struct ModelParameter {
  std::string name;
  LayerOutput value;
};

/// The parts of a model under construction that all of its graphs share.
struct ModelBuilder {
  Random random;
  Notes notes;
  std::vector<std::byte> weights;  // little-endian
  std::vector<ModelParameter> parameters;
  std::vector<Size> lengths;  // sizes that change from run to run
  int64_t sizes = 0;          // the number of named sizes so far
  int64_t layers = 0;         // the number of layers so far, used for names
  bool disputed = false;      // whether disputed and decided rules may be touched
  bool wild = false;          // whether wild values may be made
};

/// A graph under construction.
struct Scope {
  ModelBuilder& builder;
  Scope* outer = nullptr;
  int64_t depth = 0;  // number of loops and Ifs around it
  openvino::LayerGraph graph = {};
  std::vector<LayerOutput> values = {};  // values for use as operands
  /// Makes a value of `outer` usable here; null in the outermost graph.
  std::function<LayerOutput(const LayerOutput&)> bring_in = nullptr;
  std::string loop = {};    // the name of the layer that this is the body of
  bool in_draft = false;    // whether that layer is written in the draft dialect
  bool loops_only = false;  // only Parameters may be next to the loop: a model of a single layer
  int64_t next_id = 0;
};

/// The most elements and dimensions that an operation gives to a new value.
constexpr int64_t kMostElements = 600;
constexpr size_t kMostRank = 4;
int64_t most_elements(const Sizes& shape);
inline int64_t rank_of(const LayerOutput& value) { return std::ssize(value.shape); }
inline bool has_axis(const LayerOutput& value) { return !value.shape.empty(); }
bool is_known(const Sizes& shape);
/// A value with axes, each of a known size above 0.
bool has_known_elements(const LayerOutput& value);
inline bool is_number_with_elements(const LayerOutput& value) {
  return is_number(value) && has_known_elements(value);
}
/// The shape of dimensions that are known.
Shape shape_of(const Sizes& sizes);
Sizes sizes_of(const Shape& shape);
/// An axis as the model may write it: sometimes counted from the end.
int64_t written_axis(Random& random, int64_t axis, int64_t rank);

/// An unknown size with a new name.
Size new_size(ModelBuilder& builder, int64_t least, int64_t most);

/// The port of a value, with its element type and dimensions.
openvino::Port port_of(int64_t id, const LayerOutput& value);
/// The `shape` of a Parameter that such values fit. Sometimes it is wider than necessary.
std::string declared_shape(ModelBuilder& builder, const Sizes& shape);

/// A layer without ports that is not in the graph yet. Its name is derived from its type.
openvino::Layer new_layer(Scope& scope, const std::string& type, int64_t version,
                          std::vector<openvino::Attribute> attributes = {});
bool is_parameter(const Scope& scope, const LayerOutput& value);
void add_edge(Scope& scope, const LayerOutput& from, int64_t to_layer, int64_t to_port);

/// A layer with input ports 0, 1, ... followed by one output port.
LayerOutput add_operation(Scope& scope, const std::string& type, int64_t version,
                          std::vector<openvino::Attribute> attributes, const std::vector<LayerOutput>& inputs,
                          LayerOutput output);
/// One more output port of the newest layer.
LayerOutput add_output(Scope& scope, LayerOutput output);
LayerOutput add_constant(Scope& scope, const Tensor& tensor, Interval range);
/// A Const of random whole numbers in a range.
LayerOutput random_constant(Scope& scope, ElementType type, const Shape& shape, Interval range);
/// A Const of random whole numbers near 0, such as the weights of a cell.
LayerOutput small_constant(Scope& scope, ElementType type, const Shape& shape);
/// A Const of i64, rank 1, that only this operation uses: it is not a value for others.
LayerOutput add_numbers(Scope& scope, std::span<const int64_t> numbers);
LayerOutput add_number(Scope& scope, int64_t number);
/// A Parameter of this graph that is not bound yet.
LayerOutput add_parameter(Scope& scope, ElementType type, const Sizes& shape, Interval range,
                          bool wild = false);
/// Adds a Result and returns its id.
int64_t add_result(Scope& scope, const LayerOutput& value);

/// A tensor of whole numbers in a range, or of special values.
Tensor random_values(Random& random, ElementType type, const Shape& shape, Interval range, bool wild);

/// A new value of known shape: a Parameter of the model that is passed through every body, or a Const.
LayerOutput fresh_value(Scope& scope, ElementType type, const Sizes& shape, Interval range,
                        bool wild = false);
ElementType random_type(Random& random);
/// A range for new values of a type.
Interval random_range(Random& random, ElementType type);

/// A random one of the values that are wanted.
template <class Wanted>
std::optional<LayerOutput> pick(Scope& scope, Wanted&& wanted) {
  std::vector<size_t> found;
  for (size_t k = 0; k < scope.values.size(); ++k) {
    if (wanted(scope.values[k])) found.push_back(k);
  }
  if (found.empty()) return std::nullopt;
  return scope.values[scope.builder.random.one_of(found)];
}

}  // namespace backedge::generate
