#include "conformance/shrink/onnx_edits.h"

#include <algorithm>

#include "conformance/shrink/edits.h"

namespace backedge::shrink {
namespace {

namespace schema = onnx::schema;
using schema::AttributeProto, schema::GraphProto, schema::NodeProto, schema::ValueInfoProto;
using Use = std::function<void(std::string&)>;

void for_inner_graphs(NodeProto& node, const std::function<void(GraphProto&)>& visit) {
  for (AttributeProto& attribute : *node.mutable_attribute()) {
    if (attribute.has_g()) visit(*attribute.mutable_g());
    for (GraphProto& graph : *attribute.mutable_graphs()) visit(graph);
  }
}

void add_graphs(GraphProto& graph, std::vector<GraphProto*>& graphs) {
  graphs.push_back(&graph);
  for (NodeProto& node : *graph.mutable_node())
    for_inner_graphs(node, [&](GraphProto& inner) { add_graphs(inner, graphs); });
}

// The graphs of a model at any depth, but not those in functions. The main graph is the first.
std::vector<GraphProto*> graphs_of(schema::ModelProto& model) {
  std::vector<GraphProto*> graphs;
  add_graphs(*model.mutable_graph(), graphs);
  return graphs;
}

// Calls `use` with every name that a graph, or one inside it, reads.
void for_uses(GraphProto& graph, const Use& use) {
  for (NodeProto& node : *graph.mutable_node()) {
    for (std::string& name : *node.mutable_input()) use(name);
    for_inner_graphs(node, [&](GraphProto& inner) { for_uses(inner, use); });
  }
  for (ValueInfoProto& output : *graph.mutable_output()) use(*output.mutable_name());
}

bool is_used(GraphProto& graph, const std::string& name) {
  bool found = false;
  for_uses(graph, [&](const std::string& used) { found = found || used == name; });
  return found && !name.empty();
}

void rename_uses(GraphProto& graph, const std::string& from, const std::string& to) {
  for_uses(graph, [&](std::string& used) {
    if (used == from) used = to;
  });
}

template <class List>
bool remove_at(List* list, int at) {
  if (at >= list->size()) return false;
  list->DeleteSubrange(at, 1);
  return true;
}

// Whether a node has no output at this place that is used.
bool is_unused(GraphProto& graph, const NodeProto& node, int output) {
  return output >= node.output_size() || !is_used(graph, node.output(output));
}

bool remove_node(GraphProto& graph, int at) {
  const NodeProto& node = graph.node(at);
  for (int k = 0; k < node.output_size(); ++k) {
    if (!is_unused(graph, node, k)) return false;
  }
  return remove_at(graph.mutable_node(), at);
}

template <class List>
bool has_name(const List& values, const std::string& name) {
  return std::any_of(values.begin(), values.end(), [&](const auto& value) { return value.name() == name; });
}

bool is_value_of(const GraphProto& graph, const std::string& name) {
  const auto makes = [&](const NodeProto& node) {
    return std::find(node.output().begin(), node.output().end(), name) != node.output().end();
  };
  return has_name(graph.input(), name) || std::any_of(graph.node().begin(), graph.node().end(), makes);
}

// Puts another value in the place of a node's first output. No output of a graph becomes a value from around:
// not every backend takes that, so it would be another failure.
bool replace_node(GraphProto& graph, int at, const std::string& value) {
  if (graph.node(at).output_size() == 0) return false;
  const std::string output = graph.node(at).output(0);
  if (output.empty() || value.empty() || output == value) return false;
  if (has_name(graph.output(), output) && !is_value_of(graph, value)) return false;
  rename_uses(graph, output, value);
  return remove_node(graph, at);
}

GraphProto* body_of(NodeProto& node) {
  for (AttributeProto& attribute : *node.mutable_attribute()) {
    if (attribute.name() == "body") return attribute.mutable_g();
  }
  return nullptr;
}

// Removes a value that a Loop carries. Its body reads the initial value instead.
bool remove_carried(GraphProto& graph, int at, int carried) {
  NodeProto& node = *graph.mutable_node(at);
  GraphProto* body = body_of(node);
  const int values = node.input_size() - 2;
  if (body == nullptr || carried >= values || body->input_size() != values + 2) return false;
  if (body->output_size() <= values || !is_unused(graph, node, carried)) return false;
  rename_uses(*body, body->input(carried + 2).name(), node.input(carried + 2));
  remove_at(body->mutable_input(), carried + 2);
  remove_at(body->mutable_output(), carried + 1);
  remove_at(node.mutable_input(), carried + 2);
  remove_at(node.mutable_output(), carried);
  return true;
}

bool remove_scan_output(GraphProto& graph, int at, int output) {
  NodeProto& node = *graph.mutable_node(at);
  GraphProto* body = body_of(node);
  if (body == nullptr || output + 1 >= body->output_size() || !is_unused(graph, node, output)) return false;
  remove_at(body->mutable_output(), output + 1);
  remove_at(node.mutable_output(), output);
  return true;
}

bool remove_output_of_branches(GraphProto& graph, int at, int output) {
  NodeProto& node = *graph.mutable_node(at);
  if (node.output_size() < 2 || !is_unused(graph, node, output)) return false;
  for_inner_graphs(node, [&](GraphProto& branch) { remove_at(branch.mutable_output(), output); });
  remove_at(node.mutable_output(), output);
  return true;
}

bool remove_input(OnnxSubject& subject, int at) {
  GraphProto& graph = *subject.model.mutable_graph();
  const std::string name = graph.input(at).name();
  if (is_used(graph, name)) return false;
  remove_at(graph.mutable_input(), at);
  for (Inputs& inputs : subject.inferences) inputs.named.erase(name);
  return true;
}

bool remove_initializer(GraphProto& graph, int at) {
  return !is_used(graph, graph.initializer(at).name()) && remove_at(graph.mutable_initializer(), at);
}

bool remove_descriptions(GraphProto& graph) {
  graph.clear_value_info();
  graph.clear_doc_string();
  for (NodeProto& node : *graph.mutable_node()) {
    node.clear_name();
    node.clear_doc_string();
  }
  return true;
}

// The edits of one subject.
class Edits {
 public:
  explicit Edits(const OnnxSubject& subject) : model_(subject.model), subject_(subject) {}

