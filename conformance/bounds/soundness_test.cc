#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>

#include "conformance/bounds/testing.h"
#include "interpreter/ops/numbers.h"

/// Evaluates generated formulas of generated operands with permitted implementations: none of them may
/// leave the error.
///
/// Values are 3 x 3 matrices. An implementation keeps its values in double. What it may do is written here
/// a second time.
namespace backedge::bounds {
namespace {

using Matrix = std::vector<double>;
constexpr int64_t kSide = 3;
constexpr size_t kCount = kSide * kSide;

/// The choices of an implementation.
struct Implementation {
  enum class Rounding { kNearest, kNone, kWorst } rounding;
  bool from_the_end, pairwise;
  Format format;
  double (*nearest)(double);
  std::mt19937_64* random;

  /// A result within `ulps` of the exact one. Half an ulp does not change values of the type.
  double rounded(double exactly, double ulps) const {
    if (!std::isfinite(nearest(exactly))) return nearest(exactly);
    if (rounding == Rounding::kNone) return exactly;
    if (rounding == Rounding::kNearest || nearest(exactly) == exactly) return nearest(exactly);
    const double share = std::uniform_real_distribution<double>(-1, 1)(*random);
    const double most = ulps * ulp(format, exactly) * (1 - 1e-9);  // `exactly` itself is rounded to double
    return exactly + (std::fabs(share) < 0.5 ? std::copysign(most, share) : share * most);
  }

