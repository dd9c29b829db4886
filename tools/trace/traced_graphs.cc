#include "tools/trace/traced_graphs.h"

#include <algorithm>
#include <utility>

#include "interpreter/base/safe_text.h"
#include "tools/explain/explain_slicing.h"

namespace backedge {
namespace {

// A body and the node that it belongs to.
struct TracedBody {
  const Node* node;
  const LoopNode* loop;
  std::string title;
};

std::vector<TracedBody> bodies_of(const Node& node) {
  if (const auto* loop = std::get_if<LoopNode>(&node.work)) return {{&node, loop, node.place.title}};
  if (const auto* branches = std::get_if<IfNode>(&node.work))
    return {{&node, &branches->then_branch, node.place.title + ": then"},
            {&node, &branches->else_branch, node.place.title + ": else"}};
  return {};
}

class Lister {
 public:
  std::vector<TracedGraph> graphs;

  void add(const Graph& graph, const std::string& title, const TracedBody* body) {
    const size_t index = graphs.size();
    graphs.emplace_back().graph = &graph;
    graphs[index].json = {{"title", title}, {"rows", OrderedJson::array()}};
    for (size_t p = 0; p < graph.parameters.size(); ++p) add_parameter(index, p, body);
    std::vector<std::pair<TracedBody, size_t>> bodies;  // and the row of its node
    for (const Node& node : graph.nodes) {
      for (TracedBody& inner : bodies_of(node))
        bodies.emplace_back(std::move(inner), graphs[index].rows.size());
      add_layer(index, node);
    }
    for (size_t r = 0; r < graph.results.size(); ++r) add_result(index, r, body);
    if (body != nullptr) add_loop(index, *body);
    list_constants(index);
    list_makers(index);
    for (const auto& [inner, row] : bodies) {
      graphs[index].rows[row].bodies.push_back(graphs.size());
      graphs[index].json["rows"][row]["bodies"].push_back(graphs.size());
      add(*inner.loop->body, inner.title, &inner);
    }
  }

 private:
  void add_parameter(size_t index, size_t p, const TracedBody* body) {
    const GraphParameter& parameter = graphs[index].graph->parameters[p];
    TraceRow row{.kind = TraceRow::Kind::kParameter,
                 .title = "input " + in_quotes(parameter.name),
                 .id = parameter.id,
                 .slot = parameter.slot,
                 .bodies = {}};
    OrderedJson json = {{"kind", "parameter"},
                        {"name", parameter.name},
                        {"type", parameter.declared.text()},
                        {"value", parameter.slot}};
    if (body != nullptr) {
      const BodyParameter& bound = body->loop->spec.parameters[p];
      const SlicedInput* sliced = sliced_input(bound);
      row.is_invariant = std::holds_alternative<InvariantInput>(bound.source);
      if (const std::optional<size_t> input = input_of(bound)) {
        json["from"] = body->node->inputs[*input];
      } else {
        json["is_iteration"] = true;
      }
      if (sliced != nullptr) json["slicing"] = explain_slicing(sliced->slicing, PartialShape::any());
    }
    graphs[index].rows.push_back(std::move(row));
    graphs[index].json["rows"].push_back(std::move(json));
  }

  void add_layer(size_t index, const Node& node) {
    const size_t count = std::max<size_t>(node.outputs.size(), 1);
    for (size_t k = 0; k < count; ++k) {
      TraceRow row{.kind = TraceRow::Kind::kLayer, .title = node.place.title, .slot = {}, .bodies = {}};
      OrderedJson json = {{"kind", "layer"},
                          {"name", node.place.name.empty() ? node.place.title : node.place.name},
                          {"type", node.type}};
      if (count > 1) json["output"] = *(row.output = k);
      if (k < node.outputs.size()) json["value"] = *(row.slot = node.outputs[k]);
      json["inputs"] = node.inputs;
      graphs[index].rows.push_back(std::move(row));
      graphs[index].json["rows"].push_back(std::move(json));
    }
  }

  void add_result(size_t index, size_t r, const TracedBody* body) {
    const GraphResult& result = graphs[index].graph->results[r];
    OrderedJson json = {{"kind", "result"}, {"name", result.name}, {"value", result.slot}};
    if (body != nullptr && body->loop->spec.condition == r) json["is_condition"] = true;
    graphs[index].rows.push_back(
        {.kind = TraceRow::Kind::kResult, .title = "", .id = result.id, .slot = result.slot, .bodies = {}});
    graphs[index].json["rows"].push_back(std::move(json));
  }

  // What belongs to the loop as a whole. Results have rows by now.
  void add_loop(size_t index, const TracedBody& body) {
    TracedGraph& graph = graphs[index];
    const LoopSpec& spec = body.loop->spec;
    const size_t first_result = graph.rows.size() - graph.graph->results.size();
    for (size_t p = 0; p < spec.parameters.size(); ++p) {
      const MergedInput* merged = merged_input(spec.parameters[p]);
      if (merged == nullptr) continue;
      graph.rows[p].back_edge = first_result + merged->result;
      graph.json["rows"][p]["back_edge"] = first_result + merged->result;
    }
    if (std::holds_alternative<IfNode>(body.node->work)) graph.json["is_branch"] = true;
    if (const auto* trip = std::get_if<TripCount>(&spec.bound))
      graph.json["trip_count"] = body.node->inputs[trip->input];
    if (spec.initial_condition) graph.json["initial_condition"] = body.node->inputs[*spec.initial_condition];
    if (spec.gate) graph.json["has_gate"] = true;
    graph.json["outputs"] = OrderedJson::array();
    for (size_t k = 0; k < spec.outputs.size(); ++k) {
      const Scan* scan = scan_of(spec.outputs[k]);
      OrderedJson output = {{"value", body.node->outputs[k]}, {"row", first_result + spec.outputs[k].result}};
      if (scan != nullptr) {
        output["joining"] =
            explain_joining(scan->slicing, spec.results[spec.outputs[k].result].declared, scan->adds_axis);
        if (scan->slicing.stride < 0) output["is_backward"] = true;
      }
      graph.json["outputs"].push_back(std::move(output));
    }
  }

  void list_makers(size_t index) {
    TracedGraph& graph = graphs[index];
    graph.row_of.resize(graph.graph->slot_count);
    for (size_t row = 0; row < graph.rows.size(); ++row) {
      if (graph.rows[row].kind != TraceRow::Kind::kResult && graph.rows[row].slot)
        graph.row_of[*graph.rows[row].slot] = row;
    }
  }

  // The constants that some layer reads.
  void list_constants(size_t index) {
    TracedGraph& graph = graphs[index];
    std::vector<bool> is_read(graph.graph->slot_count);
    for (const Node& node : graph.graph->nodes) {
      for (const size_t slot : node.inputs) is_read[slot] = true;
    }
    for (const GraphResult& result : graph.graph->results) is_read[result.slot] = true;
    for (size_t k = 0; k < graph.graph->constants.size(); ++k) {
      if (is_read[graph.graph->constants[k].slot]) graph.constants.push_back(k);
    }
  }
};

}  // namespace

std::vector<TracedGraph> list_traced_graphs(const Graph& model) {
  Lister lister;
  lister.add(model, model.file, nullptr);
  return std::move(lister.graphs);
}

}  // namespace backedge
