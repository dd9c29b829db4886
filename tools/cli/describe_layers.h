#pragma once

#include "interpreter/openvino/model.h"
#include "tools/cli/json.h"

namespace backedge {

/// The loops of a model as they are written, outer ones first. The model need not be valid.
///
/// returns  {"loops": [{"title", "line", "entries": [{"role", "from", "to", "slicing": {"axis": 0, ...}}]}],
///           "scans": [{"output", "axis", "width", "backward"}]}
///          `from` and `to` are layers of the body by name, or "port 3". `scans` are the Results of the
///          model that are scan outputs of a loop: their position, axis, direction, and the width of one
///          part, or null if it is not written.
OrderedJson describe_layers(const openvino::Model& model);

/// One of the entries.
OrderedJson entry_json(const std::string& role, const std::string& from, const std::string& to,
                       OrderedJson slicing = OrderedJson::object());

}  // namespace backedge