  std::vector<OnnxEdit> list() {
    add_inference_edits();
    const std::vector<GraphProto*> graphs = graphs_of(model_);
    const int outputs = graphs[0]->output_size();
    for (int k = outputs - 1; k >= 0 && outputs > 1; --k)
      in_graph(0, [k](GraphProto& graph) { return remove_at(graph.mutable_output(), k); });
    for (size_t g = 0; g < graphs.size(); ++g) {
      for (int n = graphs[g]->node_size() - 1; n >= 0; --n) add_node_edits(g, n, graphs[g]->node(n));
      for (int k = graphs[g]->initializer_size() - 1; k >= 0; --k)
        in_graph(g, [k](GraphProto& graph) { return remove_initializer(graph, k); });
      in_graph(g, remove_descriptions);
    }
    for (int k = graphs[0]->input_size() - 1; k >= 0; --k)
      add([k](OnnxSubject& subject) { return remove_input(subject, k); });
    for (int k = model_.functions_size() - 1; k >= 0; --k)
      add([k](OnnxSubject& subject) { return remove_at(subject.model.mutable_functions(), k); });
    add_value_edits();
    return std::move(edits_);
  }

 private:
  void add(OnnxEdit edit) { edits_.push_back(std::move(edit)); }

  void in_graph(size_t g, std::function<bool(GraphProto&)> edit) {
    add([g, edit = std::move(edit)](OnnxSubject& subject) { return edit(*graphs_of(subject.model)[g]); });
  }

  void add_inference_edits() {
    const size_t count = subject_.inferences.size();
    for (size_t k = count; k-- > 0 && count > 1;)
      add([k](OnnxSubject& subject) {
        subject.inferences.erase(subject.inferences.begin() + static_cast<int64_t>(k));
        return true;
      });
  }

  void add_value_edits() {
    for (size_t k = 0; k < subject_.inferences.size(); ++k) {
      for (const auto& [name, tensor] : subject_.inferences[k].named) {
        if (tensor.count() != 1 || !is_integer(tensor.type())) continue;
        for (const int64_t number : {1, 2}) {
          const Tensor made = counted_values(tensor.type(), tensor.shape(), number, 1);
          add([k, name = name, made](OnnxSubject& subject) {
            subject.inferences[k].named.insert_or_assign(name, made);
            return true;
          });
        }
      }
    }
  }

  void add_node_edits(size_t g, int n, const NodeProto& node) {
    in_graph(g, [n](GraphProto& graph) { return remove_node(graph, n); });
    const int carried = node.op_type() == "Loop" ? node.input_size() - 2 : 0;
    for (int k = std::max(node.output_size(), carried) - 1; k >= 0; --k) {
      if (node.op_type() == "If")
        in_graph(g, [n, k](GraphProto& graph) { return remove_output_of_branches(graph, n, k); });
      if (node.op_type() == "Loop" && k >= carried)
        in_graph(g, [n, k](GraphProto& graph) { return remove_scan_output(graph, n, k); });
      if (node.op_type() == "Loop" && k < carried)
        in_graph(g, [n, k](GraphProto& graph) { return remove_carried(graph, n, k); });
    }
    std::vector<std::string> values(node.input().begin(), node.input().end());
    for (const ValueInfoProto& input : graphs_of(model_)[g]->input()) values.push_back(input.name());
    for (const std::string& value : values)
      in_graph(g, [n, value](GraphProto& graph) { return replace_node(graph, n, value); });
    for (int k = node.attribute_size() - 1; k >= 0; --k)
      in_graph(
          g, [n, k](GraphProto& graph) { return remove_at(graph.mutable_node(n)->mutable_attribute(), k); });
    if (node.input_size() > 1)
      in_graph(g, [n, last = node.input_size() - 1](GraphProto& graph) {
        return remove_at(graph.mutable_node(n)->mutable_input(), last);
      });
  }

  schema::ModelProto model_;
  const OnnxSubject& subject_;
  std::vector<OnnxEdit> edits_;
};

}  // namespace

std::vector<OnnxEdit> list_onnx_edits(const OnnxSubject& subject) { return Edits(subject).list(); }

void remove_unused_nodes(GraphProto& graph) {
  for (int n = graph.node_size() - 1; n >= 0; --n) remove_node(graph, n);
}

}  // namespace backedge::shrink
