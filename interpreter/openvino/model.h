#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/tensor/element_type.h"
#include "interpreter/tensor/shape.h"

/// A model as it is written. References are not resolved, defaults are not filled in, and nothing is
/// checked against anything else in the file. Every node knows its line.
namespace backedge::openvino {

struct Port {
  int64_t id = 0;
  std::optional<ElementType> precision;
  std::vector<Dimension> dims;
  std::string names;
  int64_t line = 0;

  /// A port of rank 0 has no <dim> either; BODY-5 takes that into account.
  bool has_dims() const { return !dims.empty(); }
  /// Sets the element type and the dimensions; no dimensions if the rank is not known.
  void declare(ElementType type, const PartialShape& shape);
};

struct Attribute {
  std::string name, value;
  int64_t line = 0;
};

/// One `input` or `output` of a port map.
struct PortMapEntry {
  int64_t external_port_id = 0;  // -1: not wired
  int64_t internal_layer_id = 0;
  std::optional<int64_t> axis, start, end, stride, part_size;
  std::optional<bool> condition;       // used by the draft only
  std::optional<std::string> purpose;  // "current_iteration", "execution_condition"
  std::string name;                    // its name in messages: "port_map input[1]"
  int64_t line = 0;
};

struct PortMap {
  std::vector<PortMapEntry> inputs, outputs;  // in the order of the file
};

struct BackEdge {
  int64_t from_layer = 0, to_layer = 0;
  int64_t line = 0;
};

struct Edge {
  int64_t from_layer = 0, from_port = 0, to_layer = 0, to_port = 0;
  int64_t line = 0;
};

struct Layer;

/// The layers and edges of a model or a body, as they are written. A backedge::Graph is what they mean.
struct LayerGraph {
  std::vector<Layer> layers;
  std::vector<Edge> edges;
  int64_t line = 0;
};

/// A body with its port map: one in TensorIterator and Loop, two in If (then, else).
struct Body {
  std::string name;  // "body", "then_body", "else_body"
  PortMap port_map;
  std::vector<BackEdge> back_edges;
  LayerGraph graph;
};

/// The language in which a layer is written. It is `kLoop5Draft` if any spelling of the first Loop-5 page
/// occurs.
enum class Dialect { kNone, kTensorIterator1, kLoop5, kLoop5Draft };

/// "loop-5-draft"; "" for a layer that is not a loop.
std::string_view name_of(Dialect dialect);

struct Layer {
  int64_t id = 0;
  std::string name, type, version;    // name and version may be empty
  std::vector<Attribute> attributes;  // those of <data>
  std::vector<Port> inputs, outputs;
  Dialect dialect = Dialect::kNone;
  std::vector<Body> bodies;
  int64_t line = 0;

  /// `layer 3 "Loop_1" (Loop-5)`, for messages; name and version only if they are known.
  std::string title() const;
  /// The name of a Parameter or Result; "Parameter_3" if it has none.
  std::string name_or_id() const;
};

/// The bytes of the weights; null if there is no file.
struct Weights {
  std::string file;
  std::shared_ptr<std::byte> bytes;
  int64_t size = 0;

  std::span<const std::byte> view() const { return std::span<const std::byte>(bytes.get(), size); }
};

struct Model {
  std::string file;
  std::string name;
  LayerGraph graph;
  Weights weights;
  /// The root of the file was a single TensorIterator or Loop. Then it is the only layer of `graph`, and
  /// each of its ports is a port of the model.
  bool single_layer = false;
};

}  // namespace backedge::openvino
