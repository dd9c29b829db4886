#pragma once

#include <span>
#include <string>

#include "interpreter/onnx/schema.h"

/// Inputs of a graph with an initializer of the same name, which is the input's default.  (ONNX-GRAPH-18)
namespace backedge::onnx {

bool has_initializer(const schema::GraphProto& graph, const std::string& name);

/// Makes ordinary inputs of those with these names that have a default. They come after all others, in their
/// order.
void remove_defaults(schema::GraphProto& graph, std::span<const std::string> names);

/// Moves the inputs with a default after all others.
void put_defaults_last(schema::GraphProto& graph);

/// Removes the inputs of graphs in attributes that only list their constants, as IR versions up to 3 do it.
void remove_listed_constants(schema::GraphProto& graph);

}  // namespace backedge::onnx
