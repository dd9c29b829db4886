#include "interpreter/graph/graph_builder.h"

#include <algorithm>

#include "interpreter/graph/infer_graph.h"

namespace backedge {
namespace {

// Whether every index of a LoopSpec names something in the body or among the inputs.
bool is_complete(const LoopNode& loop, size_t inputs) {
  const LoopSpec& spec = loop.spec;
  const auto is_input = [&](std::optional<size_t> input) { return !input || *input < inputs; };
  const auto is_result = [&](std::optional<size_t> result) {
    return !result || *result < spec.results.size();
  };
  const auto is_bound = [&](const BodyParameter& parameter) {
    const MergedInput* merged = merged_input(parameter);
    const SlicedInput* sliced = sliced_input(parameter);
    return is_input(input_of(parameter)) && (merged == nullptr || is_result(merged->result)) &&
           (sliced == nullptr || !sliced->drops_axis || part_width(sliced->slicing) == 1);
  };
  const auto is_made = [&](const LoopOutput& output) {
    const Scan* scan = scan_of(output);
    return is_result(output.result) && (scan == nullptr || is_input(scan->length));
  };
  const auto is_parameter = [&](size_t parameter) { return parameter < spec.parameters.size(); };
  const auto* trip = std::get_if<TripCount>(&spec.bound);
  return loop.body->parameters.size() == spec.parameters.size() &&
         loop.body->results.size() == spec.results.size() &&
         std::all_of(spec.parameters.begin(), spec.parameters.end(), is_bound) &&
         std::all_of(spec.outputs.begin(), spec.outputs.end(), is_made) &&
         (trip == nullptr || is_input(trip->input)) && is_input(spec.initial_condition) &&
         is_result(spec.condition) && (loop.gate != nullptr) == spec.gate.has_value() &&
         (!spec.gate ||
          (loop.gate->parameters.size() == spec.gate->parameters.size() && loop.gate->results.size() == 1 &&
           std::all_of(spec.gate->parameters.begin(), spec.gate->parameters.end(), is_parameter)));
}

// Finds for each slot the node after which nothing reads it; Results and constants stay.
void find_last_reads(Graph& graph) {
  std::vector<bool> found(graph.slot_count, false);
  for (const GraphResult& result : graph.results) found[result.slot] = true;
  for (const Constant& constant : graph.constants) found[constant.slot] = true;
  for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node) {
    for (const auto* slots : {&node->inputs, &node->outputs}) {
      for (const size_t slot : *slots) {
        if (!found[slot]) node->last_reads.push_back(slot);
        found[slot] = true;
      }
    }
  }
}

}  // namespace

Error at_place(Error error, const Place& place) {
  return std::move(error).of(place.title).at(place.file, place.line);
}

size_t GraphBuilder::add_slot(const std::string& name) {
  names_.push_back(name);
  return graph_->slot_count++;
}

size_t GraphBuilder::add_parameter(std::string name, const Signature& declared, int64_t id) {
  const size_t slot = add_slot(name);
  graph_->parameters.push_back({std::move(name), id, declared, slot});
  return slot;
}

size_t GraphBuilder::add_constant(Tensor value, std::string name) {
  const size_t slot = add_slot(name);
  graph_->lacks_weights |= !value.has_value();
  graph_->constants.push_back({slot, std::move(value)});
  return slot;
}

std::vector<size_t> GraphBuilder::add(Node node, size_t outputs) {
  for (const size_t slot : node.inputs) {
    CHECK(slot < graph_->slot_count);
    node.input_names.push_back(names_[slot]);
  }
  for (size_t k = 0; k < outputs; ++k) node.outputs.push_back(add_slot(node.place.name));
  graph_->nodes.push_back(std::move(node));
  return graph_->nodes.back().outputs;
}

std::vector<size_t> GraphBuilder::add_operation(Node node, Operation operation, size_t outputs) {
  node.work = std::move(operation);
  return add(std::move(node), outputs);
}

std::vector<size_t> GraphBuilder::add_operation(Node node, ValueOperation operation, size_t outputs) {
  node.work = std::move(operation);
  return add(std::move(node), outputs);
}

std::vector<size_t> GraphBuilder::add_loop(Node node, LoopNode loop) {
  CHECK(is_complete(loop, node.inputs.size()));
  graph_->lacks_weights |= loop.body->lacks_weights || (loop.gate != nullptr && loop.gate->lacks_weights);
  const size_t outputs = loop.spec.outputs.size();
  node.work = std::move(loop);
  return add(std::move(node), outputs);
}

std::vector<size_t> GraphBuilder::add_if(Node node, IfNode branches) {
  const size_t outputs = branches.then_branch.spec.outputs.size();
  CHECK(!node.inputs.empty() && branches.else_branch.spec.outputs.size() == outputs);
  for (const LoopNode* branch : {&branches.then_branch, &branches.else_branch}) {
    CHECK(is_complete(*branch, node.inputs.size()));
    graph_->lacks_weights |= branch->body->lacks_weights;
  }
  node.work = std::move(branches);
  return add(std::move(node), outputs);
}

void GraphBuilder::add_result(std::string name, size_t slot, const PartialShape& declared, int64_t id) {
  CHECK(slot < graph_->slot_count);
  graph_->results.push_back({std::move(name), id, declared, slot});
}

std::shared_ptr<const Graph> GraphBuilder::finish_body() {
  find_last_reads(*graph_);
  return std::move(graph_);
}

Result<std::shared_ptr<const Graph>> GraphBuilder::finish() {
  std::vector<Signature> parameters;
  for (const GraphParameter& parameter : graph_->parameters) parameters.push_back(parameter.declared);
  graph_->result_signatures = TRY(infer_graph(*graph_, parameters));
  return finish_body();
}

}  // namespace backedge
