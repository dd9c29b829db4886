#pragma once

#include <map>
#include <span>
#include <string>

#include "conformance/corpus/corpus.h"

namespace backedge {

/// What write_onnx_tests wrote, and what it left out.
struct WrittenTests {
  int64_t tests = 0, runs = 0;
  std::map<std::string, int64_t> left_out;       // the number of runs by reason, "expect a rejection"
  std::map<std::string, int64_t> not_expressed;  // of those whose model ONNX cannot express, by what it lacks
};

/// Writes runs as tests in the layout of ONNX's backend tests. Models in other formats are converted.
///
///   test_CASE/model.onnx                     in a case with a table: test_CASE__RUN/model.onnx
///   test_CASE/data.json                      how close outputs must be: "rtol" and "atol".
///   test_CASE/test_data_set_0/input_0.pb     and output_0.pb, and so on.
///   index.json                               which run is in which test and data set, and which runs are left
///                                            out for which reason.
///   index.jsonl                              the runs that are written, as in write_export
///
/// out          a new folder
/// digest       of the corpus, for the index
/// with_survey  write the runs of the tier survey too
/// errors       FILE-1, CASE-1, those of the reader of a model that expects outputs
Result<WrittenTests> write_onnx_tests(const std::string& out, std::span<const SelectedRun> runs,
                                      const std::string& digest, bool with_survey);

}  // namespace backedge
