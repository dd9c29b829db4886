#include "interpreter/openvino/read_bodies.h"

#include <utility>

#include "interpreter/openvino/lookup.h"
#include "interpreter/openvino/read_graph.h"

namespace backedge::openvino {
namespace {

/// The sections of one body: their names in an If, and in the loops.
struct Sections {
  std::string_view body, port_map;
};

constexpr Sections kLoopSections = {"body", "port_map"};
constexpr Sections kThenSections = {"then_body", "then_port_map"};
constexpr Sections kElseSections = {"else_body", "else_port_map"};

Result<bool> parse_condition(const Element& entry, std::string_view text) {
  const bool yes = text == "True" || text == "true" || text == "1";
  if (yes || text == "False" || text == "false" || text == "0") return yes;  // [PORT-5]
  return entry.error("PORT-5", "condition=" + quote(text)).note("expected True, true, 1, False, false or 0");
}

/// Reads an entry except for its name.
Result<PortMapEntry> read_entry_content(const Element& element) {
  const bool input = element.name() == "input";
  for (const auto& [name, value, line] : element.attributes()) {
    bool known = name == "purpose" || (input && name == "condition");
    for (const std::string_view integer : {"external_port_id", "internal_layer_id", "internal_operation_id",
                                           "axis", "start", "end", "stride", "part_size"}) {
      known = known || name == integer;
    }
    if (known) continue;  // [READ-6]
    return element.error("READ-6", "attribute " + quote(name) + " is not allowed in an entry of a port map");
  }
  TRY(element.children({}));
  PortMapEntry entry;
  entry.line = element.line();
  entry.external_port_id = TRY(element.required_integer({"external_port_id"}));
  entry.internal_layer_id = TRY(element.required_integer({"internal_layer_id", "internal_operation_id"}));
  entry.axis = TRY(element.integer({"axis"}));
  entry.start = TRY(element.integer({"start"}));
  entry.end = TRY(element.integer({"end"}));
  entry.stride = TRY(element.integer({"stride"}));
  entry.part_size = TRY(element.integer({"part_size"}));
  if (const auto condition = TRY(element.attribute({"condition"}))) {
    entry.condition = TRY(parse_condition(element, condition->value));
  }
  if (const auto purpose = TRY(element.attribute({"purpose"}))) {
    const std::string expected = input ? "current_iteration" : "execution_condition";
    if (purpose->value != expected) {
      return element
          .error("READ-6", "purpose=" + quote(purpose->value))  // [READ-6]
          .note("expected \"" + expected + "\"");
    }
    entry.purpose = expected;
  }
  return entry;
}

Result<PortMapEntry> read_entry(const Element& element, std::string name) {
  auto entry = read_entry_content(element);
  if (!entry.ok()) return entry.take_error().entry(name);
  entry.value().name = std::move(name);
  return entry;
}

Result<PortMap> read_port_map(const Element& section) {
  PortMap map;
  std::string marked;  // the entry with condition="True"
  for (const Element& element : TRY(section.children({"input", "output"}))) {
    auto& entries = element.name() == "input" ? map.inputs : map.outputs;
    const std::string name = std::string(section.name()) + " " + std::string(element.name());
    entries.push_back(TRY(read_entry(element, name + "[" + std::to_string(entries.size()) + "]")));
    const PortMapEntry& entry = entries.back();
    if (!entry.condition.value_or(false)) continue;
    if (!marked.empty()) {
      return element
          .error("PORT-5", "a second condition=\"True\", after that of " + marked)  // [PORT-5]
          .entry(entry.name)
          .note("expected at most one");
    }
    marked = entry.name + " in line " + std::to_string(entry.line);
  }
  return map;
}

Result<std::vector<BackEdge>> read_back_edges(const Element& layer) {
  std::vector<BackEdge> edges;
  const auto section = TRY(layer.section({"back_edges"}));
  if (!section) return edges;
  for (const Element& element : TRY(section->children({"edge"}))) {
    TRY(element.children({}));
    const int64_t from = TRY(element.required_integer({"from-layer", "from-operation"}));
    const int64_t to = TRY(element.required_integer({"to-layer", "to-operation"}));
    edges.push_back({from, to, element.line()});
  }
  return edges;
}

Result<Body> read_body(const Element& layer, const Sections& sections) {
  Body body;
  body.name = sections.body;
  body.port_map = TRY(read_port_map(TRY(layer.required_section({sections.port_map}))));
  if (sections.body == kLoopSections.body) body.back_edges = TRY(read_back_edges(layer));
  body.graph = TRY(read_graph(TRY(layer.required_section({sections.body}))));
  return body;
}

/// Whether `section` contains any spelling of the first Loop-5 page.
Result<bool> has_draft_words(const std::optional<Element>& section) {
  if (!section) return false;
  if (section->name() == "operations") return true;
  for (const Element& element : TRY(section->children({"input", "output", "edge", "layer", "operation"}))) {
    if (element.name() == "operation") return true;
    if (element.name() == "layer") continue;
    for (const auto& [name, value, line] : element.attributes()) {
      if (name == "condition" || name == "internal_operation_id" || name == "from-operation" ||
          name == "to-operation") {
        return true;
      }
    }
  }
  return false;
}

/// The dialect of a Loop, decided by its own words, not by those of a Loop inside its body.
Result<Dialect> dialect_of_loop(const Element& loop) {
  const Element body = TRY(loop.required_section({"body"}));
  const bool draft = loop.name() == "operation" || TRY(has_draft_words(TRY(loop.section({"port_map"})))) ||
                     TRY(has_draft_words(TRY(loop.section({"back_edges"})))) ||
                     TRY(has_draft_words(TRY(body.section({"layers", "operations"})))) ||
                     TRY(has_draft_words(TRY(body.section({"edges"}))));
  return draft ? Dialect::kLoop5Draft : Dialect::kLoop5;
}

}  // namespace

Result<void> check_sections(const Element& element, const Layer& layer) {
  if (is_loop(layer)) {
    TRY(element.children({"data", "input", "output", "port_map", "back_edges", "body"}));
  } else if (layer.type == "If") {
    TRY(element.children(
        {"data", "input", "output", "then_port_map", "else_port_map", "then_body", "else_body"}));
  } else {
    TRY(element.children({"data", "input", "output"}));
  }
  return {};
}

Result<void> read_bodies(const Element& element, Layer& layer) {
  if (layer.type == "If") {
    layer.bodies.push_back(TRY(read_body(element, kThenSections)));
    layer.bodies.push_back(TRY(read_body(element, kElseSections)));
  } else if (is_loop(layer)) {
    layer.bodies.push_back(TRY(read_body(element, kLoopSections)));
    layer.dialect = layer.type == "Loop" ? TRY(dialect_of_loop(element)) : Dialect::kTensorIterator1;
  }
  return {};
}

}  // namespace backedge::openvino
