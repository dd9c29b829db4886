#pragma once

#include <string>
#include <string_view>

#include "interpreter/base/result.h"

namespace backedge {

struct CaseRun;
struct TestCase;

/// A language in which models are written.
struct ModelFormat {
  std::string_view name;  // its name in case.json and in the protocol
  // File names in the folder of a case and in the copies for a backend.
  std::string_view model_file, weights_file;
  std::string_view binary_file = "";  // what a backend gets instead of the text, if it has another name
  bool is_text = true;                // otherwise the model has no placeholders
};

inline constexpr ModelFormat kOpenvinoIr{"openvino-ir", "model.xml", "model.bin"};
/// Its constants are in the model.
inline constexpr ModelFormat kTensorrtNetwork{"tensorrt-network", "model.json", "model.bin"};

/// Text in the corpus, where people read it; backends get the model in protobuf's binary format.
inline constexpr ModelFormat kOnnx{"onnx", "model.onnxtxt", "model.bin", "model.onnx"};
/// The same format in a folder that has only the binary file, so that backends get exactly its bytes.
inline constexpr ModelFormat kBinaryOnnx{"onnx", "model.onnx", "model.bin", "", false};

/// errors  CASE-1 no format has this name
Result<ModelFormat> format_named(std::string_view name);

/// The form in which a folder has a model of a format.
ModelFormat format_in(const std::string& folder, const ModelFormat& format);

/// The files that a backend loads.
struct ModelFiles {
  ModelFormat format = kOpenvinoIr;
  std::string text;     // the text of the model
  std::string path;     // of the file with the model, or with its template if the case has columns
  bool is_file = true;  // whether the file at `path` has exactly this text
  std::string weights;  // the path of a file; empty if there are none
};

/// A model in a folder, with the file names of its format.
ModelFiles files_in(const std::string& folder, std::string text, bool has_weights,
                    const ModelFormat& format = kOpenvinoIr);

/// The model files that a backend loads for a run.
///
/// errors  CASE-1
Result<ModelFiles> model_files(const TestCase& test_case, const CaseRun& run);

}  // namespace backedge
