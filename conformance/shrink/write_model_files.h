#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "conformance/corpus/model_files.h"

namespace backedge::shrink {

/// Writes a model and its weights into a folder, in place of those of another model. Without weights the
/// folder has no weights file.
///
/// errors  FILE-1
Result<ModelFiles> write_model_files(const std::string& folder, std::string text,
                                     std::span<const std::byte> weights,
                                     const ModelFormat& format = kOpenvinoIr);

}  // namespace backedge::shrink
