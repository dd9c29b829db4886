#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "conformance/corpus/case.h"
#include "interpreter/base/result.h"

namespace backedge {

/// Writes a case whose model has no placeholders: case.json, model.xml, the weights and the tensors above 4 KB.
///
/// weights  a file to copy; empty if there are none
/// errors   FILE-1, also if the folder exists and is not empty
Result<void> write_case(const std::string& folder, const TestCase& test_case, const std::string& weights);

/// The same with weights from memory; empty if there are none.
Result<void> write_made_case(const std::string& folder, const TestCase& test_case,
                             std::span<const std::byte> weights);

}  // namespace backedge
