#include "conformance/verify/model_ports.h"

#include "interpreter/openvino/parse_model.h"
#include "interpreter/openvino/read_model.h"
#include "interpreter/openvino/single_layer.h"

namespace backedge {

Result<ModelPorts> read_ports(const ModelFiles& files) {
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
