#pragma once

#include <functional>
#include <vector>

#include "conformance/shrink/subject.h"

/// Edits that may make a subject smaller. They do not know whether the failure stays, or whether the model
/// stays valid: every edit is tried.
namespace backedge::shrink {

/// Changes a subject. Returns false if there is nothing to change.
using Edit = std::function<bool(Subject&)>;

/// Each function lists edits of a subject, and begins with those that remove most.
///
/// inferences  fewer inferences in a sequence, no other run
/// results     fewer Results of the model
/// loops       the body of a loop, or a branch of an If, in its place
/// layers      an existing value, or a made-up one, in place of a layer's output
/// ports       body Parameters, outputs, back edges, slicing
/// sizes       dimensions and ranks
/// values      inputs and constants, including trip counts and conditions
/// spellings   attributes, names, static instead of dynamic dimensions
std::vector<Edit> list_inference_edits(const Subject& subject);
std::vector<Edit> list_result_edits(const Subject& subject);
std::vector<Edit> list_loop_edits(const Subject& subject);
std::vector<Edit> list_layer_edits(const Subject& subject);
std::vector<Edit> list_port_edits(const Subject& subject);
std::vector<Edit> list_size_edits(const Subject& subject);
std::vector<Edit> list_value_edits(const Subject& subject);
std::vector<Edit> list_spelling_edits(const Subject& subject);

/// first, first + pace, ... in a type. The hundredth value is `first` again.
Tensor counted_values(ElementType type, const Shape& shape, int64_t first, int64_t pace);
/// 1, 2, 3, ... in a type; `true` for booleans.
Tensor small_values(ElementType type, const Shape& shape);

/// Replaces a loop or If with its body, as one iteration.
bool inline_body(Subject& subject, size_t graph, int64_t layer, size_t body);

/// Calls `use(begin, end)` for all `count` things, then for halves, quarters and so on, down to single ones.
template <class Use>
void for_each_chunk(size_t count, Use use) {
  for (size_t size = count; size > 0; size /= 2) {
    for (size_t begin = 0; begin < count; begin += size) use(begin, std::min(begin + size, count));
  }
}

}  // namespace backedge::shrink
