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

/// Names of which an element or attribute has one: the second is the spelling of the first Loop-5 page.
using Names = std::initializer_list<std::string_view>;

/// An element of a Document, which outlives it. Errors name its line.
class Element {
 public:
  Element(const Source& source, const rapidxml::xml_node<>& node) : source_(&source), node_(&node) {}

  std::string_view name() const { return {node_->name(), node_->name_size()}; }
  int64_t line() const { return source_->line_of(node_->name()); }
  Error error(std::string_view rule, std::string message) const;
  /// Gives its place to an error that has none.
  Error placed(Error error) const;

  /// The elements in it but rt_info, which says nothing that counts.
  ///
  /// errors  READ-6 one that is none of `allowed`; text
  Result<std::vector<Element>> children(Names allowed) const;
  /// The one element in it that is called any of `names`, if any.
  ///
  /// errors  READ-6 several
  Result<std::optional<Element>> section(Names names) const;
  /// As above, where it must be.
  Result<Element> required_section(Names names) const;
  /// The text of an element with nothing but text in it, without spaces around.
  ///
  /// errors  READ-6
  Result<std::string> text() const;

  struct Attribute {
    std::string_view name, value;
    int64_t line;
  };
  std::vector<Attribute> attributes() const;
  /// The one attribute that is called any of `names`, if any.
  ///
  /// errors  READ-6 both spellings at once
  Result<std::optional<Attribute>> attribute(Names names) const;
  /// errors  READ-6, READ-7
  Result<std::optional<int64_t>> integer(Names names) const;
  Result<int64_t> required_integer(Names names) const;
  /// The value of an attribute, "" where there is none.
  std::string text_of(std::string_view attribute) const;

 private:
  const Source* source_;
  const rapidxml::xml_node<>* node_;
};

/// A well-formed XML text and its tree.
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
