#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "conformance/corpus/case.h"
#include "interpreter/base/result.h"

namespace backedge {

/// The contents of files, by name.
using FileContents = std::map<std::string, std::string>;

/// The files of a case whose model has no placeholders: case.json, the model and its weights, and tensors.
///
/// weights    the bytes of the weights; empty if there are none
/// every_npy  whether every tensor is a .npy, not only those above 4 KB; a tensor with unspecified elements is
///            in case.json anyway
FileContents case_files(const TestCase& test_case, std::string_view weights, bool every_npy = false);

/// Writes a case whose model has no placeholders: case.json, model.xml, the weights and the tensors above 4 KB.
///
/// weights  a file to copy; empty if there are none
/// errors   FILE-1, also if the folder exists and is not empty
Result<void> write_case(const std::string& folder, const TestCase& test_case, const std::string& weights);

/// The same with weights from memory; empty if there are none.
Result<void> write_made_case(const std::string& folder, const TestCase& test_case,
                             std::span<const std::byte> weights);

}  // namespace backedge
