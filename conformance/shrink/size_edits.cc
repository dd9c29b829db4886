#include <algorithm>
#include <set>

#include "conformance/shrink/edits.h"
#include "conformance/shrink/graphs.h"
#include "interpreter/openvino/build_constant.h"

namespace backedge::shrink {
namespace {

// Keeps the first `size` positions of an axis, if it has more.
void cut_axis(Tensor& tensor, int64_t axis, int64_t size) {
  if (axis >= tensor.shape().rank() || tensor.shape()[axis] <= size) return;
  Shape shape = tensor.shape();
  shape[axis] = size;
  Tensor part = Tensor::zeros(tensor.type(), shape);
  int64_t width = size_of(tensor.type());  // width of a position in bytes
  for (int64_t inner = axis + 1; inner < shape.rank(); ++inner) width *= shape[inner];
  std::byte* to = part.writable_bytes();
  const std::byte* from = tensor.bytes();
  for (std::byte* const end = to + part.byte_count(); to != end; to += size * width) {
    std::copy_n(from, size * width, to);
    from += tensor.shape()[axis] * width;
  }
  tensor = std::move(part);
}

// Calls `use(tensor)` for every input tensor.
template <class AnySubject, class Use>
void for_each_input(AnySubject& subject, Use use) {
  for (auto& inputs : subject.inferences) {
    for (auto& tensor : inputs) use(tensor);
  }
  if (!subject.before) return;
  for (auto& tensor : *subject.before) use(tensor);
}

// Changes every dimension of one size to another: in Parameters, Consts, inputs and widths of parts, and on
// request in integers in attributes and constants.
struct Resize {
  int64_t from = 0, to = 0;
  bool integers = false;

  void tensor(Tensor& value) const {
    for (int64_t axis = 0; axis < value.shape().rank(); ++axis) {
      if (value.shape()[axis] == from) cut_axis(value, axis, to);
    }
  }
  void width(std::optional<int64_t>& value) const {
    if (value == from) value = to;
    if (value == -from) value = -to;
  }
  void constant(openvino::Model& model, openvino::Layer& layer) const {
    Result<Tensor> read = openvino::build_constant(layer, model.weights);
    if (!read.ok()) return;
    Tensor value = std::move(read).value();
    const Tensor before = value;
    tensor(value);
    if (integers && value.type() == ElementType::kI64 && value.shape().rank() <= 1)
      std::replace(value.writable<int64_t>(), value.writable<int64_t>() + value.count(), from, to);
    if (!value.same_bits(before)) set_constant(model, layer, value);
  }
  void parameter(openvino::Layer& layer) const {
    std::optional<Signature> signature = signature_of(layer);
    if (!signature || !signature->shape.rank_known()) return;
    for (int64_t axis = 0; axis < signature->shape.rank(); ++axis) {
      if (signature->shape[axis] == Dimension::exactly(from)) signature->shape[axis] = Dimension::exactly(to);
    }
    declare(layer, *signature);
  }
  bool operator()(Subject& subject) const {
    for (const GraphPlace& place : list_graphs(subject.model)) {
      for (openvino::Layer& layer : place.graph->layers) {
        if (layer.type == "Parameter") parameter(layer);
        if (is_constant(layer)) constant(subject.model, layer);
        if (!integers) continue;
        for (openvino::Attribute& attribute : layer.attributes) {
          if (is_operation(layer) && attribute.value == std::to_string(from))
            attribute.value = std::to_string(to);
        }
      }
      if (place.body == nullptr) continue;
      for (auto* entries : {&place.body->port_map.inputs, &place.body->port_map.outputs}) {
        for (openvino::PortMapEntry& entry : *entries) {
          width(entry.stride);
          width(entry.part_size);
        }
      }
    }
    for_each_input(subject, [this](Tensor& value) { tensor(value); });
    return true;
  }
};

// Changes one axis of a Parameter, and of the body Parameters that it is wired to.
void resize_axis(openvino::Model& model, size_t graph, int64_t parameter, int64_t axis, int64_t size) {
  const std::vector<GraphPlace> places = list_graphs(model);
  openvino::Layer* layer = find_layer(*places[graph].graph, parameter);
  std::optional<Signature> signature = layer == nullptr ? std::nullopt : signature_of(*layer);
  if (!signature || !signature->shape.rank_known() || axis >= signature->shape.rank()) return;
  if (signature->shape[axis].known()) signature->shape[axis] = Dimension::exactly(size);
  declare(*layer, *signature);
  for (const openvino::Edge& edge : places[graph].graph->edges) {
    if (edge.from_layer != parameter) continue;
    for (size_t inner = 0; inner < places.size(); ++inner) {
      if (places[inner].outer != places[graph].graph || places[inner].owner->id != edge.to_layer) continue;
      for (const openvino::PortMapEntry& entry : places[inner].body->port_map.inputs) {
        const int64_t rank = signature->shape.rank();
        const bool sliced = entry.axis && normalize_axis(*entry.axis, rank) == axis;
        if (entry.external_port_id == edge.to_port && !sliced)
          resize_axis(model, inner, entry.internal_layer_id, axis, size);
      }
    }
  }
}

// Removes a dimension of 1 from every tensor of one rank, and from the slicing of such tensors.
struct LowerRank {
  int64_t rank = 0, axis = 0;

