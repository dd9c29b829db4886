#include "interpreter/graph/graph_builder.h"

#include "interpreter/graph/infer_graph.h"

namespace backedge {
namespace {

// Every index of a LoopSpec names something in the body or among the inputs. If not, a front end is at fault.
void check_complete(const LoopNode& loop, size_t inputs) {
  const LoopSpec& spec = loop.spec;
  CHECK(loop.body->parameters.size() == spec.parameters.size());
  CHECK(loop.body->results.size() == spec.results.size());
  for (const BodyParameter& parameter : spec.parameters) {
    const MergedInput* merged = merged_input(parameter);
    const SlicedInput* sliced = sliced_input(parameter);
    CHECK(!input_of(parameter) || *input_of(parameter) < inputs);
    CHECK(merged == nullptr || merged->result < spec.results.size());
    CHECK(sliced == nullptr || !sliced->drops_axis || part_width(sliced->slicing) == 1);
  }
  for (const LoopOutput& output : spec.outputs) {
    const Scan* scan = scan_of(output);
    CHECK(output.result < spec.results.size());
    CHECK(scan == nullptr || !scan->length || *scan->length < inputs);
  }
  const auto* trip = std::get_if<TripCount>(&spec.bound);
  CHECK(trip == nullptr || trip->input < inputs);
  CHECK(!spec.initial_condition || *spec.initial_condition < inputs);
  CHECK(!spec.condition || *spec.condition < spec.results.size());
  CHECK((loop.gate != nullptr) == spec.gate.has_value());
  if (!spec.gate) return;
  CHECK(loop.gate->parameters.size() == spec.gate->parameters.size() && loop.gate->results.size() == 1);
  for (const size_t parameter : spec.gate->parameters) CHECK(parameter < spec.parameters.size());
}

// Finds for each slot the Result or node after which nothing reads it; constants stay.
void find_last_reads(Graph& graph) {
  std::vector<bool> found(graph.slot_count, false);
  for (const Constant& constant : graph.constants) found[constant.slot] = true;
  for (auto result = graph.results.rbegin(); result != graph.results.rend(); ++result) {
    result->is_last_read = !found[result->slot];
    found[result->slot] = true;
  }
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

void GraphBuilder::add_default(std::string name, const Signature& declared) {
  graph_->defaults.push_back({std::move(name), declared});
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
  CHECK(!operation.made.maker.empty());
  node.work = std::move(operation);
  return add(std::move(node), outputs);
}

std::vector<size_t> GraphBuilder::add_operation(Node node, ValueOperation operation, size_t outputs) {
  node.work = std::move(operation);
  return add(std::move(node), outputs);
}

std::vector<size_t> GraphBuilder::add_loop(Node node, LoopNode loop) {
  check_complete(loop, node.inputs.size());
  graph_->lacks_weights |= loop.body->lacks_weights || (loop.gate != nullptr && loop.gate->lacks_weights);
  const size_t outputs = loop.spec.outputs.size();
  node.work = std::move(loop);
  return add(std::move(node), outputs);
}

std::vector<size_t> GraphBuilder::add_if(Node node, IfNode branches) {
  const size_t outputs = branches.then_branch.spec.outputs.size();
  CHECK(!node.inputs.empty() && branches.else_branch.spec.outputs.size() == outputs);
  for (const LoopNode* branch : {&branches.then_branch, &branches.else_branch}) {
    check_complete(*branch, node.inputs.size());
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
