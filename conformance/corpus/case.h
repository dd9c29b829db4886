#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "conformance/corpus/model_files.h"
#include "interpreter/base/error.h"
#include "interpreter/tensor/tensor.h"

/// A case of the corpus in memory. docs/corpus_format.md explains each part.
namespace backedge {

/// How an output is compared with its golden.
struct Comparison {
  enum class Mode {
    kBits,     // equal bits; any NaN equals any NaN
    kNanBits,  // equal bits
    kUlp,      // at most `limit` values of the type apart
    kBound,    // abs(value - golden) <= limit
  };
  Mode mode = Mode::kBits;
  double limit = 0;

  /// "bits", "nan bits", "ulp 2", "bound 1e-06".
  std::string text() const;
};

/// A golden.
struct ExpectedTensor {
  Tensor tensor;
  Comparison comparison;
  std::vector<bool> unspecified = {};  // by element: whether any value is right; empty: none is

  bool is_specified(int64_t element) const {
    return unspecified.empty() || !unspecified[static_cast<size_t>(element)];
  }
};

/// The model or the inputs must be rejected.
struct Rejection {
  Phase phase = Phase::kLoad;      // kLoad or kRun
  std::vector<std::string> rules;  // the error names one of these

  /// "rejected (load, SLICE-3 or SLICE-6)".
  std::string text() const;
};

using Answer = std::variant<std::vector<ExpectedTensor>, Rejection>;

/// Tensors for the Parameters of a model.
struct Inputs {
  std::map<std::string, Tensor> named;
  std::vector<Tensor> listed;  // in layer order; then `named` is empty
};

struct Inference {
  Inputs inputs;
  std::vector<Answer> answers;  // each of them is correct
};

/// The value of a column in one run; nothing for null.
using ColumnValue = std::optional<std::string>;

struct CaseRun {
  std::string name;
  bool survey = false;
  std::vector<std::string> rules;
  std::vector<ColumnValue> at;        // in the order of TestCase::columns
  std::vector<Inference> inferences;  // in this order, on one loaded model
};

struct TestCase {
  std::string path;    // "loop/zero_iterations/merged_last_value"
  std::string folder;  // where it was read from
  std::string title, dialect, kind, oracle, notes;
  std::vector<std::string> rules, features;
  std::vector<std::string> columns;  // of a table; if empty, all runs use one model
  std::string pair;  // the path of a case whose runs of the same names have the same outputs, or empty
  ModelFormat format = kOpenvinoIr;
  std::string model;  // its text, with placeholders
  std::vector<CaseRun> runs;
};

/// The run of that name; nullptr if there is none.
const CaseRun* find_run(const TestCase& test_case, const std::string& name);

/// "loop/zero_iterations/merged_last_value/no_trips".
std::string name_of(const TestCase& test_case, const CaseRun& run);

}  // namespace backedge
