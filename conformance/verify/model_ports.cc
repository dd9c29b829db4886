#include "conformance/verify/model_ports.h"

#include "interpreter/onnx/lower_model.h"
#include "interpreter/openvino/parse_model.h"
#include "interpreter/openvino/read_model.h"
#include "interpreter/openvino/single_layer.h"
#include "interpreter/tensorrt/read_network.h"
#include "interpreter/tensorrt/titles.h"

namespace backedge {
namespace {

Result<ModelPorts> read_network_ports(const ModelFiles& files) {
  const auto network = TRY(tensorrt::read_network(files.text, files.path));
  ModelPorts ports;
  for (const tensorrt::ITensor* input : network->inputs()) ports.parameters.push_back(name_of(*input));
  for (const tensorrt::ITensor* output : network->outputs()) ports.results.push_back(name_of(*output));
  return ports;
}

}  // namespace

Result<ModelPorts> read_ports(const ModelFiles& files) {
  if (files.format.name == kTensorrtNetwork.name) return read_network_ports(files);
  if (files.format.name == kOnnx.name) {
    onnx::PortNames names = TRY(onnx::port_names(files.text, files.path));
    return ModelPorts{std::move(names.inputs), std::move(names.outputs)};
  }
  openvino::Model model = TRY(openvino::parse_model(openvino::Source(files.path, files.text),
                                                    openvino::ReadLimits().max_element_depth));
  if (model.single_layer) model.graph = openvino::wire_ports(model.graph);
  ModelPorts ports;
  for (const openvino::Layer& layer : model.graph.layers) {
    if (layer.type == "Parameter") ports.parameters.push_back(layer.name_or_id());
    if (layer.type == "Result") ports.results.push_back(layer.name_or_id());
  }
  return ports;
}

}  // namespace backedge
