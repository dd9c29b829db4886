#pragma once

#include <compare>
#include <optional>
#include <string>
#include <vector>

#include "conformance/shrink/subject.h"
#include "interpreter/openvino/lookup.h"
#include "interpreter/tensor/signature.h"

/// Small changes to the graphs of a model. The model may be one that must be rejected: ids may occur twice
/// or name nothing, and a Parameter may have no output port. Layers are identified by their ids, because
/// pointers do not survive a change.
namespace backedge::shrink {

/// An output port of a layer.
struct Output {
  int64_t layer = 0, port = 0;
  auto operator<=>(const Output&) const = default;
};

using openvino::ConstGraphPlace;
using openvino::GraphPlace;

const openvino::Port* find_port(const openvino::LayerGraph& graph, Output output);
void set_attribute(openvino::Layer& layer, std::string_view name, std::string value);

std::optional<Output> source_of(const openvino::LayerGraph& graph, int64_t layer, int64_t port);
/// Makes the edge into an input port, if there is one, begin at another output.
void read_from(openvino::LayerGraph& graph, int64_t layer, int64_t port, Output source);
bool is_read(const openvino::LayerGraph& graph, Output output);
/// Makes every reader of `from` read `to` instead.
void read_instead(openvino::LayerGraph& graph, Output from, Output to);

/// Whether two ports are written with the same element type and dimensions.
bool same_signature(const openvino::Port& a, const openvino::Port& b);
/// The declared type and shape of a Parameter or Const, unless they cannot be read.
std::optional<Signature> signature_of(const openvino::Layer& layer);
/// Whether a tensor with this type and shape is small enough to be made up.
bool may_be_made(ElementType type, const PartialShape& shape);
/// Writes a signature to `data` and to the output port, if there is one.
void declare(openvino::Layer& layer, const Signature& signature);

/// Adds a layer with a free id. Its ports are 0, 1, ..., first the inputs and then the outputs.
int64_t add_layer(openvino::LayerGraph& graph, openvino::Layer layer, const std::vector<Output>& inputs,
                  size_t outputs);
Output add_constant(openvino::Model& model, openvino::LayerGraph& graph, const Tensor& value);
void set_constant(openvino::Model& model, openvino::Layer& layer, const Tensor& value);
/// Adds a Parameter to the main graph, with a value for every inference.
Output add_parameter(Subject& subject, const std::vector<Tensor>& values);

/// Removes a layer with its edges. For a Parameter or Result this includes its binding: inputs, port map
/// entries, back edges.
void remove_layer(Subject& subject, size_t graph, int64_t layer);
/// Removes an output port of a loop or If with the entries that name it and the edges from it.
void remove_output(Subject& subject, size_t graph, int64_t layer, int64_t port);
/// Removes operations and Consts that nothing reads, and body Results that nothing names.
void remove_dead_layers(Subject& subject);
/// Removes outputs of loops and Ifs that nothing reads, and the parts of their bodies that only these
/// outputs need, including back edges. Slices stay, because they determine the number of iterations.
void remove_unneeded(Subject& subject);

/// Writes to every port the element type and dimensions that follow from the Parameters. Returns whether
/// the model can be loaded, which is necessary for that.
bool refresh_ports(openvino::Model& model);
/// Keeps only the weights that constants use.
void pack_weights(openvino::Model& model);
/// Arranges a model like one that OpenVINO writes: ports are refreshed and numbered 0, 1, ... in every
/// layer, inputs first, and weights are packed.
void put_in_order(openvino::Model& model);
inline void put_in_order(Subject& subject) { put_in_order(subject.model); }

}  // namespace backedge::shrink
