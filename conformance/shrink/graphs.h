#pragma once

#include <compare>
#include <optional>
#include <string>
#include <vector>

#include "conformance/shrink/subject.h"
#include "interpreter/openvino/lookup.h"
#include "interpreter/tensor/signature.h"

/// Small changes to the graphs of a model, which may be one that is to be rejected: ids may be there twice or lead
/// nowhere, and a Parameter may be without output port. Layers are named by their ids, for pointers do not outlive
/// a change.
namespace backedge::shrink {

/// An output port of a layer.
struct Output {
  int64_t layer = 0, port = 0;
  auto operator<=>(const Output&) const = default;
};

using openvino::ConstGraphPlace;
using openvino::GraphPlace;

const openvino::Port* find_port(const openvino::Graph& graph, Output output);
void set_attribute(openvino::Layer& layer, std::string_view name, std::string value);

std::optional<Output> source_of(const openvino::Graph& graph, int64_t layer, int64_t port);
/// Leads the edge into an input port, where there is one, from another output.
void read_from(openvino::Graph& graph, int64_t layer, int64_t port, Output source);
bool is_read(const openvino::Graph& graph, Output output);
/// Every reader of `from` reads `to` instead.
void read_instead(openvino::Graph& graph, Output from, Output to);

/// Whether two ports are written with the same element type and dimensions.
bool same_signature(const openvino::Port& a, const openvino::Port& b);
/// Type and shape of a Parameter or Const as declared, unless they cannot be read.
std::optional<Signature> signature_of(const openvino::Layer& layer);
/// Whether a tensor of such values is small enough to be made up.
bool may_be_made(ElementType type, const PartialShape& shape);
/// Writes them, to `data` and to the output port, where there is one.
void declare(openvino::Layer& layer, const Signature& signature);

/// The layer gets a free id, and ports 0, 1, ... for its inputs and behind them for its outputs.
int64_t add_layer(openvino::Graph& graph, openvino::Layer layer, const std::vector<Output>& inputs,
                  size_t outputs);
Output add_constant(openvino::Model& model, openvino::Graph& graph, const Tensor& value);
void set_constant(openvino::Model& model, openvino::Layer& layer, const Tensor& value);
/// Adds a Parameter to the main graph, with a value for every inference.
Output add_parameter(Subject& subject, const std::vector<Tensor>& values);

/// Removes a layer with its edges, and of a Parameter or Result what binds it: inputs, port map entries, back edges.
void remove_layer(Subject& subject, size_t graph, int64_t layer);
/// Removes an output port of a loop or If with the entries that name it and the edges from it.
void remove_output(Subject& subject, size_t graph, int64_t layer, int64_t port);
/// Removes operations and Consts that nobody reads, and body Results that nothing names.
void remove_dead_layers(Subject& subject);
/// Removes outputs of loops and Ifs that nobody reads, and all in their bodies that only these need, back edges too; slices stay,
/// for they count the iterations.
void remove_unneeded(Subject& subject);

/// Writes to every port the element type and dimensions that follow from the Parameters; returns whether the model
/// is one that can be loaded, which it takes.
bool refresh_ports(openvino::Model& model);
/// Keeps of the weights what constants use.
void pack_weights(openvino::Model& model);
/// As a model is that OpenVINO writes: ports refreshed and numbered 0, 1, ... in every layer, inputs first, weights packed.
void put_in_order(openvino::Model& model);

}  // namespace backedge::shrink
