#pragma once

#include <functional>
#include <vector>

#include "conformance/shrink/onnx_subject.h"

namespace backedge::shrink {

/// Changes a subject. Returns false if there is nothing to change.
using OnnxEdit = std::function<bool(OnnxSubject&)>;

/// Edits that remove something, and begin with those that remove most: inferences, outputs of the model, nodes,
/// ports of Loops and Ifs, inputs, initializers, functions, attributes. A node may give way to an input of its
/// own or of its graph, and a number in an input may become 1 or 2. Every edit is tried, so it need not know
/// whether the model stays valid.
std::vector<OnnxEdit> list_onnx_edits(const OnnxSubject& subject);

/// Removes the nodes of a graph whose outputs nothing in it reads.
void remove_unused_nodes(onnx::schema::GraphProto& graph);

}  // namespace backedge::shrink
