#pragma once

#include <functional>
#include <string>

namespace backedge::onnx::testing {

/// Changes a model for a fuzzer. Changed bytes are nearly never a model anymore, so this changes nodes, names,
/// attributes, types and tensors, and writes the model again.
///
/// bytes         of a model; of an empty model if they are not one
/// mutate_bytes  changes the bytes of a name or a tensor
std::string mutate_model(const std::string& bytes, unsigned seed,
                         const std::function<void(std::string&)>& mutate_bytes);

}  // namespace backedge::onnx::testing
