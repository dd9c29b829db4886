#include "interpreter/openvino/spell_operation.h"

#include <array>

#include "interpreter/base/joined.h"
#include "interpreter/base/number_text.h"
#include "interpreter/openvino/op_table.h"
#include "interpreter/openvino/spelling.h"

namespace backedge::openvino {

void AttributeList::text(std::string_view name, std::string_view value) {
  attributes.push_back({std::string(name), std::string(value)});
}

void AttributeList::integer(std::string_view name, int64_t value) { text(name, std::to_string(value)); }

void AttributeList::real(std::string_view name, double value) { text(name, number_text(value)); }

void AttributeList::boolean(std::string_view name, bool value) { text(name, value ? "true" : "false"); }

void AttributeList::element_type(std::string_view name, ElementType type) { text(name, name_of(type)); }

void AttributeList::integers(std::string_view name, const std::vector<int64_t>& values) {
  text(name, joined(values, ",", [](int64_t value) { return std::to_string(value); }));
}

void AttributeList::reals(std::string_view name, const std::vector<double>& values) {
  text(name, joined(values, ",", number_text));
}

namespace {

std::string name_of(const Spelling& spelling) { return spelling.type + "-" + std::to_string(spelling.opset); }

std::string text_of(const Spelling& spelling) {
  std::string text = name_of(spelling);
  for (const Attribute& attribute : spelling.attributes)
    text += " " + attribute.name + "=\"" + attribute.value + "\"";
  return text;
}

/// What the options of a maker ask for, if no attribute can express them.
struct Reason {
  std::string_view maker, text;
};
constexpr Reason kReasons[] = {
    {"gather",
     "an index out of range is an error and a negative one counts from the end, which can be "
     "expressed only for a constant axis"},
    {"squeeze",
     "an axis without exactly one element is an error, which can be expressed only for constant axes of a "
     "known rank"},
};

std::string reason_of(std::string_view maker) {
  for (const Reason& reason : kReasons)
    if (reason.maker == maker) return std::string(reason.text);
  return "no attribute can express one of its options";
}

Spelling spell(const SpellingRow& row, const Made& made, int64_t outputs) {
  AttributeList list{.outputs = outputs};
  if (row.write != nullptr) row.write(list, made.options);
  return {std::string(row.type), row.opset, std::move(list.attributes)};
}

}  // namespace

Result<Spelling> spell_operation(const Made& made, int64_t inputs, int64_t outputs) {
  std::optional<Spelling> nearest;
  std::string why;
  for (const auto& table :
       {spellings_of_functions(), spellings_of_movements(), spellings_of_layers(), spellings_of_windows()}) {
    for (const SpellingRow& row : table) {
      if (row.maker != made.maker) continue;
      Spelling spelling = spell(row, made, outputs);
      const Result<Operation> read = make_operation(spelling.type, "opset" + std::to_string(spelling.opset),
                                                    Attributes(spelling.attributes), inputs, outputs);
      if (read.ok() && read.value().made == made) return spelling;
      if (nearest) continue;
      why = read.ok() ? reason_of(made.maker) : read.error().message();
      nearest = std::move(spelling);
    }
  }
  if (!nearest)  // [IR-WRITE-1]
    return Error("IR-WRITE-1", "OpenVINO IR has no operation like this: " + std::string(made.maker));
  return Error("IR-WRITE-1", "OpenVINO IR cannot express this " + name_of(*nearest))  // [IR-WRITE-1]
      .note(why)
      .note("the nearest one is " + text_of(*nearest));
}

}  // namespace backedge::openvino
