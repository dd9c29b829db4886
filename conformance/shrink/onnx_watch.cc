#include "conformance/shrink/onnx_watch.h"

#include <algorithm>
#include <deque>
#include <map>

#include "conformance/shrink/onnx_edits.h"
#include "conformance/verify/interpreter_backend.h"
#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/node_title.h"
#include "interpreter/onnx/write_tensor.h"

namespace backedge::shrink {
namespace {

namespace schema = onnx::schema;
using schema::AttributeProto, schema::GraphProto, schema::NodeProto;

constexpr size_t kMostOutputs = 64;  // of a node, that are observed

std::string title_of_input(const std::string& name) { return "input " + in_quotes(name); }

// The values of a Scan with a batch, of version 8, do not follow each other along one axis.
bool has_batches(const schema::ModelProto& model) {
  return std::any_of(model.opset_import().begin(), model.opset_import().end(),
                     [](const auto& import) { return import.domain().empty() && import.version() < 9; });
}

bool is_taken_apart(const NodeProto& node, bool batches) {
  return node.op_type() == "Loop" || node.op_type() == "If" || (node.op_type() == "Scan" && !batches);
}

// Adds the watches of a graph. `around`: the path, the loops and the order of the nodes around it.
void list_graph(const GraphProto& graph, bool batches, const OnnxWatch& around,
                std::vector<OnnxWatch>& watches) {
  for (const schema::ValueInfoProto& input : graph.input()) {
    if (around.path.empty()) break;  // those of the model are given
    OnnxWatch& watch = watches.emplace_back(around);
    watch.value = input.name();
    watch.maker = title_of_input(input.name());
    watch.order.push_back(0);
  }
  for (int n = 0; n < graph.node_size(); ++n) {
    const NodeProto& node = graph.node(n);
    if (node.op_type() == "Constant") continue;
    OnnxWatch here = around;
    here.order.push_back(static_cast<size_t>(n) + 1);
    for (int a = 0; a < node.attribute_size() && is_taken_apart(node, batches); ++a) {
      if (!node.attribute(a).has_g()) continue;
      OnnxWatch inner = here;
      inner.path.emplace_back(n, a);
      inner.loops.push_back(onnx::title_of(node));
      inner.is_branch.push_back(node.op_type() == "If");
      inner.bodies.push_back(node.attribute(a).name() == "else_branch" ? 1 : 0);
      list_graph(node.attribute(a).g(), batches, inner, watches);
    }
    here.inputs.assign(node.input().begin(), node.input().end());
    here.maker = onnx::title_of(node);
    here.outputs = node.output_size();
    for (int k = 0; k < node.output_size(); ++k) {
      if (node.output(k).empty()) continue;
      OnnxWatch& watch = watches.emplace_back(here);
      watch.value = node.output(k);
      watch.output = k;
    }
  }
}

void declare(schema::ValueInfoProto& value, const std::string& name, ElementType type,
             std::optional<int64_t> rank) {
  value.set_name(name);
  schema::TypeProto::Tensor& tensor = *value.mutable_type()->mutable_tensor_type();
  tensor.set_elem_type(static_cast<int>(onnx::data_type_of(type).value_or(0)));
  for (int64_t axis = 0; rank && axis < *rank; ++axis) tensor.mutable_shape()->add_dim();
}

// Gives a value another name, and makes it an output of its graph.
void add_output(GraphProto& graph, const std::string& value, const std::string& name, ElementType type,
                std::optional<int64_t> rank) {
  NodeProto& node = *graph.add_node();
  node.set_op_type("Identity");
  node.add_input(value);
  node.add_output(name);
  declare(*graph.add_output(), name, type, rank);
}

void add_zeros(GraphProto& graph, const std::string& name, ElementType type, const Shape& shape) {
  NodeProto& node = *graph.add_node();
  node.set_op_type("Constant");
  node.add_output(name);
  AttributeProto& attribute = *node.add_attribute();
  attribute.set_name("value");
  attribute.set_type(AttributeProto::TENSOR);
  *attribute.mutable_t() = onnx::write_tensor(Tensor::zeros(type, shape));
  declare(*graph.add_output(), name, type, std::nullopt);
}

// Adds an output to a node whose body has got one.
void add_output_of_node(NodeProto& node, const GraphProto& body, const std::string& name) {
  const int count = body.output_size() - (node.op_type() == "Loop" ? 1 : 0);
  while (node.output_size() < count - 1) node.add_output("");
  node.add_output(name);
  for (AttributeProto& attribute : *node.mutable_attribute()) {
    const bool is_of_outputs =
        attribute.name() == "scan_output_axes" || attribute.name() == "scan_output_directions";
    if (is_of_outputs) attribute.add_ints(0);
  }
}

// The shape of stacked values if there is no iteration.
Shape of_iterations(const Shape& shape) {
  Shape stacked{0};
  for (const int64_t size : shape) stacked.push_back(size);
  return stacked;
}

// The signatures that a trace shows, by the titles of the loops around a value and its own.
struct Seen {
  std::map<std::string, std::deque<std::optional<Signature>>, std::less<>> by_title;

