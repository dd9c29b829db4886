#include "conformance/bounds/derive_tolerances.h"

#include <algorithm>
#include <cmath>

#include "conformance/bounds/run_with_bounds.h"
#include "conformance/verify/check_run.h"
#include "interpreter/tensor/decimal.h"

namespace backedge::bounds {
namespace {

constexpr double kMost = 16;  // a tolerance above this multiple of the derived one is a guess

bool is_tolerant(const ExpectedTensor& golden) {
  return golden.comparison.mode == Comparison::Mode::kUlp ||
         golden.comparison.mode == Comparison::Mode::kBound;
}

const std::vector<ExpectedTensor>* tolerant_goldens(const Inference& inference) {
  for (const Answer& answer : inference.answers) {
    const auto* goldens = std::get_if<std::vector<ExpectedTensor>>(&answer);
    if (goldens != nullptr && std::any_of(goldens->begin(), goldens->end(), is_tolerant)) return goldens;
  }
  return nullptr;
}

/// The number of values of the type between a golden and the farthest permitted one.
double largest_error_in_ulp(const Bounded& output) {
  const Format format = format_of(output.value.type());
  const Tensor values = as_doubles(output.value);
  double most = 0;
  for (int64_t i = 0; i < values.count(); ++i) {
    const double error = output.error.data<double>()[i];
    const double nearest_zero =
        std::max(std::fabs(values.data<double>()[i]) - error, 0.0);  // where values are densest
    most =
        std::max(most, std::isfinite(error) && error > 0 ? std::floor(error / ulp(format, nearest_zero)) : 0);
  }
  return most;
}

}  // namespace

bool Tolerance::holds() const {
  return stated.limit >= derived && stated.limit <= kMost * derived;
}  // [CASE-4]

std::string Tolerance::text() const {
  const bool in_ulp = stated.mode == Comparison::Mode::kUlp;
  // Rounded up to three digits.
  const std::string most = in_ulp ? std::to_string(static_cast<int64_t>(derived))
                                  : decimal_text(nearest_decimal(derived * 1.005, 2), true);
  return "output " + std::to_string(output) + ": " + stated.text() + ", derived at most " + most;
}

Result<std::vector<Tolerance>> derive_tolerances(const TestCase& test_case, const CaseRun& run) {
  std::vector<Tolerance> tolerances;
  for (size_t at = 0; at < run.inferences.size(); ++at) {
    const Inference& inference = run.inferences[at];
    const std::vector<ExpectedTensor>* goldens = tolerant_goldens(inference);
    if (goldens == nullptr) continue;
    const LoadedModel model =
        TRY(load_for(TRY(load_run(test_case, run)), TRY(model_files(test_case, run)), inference.inputs));
    const std::vector<Tensor> inputs = TRY(in_layer_order(model, inference.inputs));
    const std::vector<Bounded> outputs = TRY(run_with_bounds(model, inputs, case_options()));
    for (size_t k = 0; k < std::min(goldens->size(), outputs.size()); ++k) {
      const ExpectedTensor& golden = (*goldens)[k];
      if (!is_tolerant(golden)) continue;
      const bool in_ulp = golden.comparison.mode == Comparison::Mode::kUlp;
      const double derived = in_ulp ? largest_error_in_ulp(outputs[k]) : largest_error(outputs[k]);
      tolerances.push_back({at, k, golden.comparison, derived});
    }
  }
  return tolerances;
}

}  // namespace backedge::bounds
