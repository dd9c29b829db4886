#pragma once

#include <functional>
#include <vector>

#include "conformance/shrink/subject.h"

/// What may make a subject smaller. Nothing here knows whether the failure stays, nor whether the model is still one:
/// every edit is tried.
namespace backedge::shrink {

/// Changes a subject; false where there is nothing to change.
using Edit = std::function<bool(Subject&)>;

/// Each lists edits of a subject, those that take most away first.
///
/// inferences  fewer of a sequence, no run beside it
/// results     fewer Results of the model
/// loops       a loop's body in its place, or a branch of an If
/// layers      a value that is there already, or a made-up one, for what a layer gives
/// ports       body Parameters, outputs, back edges, slicing
/// sizes       dimensions and ranks
/// values      inputs and constants, trip counts and conditions among them
/// spellings   attributes, names, static for dynamic dimensions
std::vector<Edit> list_inference_edits(const Subject& subject);
std::vector<Edit> list_result_edits(const Subject& subject);
std::vector<Edit> list_loop_edits(const Subject& subject);
std::vector<Edit> list_layer_edits(const Subject& subject);
std::vector<Edit> list_port_edits(const Subject& subject);
std::vector<Edit> list_size_edits(const Subject& subject);
std::vector<Edit> list_value_edits(const Subject& subject);
std::vector<Edit> list_spelling_edits(const Subject& subject);

/// first, first + pace, ... in a type, from the hundredth on again.
Tensor counted_values(ElementType type, const Shape& shape, int64_t first, int64_t pace);
/// 1, 2, 3, ... in a type; `true` for booleans.
Tensor small_values(ElementType type, const Shape& shape);

/// Puts the body of a loop or If in its place, as one iteration.
bool inline_body(Subject& subject, size_t graph, int64_t layer, size_t body);

/// Calls `use(begin, end)` for all of `count` things, then for halves, quarters and so on down to each alone.
template <class Use>
void for_each_chunk(size_t count, Use use) {
  for (size_t size = count; size > 0; size /= 2) {
    for (size_t begin = 0; begin < count; begin += size) use(begin, std::min(begin + size, count));
  }
}

}  // namespace backedge::shrink
