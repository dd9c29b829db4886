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

/// A model as it is written: nothing is resolved, defaulted or checked against anything else in the file.
/// Every node knows its line.
namespace backedge::openvino {

struct Port {
  int64_t id = 0;
  std::optional<ElementType> precision;
  std::vector<Dimension> dims;
  std::string names;
  int64_t line = 0;

  /// A port of rank 0 has no <dim> either: BODY-5 makes do with that.
  bool has_dims() const { return !dims.empty(); }
  /// Writes element type and dimensions; none where the rank is not known.
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
  std::optional<bool> condition;       // the draft's mark
  std::optional<std::string> purpose;  // "current_iteration", "execution_condition"
  std::string name;                    // "port_map input[1]": what it is called in messages
  int64_t line = 0;
};

struct PortMap {
  std::vector<PortMapEntry> inputs, outputs;  // each in the order of the file
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

struct Graph {
  std::vector<Layer> layers;
  std::vector<Edge> edges;
  int64_t line = 0;
};

/// A body with its port map: one in TensorIterator and Loop, two in If (then, else).
struct Body {
  std::string name;  // "body", "then_body", "else_body"
  PortMap port_map;
  std::vector<BackEdge> back_edges;
  Graph graph;
};

/// Which text a layer is written in. `kLoop5Draft` where any spelling of the first Loop-5 page occurs.
enum class Dialect { kNone, kTensorIterator1, kLoop5, kLoop5Draft };

/// "loop-5-draft"; "" of a layer that is no loop.
std::string_view name_of(Dialect dialect);

struct Layer {
  int64_t id = 0;
  std::string name, type, version;    // name and version may be empty
  std::vector<Attribute> attributes;  // those of <data>
  std::vector<Port> inputs, outputs;
  Dialect dialect = Dialect::kNone;
  std::vector<Body> bodies;
  int64_t line = 0;

  /// `layer 3 "Loop_1" (Loop-5)`, for messages: name and version where they are known.
  std::string title() const;
  /// What a Parameter or Result is called: "Parameter_3" where it has no name.
  std::string name_or_id() const;
};

/// The bytes of the weights; null where there is no file.
struct Weights {
  std::string file;
  std::shared_ptr<std::byte> bytes;
  int64_t size = 0;

  std::span<const std::byte> view() const { return std::span<const std::byte>(bytes.get(), size); }
};

struct Model {
  std::string file;
  std::string name;
  Graph graph;
  Weights weights;
  /// The root was a single TensorIterator or Loop layer: it stands in `graph` as the only layer, and every
  /// port of it is a port of the model.
  bool single_layer = false;
};

}  // namespace backedge::openvino
