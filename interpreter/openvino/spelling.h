#pragma once

#include <any>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/openvino/model.h"
#include "interpreter/tensor/element_type.h"

/// How OpenVINO IR writes the operations that the makers of interpreter/ops make. This is the inverse of the
/// table of operations (op_table.h) and of the readers of attributes (read_operations.h).
namespace backedge::openvino {

/// The attributes of a layer while they are written. The functions have the names of those that read them
/// (attributes.h).
struct AttributeList {
  int64_t outputs = 1;  // the number of output ports of the layer
  std::vector<Attribute> attributes = {};

  void text(std::string_view name, std::string_view value);
  void integer(std::string_view name, int64_t value);
  void real(std::string_view name, double value);
  void boolean(std::string_view name, bool value);
  void element_type(std::string_view name, ElementType type);
  /// Between commas.
  void integers(std::string_view name, const std::vector<int64_t>& values);
  void reals(std::string_view name, const std::vector<double>& values);
};

/// One way to write a maker's operation. There may be several for one maker, of which a reader gives each its
/// own options. Those that are preferred come first.
struct SpellingRow {
  std::string_view maker, type;
  int64_t opset = 1;  // the operation set that introduced this version
  /// Writes what this version has attributes for, and ignores what it cannot say. Null: no attributes.
  void (*write)(AttributeList& to, const std::any& options) = nullptr;
};

/// A function that writes options of a certain type, as a column of the table.
template <auto kWrite>
void of(AttributeList& to, const std::any& options) {
  [&]<class Options>(void (*write)(AttributeList&, Options)) {
    write(to, std::any_cast<const std::remove_cvref_t<Options>&>(options));
  }(kWrite);
}

std::span<const SpellingRow> spellings_of_functions();
std::span<const SpellingRow> spellings_of_movements();
std::span<const SpellingRow> spellings_of_layers();
std::span<const SpellingRow> spellings_of_windows();

}  // namespace backedge::openvino
