#include "interpreter/openvino/element.h"

#include <algorithm>
#include <utility>

#include "interpreter/openvino/check_xml.h"
#include "interpreter/openvino/shape_text.h"

namespace backedge::openvino {
namespace {

constexpr std::string_view kSpaces = " \t\r\n";

std::string_view value_of(const rapidxml::xml_base<>& node) { return {node.value(), node.value_size()}; }
std::string_view name_of(const rapidxml::xml_base<>& node) { return {node.name(), node.name_size()}; }

bool contains(Names names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// "<layers> or <operations>"
std::string any_of(Names names, std::string_view before, std::string_view after) {
  std::string text;
  for (const std::string_view name : names) {
    text += (text.empty() ? "" : " or ") + std::string(before) + std::string(name) + std::string(after);
  }
  return text.empty() ? "nothing" : text;
}

}  // namespace

Error Element::error(std::string_view rule, std::string message) const {
  return source_->error(node_->name(), rule, std::move(message));
}

Error Element::placed(Error error) const {
  return std::move(error).in(Phase::kRead).at(source_->file(), line());
}

Result<std::vector<Element>> Element::children(Names allowed) const {
  std::vector<Element> children;
  for (const auto* child = node_->first_node(); child != nullptr; child = child->next_sibling()) {
    const std::string_view found = name_of(*child);
    if (child->type() != rapidxml::node_element) {
      return source_
          ->error(child->value(), "READ-6",  // [READ-6]
                  "text in <" + std::string(name()) + ">: " + quote(value_of(*child)))
          .note("expected " + any_of(allowed, "<", ">"));
    }
    if (found == "rt_info") continue;
    if (!contains(allowed, found)) {
      return Element(*source_, *child)  // [READ-6]
          .error("READ-6", "<" + std::string(found) + "> is not allowed in <" + std::string(name()) + ">")
          .note("expected " + any_of(allowed, "<", ">"));
    }
    children.emplace_back(*source_, *child);
  }
  return children;
}

Result<std::optional<Element>> Element::section(Names names) const {
  std::optional<Element> section;
  for (const auto* child = node_->first_node(); child != nullptr; child = child->next_sibling()) {
    if (!contains(names, name_of(*child))) continue;
    const Element found(*source_, *child);
    if (section) {
      return found  // [READ-6]
          .error("READ-6", "<" + std::string(name()) + "> has two sections " + any_of(names, "<", ">"))
          .note("the first is in line " + std::to_string(section->line()) + ", expected one");
    }
    section = found;
  }
  return section;
}

Result<Element> Element::required_section(Names names) const {
  const auto found = TRY(section(names));
  if (found) return *found;  // [READ-6]
  return error("READ-6", "<" + std::string(name()) + "> has no section " + any_of(names, "<", ">"));
}

Result<std::string> Element::text() const {
  std::string text;
  for (const auto* child = node_->first_node(); child != nullptr; child = child->next_sibling()) {
    if (child->type() == rapidxml::node_element) {
      return Element(*source_, *child)
          .error("READ-6", "an element in <" + std::string(name()) + ">, expected text");  // [READ-6]
    }
    text += value_of(*child);
  }
  const size_t begin = std::min(text.find_first_not_of(kSpaces), text.size());
  return text.substr(begin, text.find_last_not_of(kSpaces) + 1 - begin);
}

std::vector<Element::Attribute> Element::attributes() const {
  std::vector<Attribute> attributes;
  for (const auto* each = node_->first_attribute(); each != nullptr; each = each->next_attribute()) {
    attributes.push_back({name_of(*each), value_of(*each), source_->line_of(each->name())});
  }
  return attributes;
}

Result<std::optional<Element::Attribute>> Element::attribute(Names names) const {
  std::optional<Attribute> found;
  for (const auto* each = node_->first_attribute(); each != nullptr; each = each->next_attribute()) {
    if (!contains(names, name_of(*each))) continue;
    if (found) {  // [READ-6]
      return error("READ-6", "<" + std::string(name()) + "> has more than one of: " + any_of(names, "", ""));
    }
    found = {name_of(*each), value_of(*each), source_->line_of(each->name())};
  }
  return found;
}

Result<std::optional<int64_t>> Element::integer(Names names) const {
  const auto found = TRY(attribute(names));
  if (!found) return std::optional<int64_t>();
  auto value = parse_integer(found->value);
  if (!value.ok()) {
    return placed(value.take_error().note("attribute " + std::string(found->name) + " of <" +
                                          std::string(name()) + ">"));
  }
  return std::optional(value.value());
}

Result<int64_t> Element::required_integer(Names names) const {
  const auto value = TRY(integer(names));
  if (!value) {  // [READ-6]
    return error("READ-6", "<" + std::string(name()) + "> has no attribute " + any_of(names, "", ""))
        .note("expected an integer");
  }
  return *value;
}

std::string Element::text_of(std::string_view attribute) const {
  const auto* found = node_->first_attribute(attribute.data(), attribute.size());
  return found == nullptr ? "" : std::string(value_of(*found));
}

Result<Document> Document::parse(Source source, int64_t max_depth) {
  Document document(std::move(source));
  TRY(check_xml(*document.source_, max_depth));
  try {
    document.tree_->parse<0>(document.source_->buffer());
  } catch (const rapidxml::parse_error& fault) {
    return document.source_->error(fault.where<char>(), "READ-2", fault.what());  // [READ-2]
  }
  return document;
}

}  // namespace backedge::openvino
