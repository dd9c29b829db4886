#include "interpreter/openvino/variables.h"

#include <map>
#include <optional>

#include "interpreter/base/safe_text.h"
#include "interpreter/openvino/attributes.h"
#include "interpreter/openvino/build_constant.h"
#include "interpreter/openvino/op_table.h"
#include "interpreter/openvino/shape_text.h"

namespace backedge::openvino {
namespace {

bool is_read_value(const Layer& layer) { return layer.type == "ReadValue"; }
bool is_assign(const Layer& layer) { return layer.type == "Assign"; }

/// errors  OP-1
Result<int64_t> version_of(const Layer& layer) {
  const std::optional<int64_t> opset = opset_of(layer.version);
  if (opset && *opset >= 3) return *opset >= 6 ? 6 : 3;
  return Error("OP-1",  // [OP-1]
               "version \"" + safe_line(layer.version) + "\" of " + layer.type + " is not supported")
      .note("supported versions of " + layer.type + ": opset3 opset6");
}

/// errors  OP-3
Result<void> check_ports(const Layer& layer, size_t fewest_inputs, size_t fewest_outputs) {
  const auto check = [](const char* what, size_t count, size_t fewest) -> Result<void> {
    if (fewest <= count && count <= 1) return {};
    return Error("OP-3",  // [OP-3]
                 std::to_string(count) + " " + what + ", expected " + (fewest == 0 ? "0 or 1" : "1"));
  };
  TRY(check("inputs", layer.inputs.size(), fewest_inputs));
  return check("outputs", layer.outputs.size(), fewest_outputs);
}

/// What a ReadValue declares of its variable: version 6 in its attributes, and what these leave open at its
/// output port.  [VAR-2]
///
/// errors  OP-2, GRAPH-5, READ-8, READ-9
Result<Signature> read_declared(const Layer& layer, int64_t version, Attributes& attributes) {
  if (version < 6) return declared_signature(layer);
  const std::optional<ElementType> type = TRY(parse_element_type(TRY(attributes.any_text("variable_type"))));
  const PartialShape shape = TRY(parse_shape(TRY(attributes.any_text("variable_shape"))));
  return Signature{.type = type ? *type : TRY(declared_signature(layer)).type, .shape = shape};
}

/// A ReadValue or an Assign, as it is written.
struct Access {
  std::string id;
  Signature declared;  // only of a ReadValue
};

Result<Access> read_access(const Layer& layer) {
  const int64_t version = TRY(version_of(layer));
  TRY(check_ports(layer, is_read_value(layer) && version >= 6 ? 0 : 1, is_read_value(layer) ? 1 : 0));
  Attributes attributes(layer.attributes);
  Access access{.id = TRY(attributes.any_text("variable_id")), .declared = {}};
  if (access.id.empty()) return Error("OP-2", "the variable_id is empty");  // [OP-2]
  if (is_read_value(layer)) access.declared = TRY(read_declared(layer, version, attributes));
  TRY(attributes.finish());
  return access;
}

Error not_a_pair(const std::string& id, const std::string& what) {
  return Error("VAR-1",  // [VAR-1]
               "variable \"" + safe_line(id) + "\" has " + what + "; it needs one ReadValue and one Assign");
}

}  // namespace

bool is_variable_access(const Layer& layer) { return is_read_value(layer) || is_assign(layer); }

std::string port_of_variable(const Variable& variable) { return "variable:" + variable.id; }

Result<std::vector<Variable>> find_variables(const LayerGraph& graph, const std::string& file) {
  std::vector<Variable> variables;
  std::map<std::string, size_t> read_values, assigns;  // positions in the file
  for (size_t index = 0; index < graph.layers.size(); ++index) {
    const Layer& layer = graph.layers[index];
    if (!is_variable_access(layer)) continue;
    Result<Access> access = read_access(layer);
    if (!access.ok()) return access.take_error().of(layer.title()).at(file, layer.line);
    auto& [id, declared] = access.value();
    const bool fresh = (is_read_value(layer) ? read_values : assigns).emplace(id, index).second;
    if (!fresh)
      return not_a_pair(id, "two layers " + layer.type).of(layer.title()).at(file, layer.line);  // [VAR-1]
    if (is_read_value(layer)) variables.push_back({.id = id, .read_value = index, .declared = declared});
  }
  for (const auto& [id, index] : assigns) {
    const Layer& layer = graph.layers[index];
    if (!read_values.contains(id))
      return not_a_pair(id, "no ReadValue").of(layer.title()).at(file, layer.line);  // [VAR-1]
  }
  for (Variable& variable : variables) {
    const auto assign = assigns.find(variable.id);
    const Layer& layer = graph.layers[variable.read_value];
    if (assign == assigns.end())
      return not_a_pair(variable.id, "no Assign").of(layer.title()).at(file, layer.line);  // [VAR-1]
    variable.assign = assign->second;
  }
  return variables;
}

}  // namespace backedge::openvino
