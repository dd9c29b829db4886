#include "interpreter/onnx/inner_graph.h"

#include <algorithm>

#include "interpreter/base/safe_text.h"
#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/defaults.h"

namespace backedge::onnx {
namespace {

bool declares_type(const schema::ValueInfoProto& value) {
  return value.has_type() && value.type().value_case() != schema::TypeProto::VALUE_NOT_SET;
}

}  // namespace

InnerGraph::InnerGraph(Scope& around, const schema::NodeProto& node, const schema::GraphProto& proto,
                       std::vector<size_t>& inputs)
    : proto_(proto),
      inputs_(inputs),
      graph_(around.lowering.file),
      scope_{.lowering = around.lowering,
             .graph = graph_,
             .versions = around.versions,
             .around = &around,
             .depth = around.depth + 1,
             .path = around.path + title_of(node) + ", ",
             .call = around.call} {
  scope_.capture = [this, &around](const std::string& name, size_t outer_slot) {
    return add_parameter(name, InvariantInput{take_input(outer_slot)},
                         around.graph.known(outer_slot).signature);
  };
}

size_t InnerGraph::take_input(size_t outer_slot) {
  inputs_.push_back(outer_slot);
  return inputs_.size() - 1;
}

size_t InnerGraph::add_parameter(const std::string& name, decltype(BodyParameter::source) source,
                                 const Signature& declared) {
  const std::string title = "input \"" + safe_line(name) + "\"";
  spec_.parameters.push_back({std::move(source), declared, title, title});
  return graph_.add_parameter(name, declared);
}

Result<Signature> InnerGraph::declared_input(int k, const Signature& known) const {
  const schema::ValueInfoProto& input = proto_.input(k);
  if (!declares_type(input)) return known;
  Signature declared = TRY(declared_signature(input.type()));
  // The tensors of a sequence may have any shapes.  [ONNX-GRAPH-9]
  if (declared.kind == ValueKind::kSequence || declared.kind == ValueKind::kOptionalSequence)
    declared.shape = PartialShape::any();
  return declared;
}

Result<void> InnerGraph::add_input(int k, decltype(BodyParameter::source) source, const Signature& declared) {
  return name_input(k, add_parameter(proto_.input(k).name(), std::move(source), declared));
}

Result<void> InnerGraph::name_input(int k, size_t slot) {
  return name_value(scope_, proto_.input(k).name(), slot);
}

void InnerGraph::add_hidden_result(const std::string& name, size_t slot) {
  spec_.results.push_back({PartialShape::any(), "output \"" + safe_line(name) + "\""});
  graph_.builder().add_result(name, slot);
}

Result<void> InnerGraph::add_result(int k, const MakeResult& make_result) {
  const schema::ValueInfoProto& output = proto_.output(k);
  const size_t slot = TRY(find_output(scope_, output.name()));
  PartialShape shape;
  if (declares_type(output)) {
    const Signature declared = TRY(declared_signature(output.type()));
    const Signature& known = graph_.known(slot).signature;
    if (known.type != declared.type || known.kind != declared.kind) {  // [ONNX-GRAPH-9]
      return Error("ONNX-GRAPH-9", "the output \"" + safe_line(output.name()) + "\" of the graph is " +
                                       known.text() + ", declared as " + declared.text());
    }
    shape = declared.shape;
  }
  spec_.results.push_back({shape, "output \"" + safe_line(output.name()) + "\""});
  graph_.builder().add_result(output.name(), make_result ? TRY(make_result(k, slot)) : slot, shape);
  return {};
}

Result<LoopNode> InnerGraph::lower(const char* dialect, const MakeResult& make_result) {
  if (scope_.depth > scope_.lowering.max_depth) {
    return Error("LIMIT-2", "graphs are nested deeper than the limit of " +  // [LIMIT-2]
                                std::to_string(scope_.lowering.max_depth));
  }
  for (const schema::ValueInfoProto& input : proto_.input()) {
    if (has_initializer(proto_, input.name())) {  // [ONNX-GRAPH-18]
      return Error("ONNX-GRAPH-18", "the input \"" + safe_line(input.name()) + "\" of the graph has an " +
                                        "initializer; only an input of the model can have a default");
    }
  }
  TRY(lower_initializers(scope_, proto_));
  TRY(lower_nodes(scope_, proto_.node()));
  for (int k = 0; k < proto_.output_size(); ++k) TRY(add_result(k, make_result));
  return LoopNode{.dialect = dialect, .spec = std::move(spec_), .body = graph_.builder().finish_body()};
}

}  // namespace backedge::onnx
