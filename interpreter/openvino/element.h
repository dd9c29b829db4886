#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/base/result.h"
#include "interpreter/openvino/source.h"
#include "rapidxml/rapidxml.hpp"

namespace backedge::openvino {

/// Alternative names of one element or attribute: the second one is the spelling of the first Loop-5 page.
using Names = std::initializer_list<std::string_view>;

/// An element of a Document. The Document must outlive it. Errors name the line of the element.
class Element {
 public:
  Element(const Source& source, const rapidxml::xml_node<>& node) : source_(&source), node_(&node) {}

  std::string_view name() const { return {node_->name(), node_->name_size()}; }
  int64_t line() const { return source_->line_of(node_->name()); }
  Error error(std::string_view rule, std::string message) const;
  /// Adds the place of this element to an error that has no place.
  Error placed(Error error) const;

  /// The elements inside this one, except rt_info, which does not change results.
  ///
  /// errors  READ-6 an element that is not in `allowed`; text
  Result<std::vector<Element>> children(Names allowed) const;
  /// The one element inside this one that has any of the `names`, if there is one.
  ///
  /// errors  READ-6 there are several
  Result<std::optional<Element>> section(Names names) const;
  /// The same for a section that must exist.  errors  READ-6 also: it is missing
  Result<Element> required_section(Names names) const;
  /// The text of an element that contains only text, without surrounding spaces.
  ///
  /// errors  READ-6
  Result<std::string> text() const;

  struct Attribute {
    std::string_view name, value;
    int64_t line;
  };
  std::vector<Attribute> attributes() const;
  /// The one attribute that has any of the `names`, if there is one.
  ///
  /// errors  READ-6 both spellings at once
  Result<std::optional<Attribute>> attribute(Names names) const;
  /// errors  READ-6, READ-7
  Result<std::optional<int64_t>> integer(Names names) const;
  Result<int64_t> required_integer(Names names) const;
  /// The value of an attribute; "" if it is missing.
  std::string text_of(std::string_view attribute) const;

 private:
  const Source* source_;
  const rapidxml::xml_node<>* node_;
};

/// A well-formed XML text and its element tree.
class Document {
 public:
  /// errors  READ-2, READ-3, READ-4
  static Result<Document> parse(Source source, int64_t max_depth);

  Element root() const { return {*source_, *tree_->first_node()}; }

 private:
  explicit Document(Source source) : source_(std::make_unique<Source>(std::move(source))) {}

  std::unique_ptr<Source> source_;
  std::unique_ptr<rapidxml::xml_document<>> tree_ = std::make_unique<rapidxml::xml_document<>>();
};

}  // namespace backedge::openvino