  std::optional<Shape> lowered(const Shape& shape) const {
    if (shape.rank() != rank || shape[axis] != 1) return std::nullopt;
    Shape lower;
    for (int64_t k = 0; k < rank; ++k) {
      if (k != axis) lower.push_back(shape[k]);
    }
    return lower;
  }
  void entry(openvino::PortMapEntry& entry, int64_t of_rank) const {
    if (!entry.axis || of_rank != rank) return;
    const std::optional<int64_t> position = normalize_axis(*entry.axis, rank);
    if (position && *position > axis) entry.axis = *position - 1;
  }
  bool operator()(Subject& subject) const {
    for (const GraphPlace& place : list_graphs(subject.model)) {
      if (place.body != nullptr) entries(*place.body);
      for (openvino::Layer& layer : place.graph->layers) {
        const bool parameter = layer.type == "Parameter";
        const std::optional<Signature> signature =
            parameter || is_constant(layer) ? signature_of(layer) : std::nullopt;
        if (!signature || !signature->shape.known()) continue;
        if (const auto lower = lowered(signature->shape.shape())) declare(layer, {signature->type, *lower});
      }
    }
    for_each_input(subject, [this](Tensor& tensor) {
      if (const auto lower = lowered(tensor.shape())) tensor = tensor.view(0, *lower);
    });
    return true;
  }
  // The tensor of an entry has the rank of the Parameter, or of the value that the Result takes.
  void entries(openvino::Body& body) const {
    for (auto* list : {&body.port_map.inputs, &body.port_map.outputs}) {
      for (openvino::PortMapEntry& one : *list) {
        const openvino::Layer* layer = find_layer(body.graph, one.internal_layer_id);
        if (layer == nullptr) continue;
        const std::vector<openvino::Port>& ports =
            layer->type == "Parameter" ? layer->outputs : layer->inputs;
        if (!ports.empty()) entry(one, std::ssize(ports[0].dims));
      }
    }
  }
};

// The rest of a larger input may be all ones or zeros, which hide many faults. This writes other numbers to
// all tensors except scalars.
bool refill(Subject& subject) {
  for_each_input(subject, [](Tensor& tensor) {
    if (tensor.shape().rank() > 0 && tensor.type() != ElementType::kBoolean)
      tensor = counted_values(tensor.type(), tensor.shape(), 2, 1);
  });
  return true;
}

std::set<int64_t> smaller_sizes(int64_t size) {
  std::set<int64_t> sizes = {1, 2, 3, size / 2, size - 1};
  sizes.erase(sizes.lower_bound(size), sizes.end());
  sizes.erase(sizes.begin(), sizes.lower_bound(1));  // tensors without elements are a different question
  return sizes;
}

}  // namespace

std::vector<Edit> list_size_edits(const Subject& subject) {
  std::set<int64_t, std::greater<>> sizes;
  std::set<int64_t, std::greater<>> ranks;
  const auto note = [&](const PartialShape& shape) {
    if (!shape.rank_known()) return;
    ranks.insert(shape.rank());
    for (int64_t axis = 0; axis < shape.rank(); ++axis) {
      if (shape[axis].known() && shape[axis].min > 1) sizes.insert(shape[axis].min);
    }
  };
  for (const ConstGraphPlace& place : list_graphs(subject.model)) {
    for (const openvino::Layer& layer : place.graph->layers) {
      if (layer.type != "Parameter" && !is_constant(layer)) continue;
      if (const std::optional<Signature> signature = signature_of(layer)) note(signature->shape);
    }
  }
  for_each_input(subject, [&](const Tensor& tensor) { note(tensor.shape()); });

  std::vector<Edit> edits;
  const auto add = [&edits](const Edit& edit) {
    edits.push_back(edit);
    edits.push_back([edit](Subject& s) { return edit(s) && refill(s); });
  };
  for (const int64_t from : sizes) {
    for (const int64_t to : smaller_sizes(from)) {
      add(Resize{from, to, false});
      add(Resize{from, to, true});
    }
  }
  size_t position = 0;
  for (const openvino::Layer& layer : subject.model.graph.layers) {
    if (layer.type != "Parameter") continue;
    const size_t p = position++;
    if (subject.inferences[0].size() <= p) continue;
    const Shape& shape = subject.inferences[0][p].shape();
    for (int64_t axis = 0; axis < shape.rank(); ++axis) {
      for (const int64_t to : smaller_sizes(shape[axis])) {
        add([p, axis, to, id = layer.id](Subject& s) {
          const auto cut = [&](std::vector<Tensor>& inputs) {
            if (p < inputs.size()) cut_axis(inputs[p], axis, to);
          };
          for (std::vector<Tensor>& inputs : s.inferences) cut(inputs);
          if (s.before) cut(*s.before);
          resize_axis(s.model, 0, id, axis, to);
          return true;
        });
      }
    }
  }
  for (const int64_t rank : ranks) {
    for (int64_t axis = 0; axis < rank; ++axis) edits.push_back(LowerRank{rank, axis});
  }
  return edits;
}

}  // namespace backedge::shrink