  double sum(std::vector<double> terms) const {
    if (from_the_end) std::reverse(terms.begin(), terms.end());
    for (size_t n = terms.size(); pairwise && n > 1; n = terms.size()) {
      std::vector<double> halves;
      for (size_t i = 0; i < n; i += 2)
        halves.push_back(i + 1 < n ? rounded(terms[i] + terms[i + 1], 0.5) : terms[i]);
      terms = halves;
    }
    double total = terms[0];
    for (size_t i = 1; i < terms.size(); ++i) total = rounded(total + terms[i], 0.5);
    return total;
  }
};

struct Choice {
  std::string_view type;
  size_t operands;
  double ulps;
  std::function<double(double, double)> formula;  // of one element; if none, see evaluate
};

const std::vector<Choice>& choices() {
  static const std::vector<Choice> kChoices = {
      {"Add", 2, 0.5, [](double a, double b) { return a + b; }},
      {"Subtract", 2, 0.5, [](double a, double b) { return a - b; }},
      {"Multiply", 2, 0.5, [](double a, double b) { return a * b; }},
      {"Divide", 2, 3, [](double a, double b) { return a / b; }},
      {"Atan2", 2, 6, [](double y, double x) { return std::atan2(y, x); }},
      {"Maximum", 2, 0, [](double a, double b) { return std::max(a, b); }},
      {"Abs", 1, 0, [](double a, double) { return std::fabs(a); }},
      {"Exp", 1, 3, [](double a, double) { return std::exp(a); }},
      {"Sin", 1, 4, [](double a, double) { return std::sin(a); }},
      {"Tanh", 1, 5, [](double a, double) { return std::tanh(a); }},
      {"Sigmoid", 1, 5, [](double a, double) { return 1 / (1 + std::exp(-a)); }},
      {"MatMul", 2, 0, nullptr},
      {"CumSum", 1, 0, nullptr},
      {"Softmax", 1, 0, nullptr},
      {"RNNCell", 2, 0, nullptr},
  };
  return kChoices;
}

double element(const Matrix& m, size_t row, size_t column) { return m[row * kSide + column]; }

Matrix apply(const Implementation& by, const Choice& choice, const Matrix& a, const Matrix& b) {
  Matrix out(kCount);
  for (size_t at = 0; at < kCount; ++at) {
    const size_t row = at / kSide, column = at % kSide;
    std::vector<double> terms;
    if (choice.formula) {
      out[at] = choice.ulps == 0 ? choice.formula(a[at], b[at])
                                 : by.rounded(choice.formula(a[at], b[at]), choice.ulps);
    } else if (choice.type == "CumSum") {
      for (size_t k = 0; k <= row; ++k) terms.push_back(element(a, k, column));
      out[at] = by.sum(terms);
    } else if (choice.type == "Softmax") {
      const double greatest = *std::max_element(&a[row * kSide], &a[row * kSide] + kSide);
      for (size_t k = 0; k < kSide; ++k)
        terms.push_back(by.rounded(std::exp(by.rounded(element(a, row, k) - greatest, 0.5)), 3));
      out[at] = by.rounded(terms[column] / by.sum(terms), 3);
    } else {
      const bool cell = choice.type == "RNNCell";  // X = H = a, W = b, R = b, B = the first row of b
      for (size_t k = 0; k < kSide; ++k) {
        const double product = element(a, row, k) * (cell ? element(b, column, k) : element(b, k, column));
        for (int times = 0; times < (cell ? 2 : 1); ++times) terms.push_back(by.rounded(product, 0.5));
      }
      if (cell) terms.push_back(element(b, 0, column));
      out[at] = cell ? by.rounded(std::tanh(by.sum(terms)), 5) : by.sum(terms);
    }
  }
  return out;
}

Result<Bounded> golden(const Choice& choice, const Bounded& a, const Bounded& b) {
  if (choice.type == "CumSum") return TRY(applied("CumSum", {a, exact(Tensor::scalar<int64_t>(0))}))[0];
  if (choice.type == "Softmax") return TRY(applied("Softmax", {a}, {{"axis", "1"}}))[0];
  if (choice.type == "RNNCell") {
    const Bounded row =
        TRY(applied("Gather", {b, exact(Tensor::scalar<int64_t>(0)), exact(Tensor::scalar<int64_t>(0))}))[0];
    return TRY(applied("RNNCell", {a, a, b, b, row}, {{"hidden_size", "3"}}))[0];
  }
  if (choice.operands == 1) return TRY(applied(choice.type, {a}))[0];
  return TRY(applied(choice.type, {a, b}))[0];
}

/// One value of a formula: the golden, and the value of each implementation.
struct FormulaValue {
  Bounded golden;
  std::vector<Matrix> by;
};

struct Tally {
  int64_t values = 0, refused = 0;
  std::vector<double> shares;  // the parts of the errors that the farthest implementation uses
};

template <class T>
void run_formula(std::mt19937_64& random, Tally& tally) {
  std::vector<Implementation> implementations;
  for (const auto rounding : {Implementation::Rounding::kNearest, Implementation::Rounding::kNone,
                              Implementation::Rounding::kWorst, Implementation::Rounding::kWorst}) {
    const auto nearest = [](double x) {
      return static_cast<double>(numbers::widen(numbers::round_to<T>(x)));
    };
    implementations.push_back(
        {rounding, random() % 2 == 0, random() % 2 == 0, format_of(element_type_of<T>()), nearest, &random});
  }
  std::vector<FormulaValue> values;
  for (int k = 0; k < 3; ++k) {
    std::vector<T> elements;
    for (size_t i = 0; i < kCount; ++i)
      elements.push_back(numbers::round_to<T>(std::uniform_real_distribution<double>(-2, 2)(random)));
    FormulaValue value{exact(Tensor::of<T>({kSide, kSide}, std::span<const T>(elements))), {}};
    const Tensor doubles = as_doubles(value.golden.value);
    const auto span = doubles.values<double>();
    value.by.assign(implementations.size(), Matrix(span.begin(), span.end()));
    values.push_back(std::move(value));
  }
  for (int step = 0; step < 6; ++step) {
    const Choice& choice = choices()[random() % choices().size()];
    const FormulaValue a = values[random() % values.size()], b = values[random() % values.size()];
    const Result<Bounded> result = golden(choice, a.golden, b.golden);
    if (!result.ok()) {
      ASSERT_EQ(result.error().rule(), "CASE-3") << result.error().text();
      ++tally.refused;
      continue;
    }
    FormulaValue value{result.value(), {}};
    const Tensor exactly = as_doubles(value.golden.value);
    for (size_t k = 0; k < implementations.size(); ++k)
      value.by.push_back(apply(implementations[k], choice, a.by[k], b.by[k]));
    for (size_t i = 0; i < kCount; ++i) {
      const double from = exactly.data<double>()[i], error = value.golden.error.data<double>()[i];
      double farthest = 0;
      for (const Matrix& by : value.by) farthest = std::max(farthest, std::fabs(by[i] - from));
      ASSERT_LE(farthest, error) << choice.type << " step " << step << " element " << i << " golden " << from;
      if (error > 0) tally.shares.push_back(farthest / error);
      ++tally.values;
    }
    values.push_back(std::move(value));
  }
}

template <class T>
void run_formulas(int64_t count) {
  std::mt19937_64 random(20220);  // the same everywhere
  Tally tally;
  for (int64_t n = 0; n < count; ++n) {
    run_formula<T>(random, tally);
    if (testing::Test::HasFatalFailure()) FAIL() << "formula " << n;
  }
  std::sort(tally.shares.begin(), tally.shares.end());
  const double median = tally.shares[tally.shares.size() / 2], most = tally.shares.back();
  std::printf("%ld elements, %ld operations refused; of the error is used: median %.3f, at most %.3f\n",
              static_cast<long>(tally.values), static_cast<long>(tally.refused), median, most);
  EXPECT_GT(median, 0.02);  // the bounds are not absurdly loose
  EXPECT_GT(most, 0.5);
  EXPECT_LT(tally.refused, count);  // of 6 * count
}

TEST(Soundness, F32) { run_formulas<float>(3000); }
TEST(Soundness, F16) { run_formulas<f16>(3000); }
TEST(Soundness, BF16) { run_formulas<bf16>(3000); }

}  // namespace
}  // namespace backedge::bounds
