#include <algorithm>

#include "conformance/shrink/edits.h"
#include "conformance/shrink/graphs.h"

namespace backedge::shrink {
namespace {

// Entries and back edges are identified by their positions, which are the same in a copy of the subject.
openvino::Body& body_at(Subject& subject, size_t graph) { return *list_graphs(subject.model)[graph].body; }

void add_entry_edits(size_t g, bool input, size_t k, const openvino::PortMapEntry& entry,
                     std::vector<Edit>& edits) {
  const auto add = [&](auto change) {
    edits.push_back([g, input, k, change](Subject& s) {
      openvino::PortMap& map = body_at(s, g).port_map;
      change((input ? map.inputs : map.outputs)[k]);
      return true;
    });
  };
  if (entry.axis) {
    add([](openvino::PortMapEntry& e) { e.axis = e.start = e.end = e.stride = e.part_size = std::nullopt; });
    add([](openvino::PortMapEntry& e) { e.start = e.end = e.stride = e.part_size = std::nullopt; });
  }
  if (entry.part_size) add([](openvino::PortMapEntry& e) { e.part_size.reset(); });
  if (entry.start && entry.end) add([](openvino::PortMapEntry& e) { e.start = e.end = std::nullopt; });
  if (entry.start) add([](openvino::PortMapEntry& e) { e.start.reset(); });
  if (entry.end) add([](openvino::PortMapEntry& e) { e.end.reset(); });
  if (entry.stride) add([](openvino::PortMapEntry& e) { e.stride.reset(); });
}

}  // namespace

std::vector<Edit> list_inference_edits(const Subject& subject) {
  std::vector<Edit> edits;
  if (subject.before) {
    edits.push_back([](Subject& s) {
      s.before.reset();
      return true;
    });
    edits.push_back([](Subject& s) {
      s.inferences.insert(s.inferences.begin(), *s.before);
      s.before.reset();
      return true;
    });
  }
  const size_t count = subject.inferences.size();
  for_each_chunk(count, [&](size_t begin, size_t end) {
    if (end - begin == count) return;
    edits.push_back([begin, end](Subject& s) {
      s.inferences.erase(s.inferences.begin() + static_cast<std::ptrdiff_t>(begin),
                         s.inferences.begin() + static_cast<std::ptrdiff_t>(end));
      return true;
    });
  });
  return edits;
}

std::vector<Edit> list_result_edits(const Subject& subject) {
  std::vector<int64_t> results;
  for (const openvino::Layer& layer : subject.model.graph.layers) {
    if (layer.type == "Result") results.push_back(layer.id);
  }
  std::vector<Edit> edits;
  for_each_chunk(results.size(), [&](size_t begin, size_t end) {
    if (end - begin == results.size()) return;
    edits.push_back([begin, end, results](Subject& s) {
      for (size_t k = begin; k < end; ++k) remove_layer(s, 0, results[k]);
      remove_dead_layers(s);
      return true;
    });
  });
  return edits;
}

std::vector<Edit> list_port_edits(const Subject& subject) {
  const std::vector<ConstGraphPlace> places = list_graphs(subject.model);
  std::vector<Edit> edits;
  edits.push_back([](Subject& s) {
    remove_unneeded(s);
    return true;
  });
  for (size_t g = 0; g < places.size(); ++g) {
    for (const openvino::Layer& layer : places[g].graph->layers) {
      const auto read = [&](const openvino::Port& port) {
        return is_read(*places[g].graph, {layer.id, port.id});
      };
      if (layer.type == "Parameter" && std::none_of(layer.outputs.begin(), layer.outputs.end(), read)) {
        edits.push_back([g, id = layer.id](Subject& s) {
          remove_layer(s, g, id);
          remove_dead_layers(s);
          return true;
        });
      }
      if (layer.bodies.empty()) continue;
      for (const openvino::Port& port : layer.outputs) {
        if (read(port)) continue;
        edits.push_back([g, id = layer.id, port = port.id](Subject& s) {
          remove_output(s, g, id, port);
          remove_dead_layers(s);
          return true;
        });
      }
    }
    if (places[g].body == nullptr) continue;
    const openvino::Body& body = *places[g].body;
    for (size_t k = 0; k < body.back_edges.size(); ++k) {
      edits.push_back([g, k](Subject& s) {
        std::vector<openvino::BackEdge>& back_edges = body_at(s, g).back_edges;
        back_edges.erase(back_edges.begin() + static_cast<std::ptrdiff_t>(k));
        remove_dead_layers(s);
        return true;
      });
    }
    for (size_t k = 0; k < body.port_map.inputs.size(); ++k)
      add_entry_edits(g, true, k, body.port_map.inputs[k], edits);
    for (size_t k = 0; k < body.port_map.outputs.size(); ++k)
      add_entry_edits(g, false, k, body.port_map.outputs[k], edits);
  }
  return edits;
}

}  // namespace backedge::shrink
