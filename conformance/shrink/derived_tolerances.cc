#include "conformance/shrink/derived_tolerances.h"

#include <charconv>
#include <cmath>

#include "conformance/bounds/derive_tolerances.h"
#include "interpreter/tensor/decimal.h"

namespace backedge::shrink {
namespace {

constexpr double kTimesDerived = 4;  // CASE-4 allows 1 to 16

std::vector<ExpectedTensor>* goldens_of(Inference& inference) {
  return std::get_if<std::vector<ExpectedTensor>>(&inference.answers[0]);
}

// With one digit after the first one, as a person would write it.
double rounded(double tolerance) {
  const std::string text = decimal_text(nearest_decimal(tolerance, 1), true);
  std::from_chars(text.data(), text.data() + text.size(), tolerance);
  return tolerance;
}

bool use_tolerances_of_run(const TestCase& test_case, CaseRun& run) {
  for (Inference& inference : run.inferences) {
    auto* goldens = goldens_of(inference);
    for (size_t k = 0; goldens != nullptr && k < goldens->size(); ++k) {
      ExpectedTensor& golden = (*goldens)[k];
      if (is_real(golden.tensor.type())) golden.comparison = {Comparison::Mode::kBound, 0};
    }
  }
  const Result<std::vector<bounds::Tolerance>> tolerances = bounds::derive_tolerances(test_case, run);
  if (!tolerances.ok()) return false;
  for (const bounds::Tolerance& tolerance : tolerances.value()) {
    if (!std::isfinite(tolerance.derived)) return false;
    Comparison& comparison = (*goldens_of(run.inferences[tolerance.inference]))[tolerance.output].comparison;
    if (tolerance.derived == 0)
      comparison = {};
    else
      comparison.limit = rounded(kTimesDerived * tolerance.derived);
  }
  return true;
}

}  // namespace

bool use_derived_tolerances(TestCase& test_case) {
  for (CaseRun& run : test_case.runs) {
    if (!use_tolerances_of_run(test_case, run)) return false;
  }
  return true;
}

}  // namespace backedge::shrink
