#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "interpreter/base/error.h"
#include "interpreter/tensor/tensor.h"

/// A case of the corpus in memory: docs/corpus_format.md says what each part means.
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
};

/// The model or the inputs are refused.
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
  std::vector<Tensor> listed;  // in layer order; `named` is empty then
};

struct Inference {
  Inputs inputs;
  std::vector<Answer> answers;  // each of them is right
};

/// The value of a parameter in one run; none for null.
using ParameterValue = std::optional<std::string>;

struct CaseRun {
  std::string name;
  bool survey = false;
  std::vector<std::string> rules;
  std::vector<ParameterValue> at;     // in the order of Case::parameters
  std::vector<Inference> inferences;  // one after the other on one loaded model
};

struct Case {
  std::string path;    // "loop/zero_iterations/merged_last_value"
  std::string folder;  // where it was read from
  std::string title, dialect, kind, oracle, notes;
  std::vector<std::string> rules, features;
  std::vector<std::string> parameters;
  std::string twin;   // the path of a case whose runs of the same names have the same outputs, or empty
  std::string model;  // the text of model.xml
  std::vector<CaseRun> runs;
};

/// The run of that name; nullptr where there is none.
const CaseRun* find_run(const Case& the_case, const std::string& name);

/// "loop/zero_iterations/merged_last_value/no_trips".
std::string name_of(const Case& the_case, const CaseRun& run);

}  // namespace backedge