  void operator()(const TraceEvent& event) {
    std::string title(event.title);
    if (event.kind == TraceEvent::Kind::kParameter) {
      title += ", " + title_of_input(std::string(event.name));
    } else if (event.kind != TraceEvent::Kind::kLayer) {
      return;
    }
    auto& seen = by_title[title];
    seen.push_back(event.tensor == nullptr ? std::nullopt : std::optional(signature_of(*event.tensor)));
    if (seen.size() > kMostOutputs) seen.pop_front();
  }
};

std::string title_in_trace(const OnnxWatch& watch) {
  std::string title;
  for (const std::string& loop : watch.loops) title += loop + ", ";
  return title + watch.maker;
}

}  // namespace

std::vector<OnnxWatch> list_watches(const OnnxSubject& subject) {
  std::vector<OnnxWatch> watches;
  list_graph(subject.model.graph(), has_batches(subject.model), {}, watches);
  return watches;
}

std::vector<std::optional<Signature>> observe(const OnnxSubject& subject,
                                              const std::vector<OnnxWatch>& watches) {
  Seen seen;
  const ModelFiles files = files_of(subject);
  const Result<LoadedModel> loaded = load_text(files.text, files.path);
  RunOptions options{.limits = kShrinkLimits, .trace_layers = true};
  options.trace = [&seen](const TraceEvent& event) { seen(event); };
  if (loaded.ok()) (void)infer(loaded.value(), files, subject.inferences.back(), options);
  std::vector<std::optional<Signature>> found;
  for (const OnnxWatch& watch : watches) {
    std::optional<Signature>& signature = found.emplace_back();
    const auto at = seen.by_title.find(title_in_trace(watch));
    if (at == seen.by_title.end()) continue;
    // A node may become several layers; its outputs are those of the last ones.
    const auto back = static_cast<size_t>(watch.outputs - watch.output);
    if (back <= at->second.size()) signature = at->second[at->second.size() - back];
  }
  return found;
}

Watch watch_in_trace(const OnnxWatch& watch) {
  Watch in_trace;
  in_trace.output.layer = -1;
  in_trace.bodies = watch.bodies;
  const bool is_input = watch.order.back() == 0;
  in_trace.title = is_input ? watch.maker : title_in_trace(watch);
  if (watch.outputs > 1) in_trace.title += ", output " + std::to_string(watch.output);
  std::string around;
  for (const std::string& loop : watch.loops) {
    in_trace.loops.push_back(around + loop);
    around += loop + ", ";
  }
  return in_trace;
}

void expose(OnnxSubject& subject, const OnnxWatch& watch, const Signature& like, size_t number) {
  std::vector<GraphProto*> graphs = {subject.model.mutable_graph()};
  std::vector<NodeProto*> owners;
  for (const auto& [node, attribute] : watch.path) {
    owners.push_back(graphs.back()->mutable_node(node));
    graphs.push_back(owners.back()->mutable_attribute(attribute)->mutable_g());
  }
  std::string value = watch.value;
  Shape shape = like.shape.shape();
  for (size_t level = owners.size(); level > 0; --level) {
    const std::string name = "watched_" + std::to_string(number) + "_" + std::to_string(level);
    NodeProto& owner = *owners[level - 1];
    add_output(*graphs[level], value, name, like.type, std::nullopt);
    value = name + "_of_all";
    add_output_of_node(owner, *graphs[level], value);
    if (!watch.is_branch[level - 1]) shape = of_iterations(shape);
    for (AttributeProto& branch : *owner.mutable_attribute()) {
      if (watch.is_branch[level - 1] && branch.mutable_g() != graphs[level])
        add_zeros(*branch.mutable_g(), name + "_other", like.type, shape);
    }
  }
  add_output(*graphs[0], value, "watched_" + std::to_string(number), like.type, shape.rank());
}

void keep_last_output(OnnxSubject& subject) {
  GraphProto& graph = *subject.model.mutable_graph();
  graph.mutable_output()->DeleteSubrange(0, graph.output_size() - 1);
  remove_unused_nodes(graph);
}

}  // namespace backedge::shrink
