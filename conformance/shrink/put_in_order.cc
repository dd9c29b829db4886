#include <map>

#include "conformance/shrink/graphs.h"

namespace backedge::shrink {
namespace {

// Numbers the ports of every layer 0, 1, ... in their order, inputs first.
void number_ports(openvino::Model& model) {
  for (const GraphPlace& place : list_graphs(model)) {
    std::map<Output, int64_t> to_input, to_output;  // by their old numbers
    for (openvino::Layer& layer : place.graph->layers) {
      std::map<int64_t, int64_t> inputs, outputs;
      int64_t next = 0;
      for (openvino::Port& port : layer.inputs)
        port.id = to_input[{layer.id, port.id}] = inputs[port.id] = next++;
      for (openvino::Port& port : layer.outputs)
        port.id = to_output[{layer.id, port.id}] = outputs[port.id] = next++;
      const auto rename = [](std::vector<openvino::PortMapEntry>& entries,
                             const std::map<int64_t, int64_t>& names) {
        for (openvino::PortMapEntry& entry : entries) {
          const auto found = names.find(entry.external_port_id);
          if (found != names.end()) entry.external_port_id = found->second;
        }
      };
      for (openvino::Body& body : layer.bodies) {
        rename(body.port_map.inputs, inputs);
        rename(body.port_map.outputs, outputs);
      }
    }
    for (openvino::Edge& edge : place.graph->edges) {
      const auto from = to_output.find({edge.from_layer, edge.from_port});
      const auto to = to_input.find({edge.to_layer, edge.to_port});
      if (from != to_output.end()) edge.from_port = from->second;
      if (to != to_input.end()) edge.to_port = to->second;
    }
  }
}

}  // namespace

void put_in_order(openvino::Model& model) {
  refresh_ports(model);
  number_ports(model);
  pack_weights(model);
}

}  // namespace backedge::shrink
