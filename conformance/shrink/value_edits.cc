#include <algorithm>
#include <cmath>

#include "conformance/shrink/edits.h"
#include "conformance/shrink/graphs.h"
#include "interpreter/openvino/build_constant.h"
#include "interpreter/tensor/decimal.h"

namespace backedge::shrink {
namespace {

constexpr int64_t kMostSingleElements = 16;

double element_at(const Tensor& tensor, int64_t k) {
  return dispatch(tensor.type(), [&]<class T>(TypeTag<T>) { return exactly(tensor.data<T>()[k]); });
}

Tensor with_element(Tensor tensor, int64_t k, double value) {
  dispatch(tensor.type(), [&]<class T>(TypeTag<T>) { tensor.writable<T>()[k] = element_of<T>(value); });
  return tensor;
}

// Simpler numbers than `value`, the simplest first. They have its sign and are not 0, because 0 often means
// something else.
std::vector<double> simpler_numbers(ElementType type, double value) {
  std::vector<double> numbers;
  if (!std::isfinite(value)) numbers = {1};
  const double size = std::fabs(value);
  if (std::isfinite(value) && size > 1 && size < 1e15) {
    for (const double candidate :
         {1.0, 2.0, 3.0, std::floor(size / 2), std::floor(size) - 1, std::floor(size)}) {
      if (candidate >= 1 && candidate < size) numbers.push_back(std::copysign(candidate, value));
    }
  } else if (size != 1 && size != 0) {
    numbers.push_back(std::copysign(1, value));
  }
  const bool has_opposite = is_real(type) || size < std::exp2(8 * size_of(type) - 1);
  if (value < 0 && has_opposite) numbers.push_back(size);
  return numbers;
}

std::vector<Tensor> simpler_tensors(const Tensor& tensor) {
  if (tensor.count() == 0 || is_narrow(tensor.type())) return {};
  std::vector<Tensor> simpler = {small_values(tensor.type(), tensor.shape()),
                                 counted_values(tensor.type(), tensor.shape(), 1, 0),
                                 counted_values(tensor.type(), tensor.shape(), 0, 0)};
  if (tensor.count() == 1 && tensor.type() != ElementType::kBoolean) simpler.pop_back();
  if (tensor.count() > kMostSingleElements) return simpler;
  for (int64_t k = 0; k < tensor.count(); ++k) {
    for (const double number : simpler_numbers(tensor.type(), element_at(tensor, k)))
      simpler.push_back(with_element(tensor, k, number));
  }
  return simpler;
}

}  // namespace

Tensor counted_values(ElementType type, const Shape& shape, int64_t first, int64_t pace) {
  Tensor tensor = Tensor::zeros(type, shape);
  if (is_narrow(type)) return tensor;
  dispatch(type, [&]<class T>(TypeTag<T>) {
    T* values = tensor.writable<T>();
    for (int64_t k = 0; k < tensor.count(); ++k) values[k] = element_of<T>(first + pace * (k % 100));
  });
  return tensor;
}

Tensor small_values(ElementType type, const Shape& shape) {
  return counted_values(type, shape, 1, type == ElementType::kBoolean ? 0 : 1);
}

namespace {

// Makes a constant of Parameter p of the model, if it has one value.
bool make_constant(Subject& subject, size_t p) {
  const Tensor value = subject.inferences[0][p];
  const auto differs = [&](const std::vector<Tensor>& inputs) { return !inputs[p].same_bits(value); };
  if (subject.before && differs(*subject.before)) return false;
  if (std::any_of(subject.inferences.begin(), subject.inferences.end(), differs)) return false;
  openvino::LayerGraph& graph = subject.model.graph;
  for (const openvino::Layer& layer : std::vector<openvino::Layer>(graph.layers)) {
    if (layer.type != "Parameter" || p-- > 0) continue;
    if (layer.outputs.empty()) return false;
    read_instead(graph, {layer.id, layer.outputs[0].id}, add_constant(subject.model, graph, value));
    remove_layer(subject, 0, layer.id);
    return true;
  }
  return false;
}

}  // namespace

std::vector<Edit> list_value_edits(const Subject& subject) {
  std::vector<Edit> edits;
  // ONNX needs fewer nodes for a constant trip count or axis.
  for (size_t p = 0; subject.format.name == kOnnx.name && p < subject.inferences[0].size(); ++p)
    edits.push_back([p](Subject& s) { return make_constant(s, p); });
  for (size_t k = 0; k < subject.inferences.size(); ++k) {
    for (size_t p = 0; p < subject.inferences[k].size(); ++p) {
      for (const Tensor& simpler : simpler_tensors(subject.inferences[k][p]))
        edits.push_back([k, p, simpler](Subject& s) {
          s.inferences[k][p] = simpler;
          return true;
        });
    }
  }
  const std::vector<ConstGraphPlace> places = list_graphs(subject.model);
  for (size_t g = 0; g < places.size(); ++g) {
    for (const openvino::Layer& layer : places[g].graph->layers) {
      if (!is_constant(layer)) continue;
      const Result<Tensor> value = openvino::build_constant(layer, subject.model.weights);
      if (!value.ok()) continue;
      for (const Tensor& simpler : simpler_tensors(value.value())) {
        edits.push_back([g, id = layer.id, simpler](Subject& s) {
          set_constant(s.model, *find_layer(*list_graphs(s.model)[g].graph, id), simpler);
          return true;
        });
      }
      if (g > 0) continue;
      edits.push_back([id = layer.id, value = value.value()](Subject& s) {  // a Parameter needs no weights
        const Output parameter = add_parameter(s, std::vector<Tensor>(s.inferences.size(), value));
        read_instead(s.model.graph, {id, 0}, parameter);
        remove_dead_layers(s);
        return true;
      });
    }
  }
  return edits;
}

}  // namespace backedge::shrink
