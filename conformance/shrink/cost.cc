#include "conformance/shrink/cost.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "conformance/corpus/values_json.h"
#include "conformance/shrink/graphs.h"
#include "interpreter/openvino/build_constant.h"

namespace backedge::shrink {
namespace {

// An open shape costs more than any known one. So a model and its script show the shapes of the inputs.
int64_t cost_of_shape(const PartialShape& shape) {
  constexpr int64_t kMostKnown = 50, kOpen = 60;
  if (!shape.rank_known()) return 1000;  // 12 dimensions cost at most 3 + 60 each
  int64_t cost = 3 * shape.rank();
  for (int64_t axis = 0; axis < shape.rank(); ++axis)
    cost += shape[axis].known() ? std::min(shape[axis].min, kMostKnown) : kOpen;
  return cost;
}

int64_t cost_of_entry(const openvino::PortMapEntry& entry) {
  int64_t cost = 10 + (entry.axis ? 10 : 0);
  for (const auto& value : {entry.axis, entry.start, entry.end, entry.stride, entry.part_size}) {
    if (value) cost += 3 + std::abs(std::clamp<int64_t>(*value, -50, 50));
  }
  return cost;
}

int64_t cost_of_layer(const openvino::Layer& layer, const openvino::Weights& weights) {
  int64_t cost =
      static_cast<int64_t>(layer.attributes.size() + layer.inputs.size() + layer.outputs.size()) * 2 +
      std::min<int64_t>(std::ssize(layer.name), 30);
  for (const openvino::Port& port : layer.outputs) cost += port.names.empty() ? 0 : 5;
  if (layer.type == "Parameter") {
    const std::optional<Signature> signature = signature_of(layer);
    return cost + 30 + (signature ? cost_of_shape(signature->shape) : 0);
  }
  if (layer.type == "Result") return cost + 20;
  if (is_operation(layer)) return cost + 100;
  const Result<Tensor> value = openvino::build_constant(layer, weights);
  return cost + 45 + (value.ok() ? cost_of_tensor(value.value()) : 0);
}

}  // namespace

int64_t cost_of_tensor(const Tensor& tensor) {
  const int64_t rank = tensor.shape().rank();
  if (tensor.count() > 4096) return tensor.count() * 8;
  return 3 * rank + 2 * tensor.count() + std::ssize(json_text(values_json(tensor)));
}

int64_t cost_of(const Subject& subject, const Reference& reference) {
  const int64_t iterations = reference.iterations;
  int64_t cost = subject.format.name == kOnnx.name ? std::ssize(reference.text) : 0;
  cost += 8 * std::min<int64_t>(iterations, 1000) + std::min<int64_t>(iterations, 1'000'000) / 1000;
  for (const ConstGraphPlace& place : list_graphs(subject.model)) {
    cost += std::ssize(place.graph->edges);
    for (const openvino::Layer& layer : place.graph->layers)
      cost += cost_of_layer(layer, subject.model.weights) + std::min<int64_t>(layer.id, 1'000'000);
    if (place.body == nullptr) continue;
    cost += 200 + 12 * std::ssize(place.body->back_edges);
    for (const openvino::PortMapEntry& entry : place.body->port_map.inputs) cost += cost_of_entry(entry);
    for (const openvino::PortMapEntry& entry : place.body->port_map.outputs) cost += cost_of_entry(entry);
  }
  for (const std::vector<Tensor>& inputs : subject.inferences) {
    cost += 50;
    for (const Tensor& tensor : inputs) cost += cost_of_tensor(tensor);
  }
  if (subject.before) {
    cost += 60;
    for (const Tensor& tensor : *subject.before) cost += cost_of_tensor(tensor);
  }
  return cost;
}

ModelSize size_of_model(const openvino::Model& model) {
  ModelSize size;
  for (const ConstGraphPlace& place : list_graphs(model)) {
    const auto count =
        std::count_if(place.graph->layers.begin(), place.graph->layers.end(), openvino::is_operation);
    (place.body == nullptr ? size.layers : size.body_layers) += count;
  }
  return size;
}

}  // namespace backedge::shrink
