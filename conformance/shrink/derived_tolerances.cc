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

// derive_tolerances looks at goldens with a tolerance only.
void give_reals_a_tolerance(CaseRun& run) {
  for (Inference& inference : run.inferences) {
    auto* goldens = goldens_of(inference);
    for (size_t k = 0; goldens != nullptr && k < goldens->size(); ++k) {
      ExpectedTensor& golden = (*goldens)[k];
      if (is_real(golden.tensor.type())) golden.comparison = {Comparison::Mode::kBound, 0};
    }
  }
}

}  // namespace

std::optional<TestCase> with_derived_tolerances(TestCase test_case) {
  for (CaseRun& run : test_case.runs) {
    give_reals_a_tolerance(run);
    const Result<std::vector<bounds::Tolerance>> tolerances = bounds::derive_tolerances(test_case, run);
    if (!tolerances.ok()) return std::nullopt;
    for (const auto& [inference, output, stated, derived] : tolerances.value()) {
      if (!std::isfinite(derived)) return std::nullopt;
      Comparison& comparison = (*goldens_of(run.inferences[inference]))[output].comparison;
      comparison = derived == 0 ? Comparison()
                                : Comparison{Comparison::Mode::kBound, rounded(kTimesDerived * derived)};
    }
  }
  return test_case;
}

}  // namespace backedge::shrink
