#include "conformance/corpus/case.h"

#include <algorithm>

#include "interpreter/tensor/decimal.h"

namespace backedge {

std::string Comparison::text() const {
  switch (mode) {
    case Mode::kBits:
      return "bits";
    case Mode::kNanBits:
      return "nan bits";
    case Mode::kUlp:
      return "ulp " + std::to_string(static_cast<int64_t>(limit));
    case Mode::kBound:
      return "bound " + decimal_text(shortest_decimal(limit), true);
  }
  return "";
}

std::string Rejection::text() const {
  std::string text = "rejected (" + std::string(name_of(phase)) + ", ";
  for (size_t k = 0; k < rules.size(); ++k) text += (k > 0 ? " or " : "") + rules[k];
  return text + ")";
}

const CaseRun* find_run(const TestCase& test_case, const std::string& name) {
  const auto is_it = [&name](const CaseRun& run) { return run.name == name; };
  const auto found = std::find_if(test_case.runs.begin(), test_case.runs.end(), is_it);
  return found == test_case.runs.end() ? nullptr : &*found;
}

std::string name_of(const TestCase& test_case, const CaseRun& run) { return test_case.path + "/" + run.name; }

}  // namespace backedge
