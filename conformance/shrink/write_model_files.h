#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "interpreter/base/result.h"

namespace backedge {

/// Writes model.xml and model.bin where a backend opens them, over those of another model; without weights there is no
/// model.bin.
///
/// errors  FILE-1
Result<void> write_model_files(const std::string& folder, const std::string& text,
                               std::span<const std::byte> weights);

}  // namespace backedge
