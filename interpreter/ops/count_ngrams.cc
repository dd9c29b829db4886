#include <algorithm>
#include <map>
#include <set>

#include "interpreter/ops/ngrams.h"
#include "interpreter/ops/operand_checks.h"

namespace backedge::ops {
namespace {

/// The pool as it is searched.
struct Counted {
  explicit Counted(const CountNgrams& of) : options(of) {
    for (size_t k = 0; k < options.pool.size(); ++k) {
      if (options.pool[k].empty()) continue;
      places[options.pool[k]] = k;
      lengths.insert(options.pool[k].size());
    }
    for (const int64_t column : options.columns) width = std::max(width, column + 1);
  }

  CountNgrams options;
  std::map<std::vector<int64_t>, size_t> places;
  std::set<size_t> lengths;
  int64_t width = 0;
};

Result<void> infer_count(int64_t width, std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_type(inputs, 0, Types::kI32OrI64));
  PartialShape shape = inputs[0].shape;
  if (shape.rank_known() && shape.rank() != 1 && shape.rank() != 2)
    return Error("OP-5", "input 0 is " + shape.text() + ", expected rank 1 or 2");
  if (shape.rank_known()) shape[shape.rank() - 1] = Dimension::exactly(width);
  outputs[0] = {ElementType::kF32, shape};
  return {};
}

/// Counts the n-grams of one length with one number of skipped elements.  [OP-49]
void count_in_row(const Counted& pool, std::span<const int64_t> row, size_t length, size_t step,
                  std::vector<int64_t>& counts, Deadline& deadline) {
  std::vector<int64_t> ngram(length);
  for (size_t begin = 0; begin + (length - 1) * step < row.size(); ++begin) {
    for (size_t k = 0; k < length; ++k) ngram[k] = row[begin + k * step];
    const auto found = pool.places.find(ngram);
    if (found != pool.places.end()) ++counts[found->second];
    if (deadline.passed(static_cast<int64_t>(length))) return;
  }
}

Result<void> count_ngrams(const Counted& pool, const KernelCall& call) {
  const Tensor& input = call.input(0);
  const CountNgrams& options = pool.options;
  const int64_t columns = input.shape()[input.shape().rank() - 1];
  const int64_t rows = input.shape().rank() == 1 ? 1 : input.shape()[0];
  const auto most = static_cast<size_t>(std::min(options.most_skipped, std::max<int64_t>(columns - 1, 0)));
  const std::span out(call.output().writable<float>(), static_cast<size_t>(call.output().count()));
  std::vector<int64_t> row(static_cast<size_t>(columns));
  auto to = out.begin();
  for (int64_t i = 0; i < rows && !call.deadline.passed(columns + pool.width); ++i) {
    for (int64_t k = 0; k < columns; ++k) row[static_cast<size_t>(k)] = integer_at(input, i * columns + k);
    std::vector<int64_t> counts(options.pool.size());
    for (const size_t length : pool.lengths) {
      for (size_t skipped = 0; skipped <= (length == 1 ? 0 : most); ++skipped)
        count_in_row(pool, row, length, skipped + 1, counts, call.deadline);
    }
    std::vector<double> sums(static_cast<size_t>(pool.width));
    for (size_t k = 0; k < counts.size(); ++k) {
      const auto count = static_cast<double>(options.once ? std::min<int64_t>(counts[k], 1) : counts[k]);
      sums[static_cast<size_t>(options.columns[k])] +=
          options.weights.empty() ? count : count * options.weights[k];
    }
    to = std::transform(sums.begin(), sums.end(), to, [](double sum) { return static_cast<float>(sum); });
  }
  return {};
}

}  // namespace

Operation make_count_ngrams(const CountNgrams& options) {
  const auto pool = std::make_shared<const Counted>(options);
  return made(__func__, options,
              {.infer = std::bind_front(infer_count, pool->width),
               .kernel = [pool](const KernelCall& call) { return count_ngrams(*pool, call); },
               .error = ReadsNoReals{}});
}

}  // namespace backedge::ops
