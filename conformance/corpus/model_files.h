#pragma once

#include <string>
#include <string_view>

#include "interpreter/base/result.h"

namespace backedge {

struct CaseRun;
struct TestCase;

/// A language of models.
struct ModelFormat {
  std::string_view name;  // in case.json and in the protocol
  std::string_view model_file,
      weights_file;  // in the folder of a case, and in the copies that a backend gets
};

inline constexpr ModelFormat kOpenvinoIr{"openvino-ir", "model.xml", "model.bin"};

/// errors  CASE-1 no format has this name
Result<ModelFormat> format_named(std::string_view name);

/// What a backend loads.
struct ModelFiles {
  ModelFormat format = kOpenvinoIr;
  std::string text;  // of the model
  std::string path;  // of the file that holds it, or, in a case with columns, of the file that it was made of
  bool is_file = true;  // whether the file at `path` holds this very text
  std::string weights;  // the path of a file; empty: none
};

/// A model in a folder, under the names of its format.
ModelFiles files_in(const std::string& folder, std::string text, bool has_weights,
                    const ModelFormat& format = kOpenvinoIr);

/// What a backend loads for a run.
///
/// errors  CASE-1
Result<ModelFiles> model_files(const TestCase& test_case, const CaseRun& run);

}  // namespace backedge
