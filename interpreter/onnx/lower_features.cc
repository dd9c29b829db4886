#include <algorithm>
#include <numbers>

#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/formula.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/ngrams.h"

/// What models of sounds and tables do with their inputs.
namespace backedge::onnx {
namespace {

constexpr ElementType kReal = ElementType::kF64;

Term both(Term a, Term b) { return a.formula->apply(ops::make_logical_and(), {a, b}); }
Term log(Term x) { return x.formula->apply(ops::make_log(), {x}); }
Term floor(Term x) { return x.formula->apply(ops::make_floor(), {x}); }

// The n-grams of a pool: those of length n begin at counts[n - 1].
Result<std::vector<std::vector<int64_t>>> read_pool(const std::vector<int64_t>& numbers,
                                                    const std::vector<int64_t>& counts) {
  std::vector<std::vector<int64_t>> pool;
  for (size_t n = 1; n <= counts.size(); ++n) {
    const int64_t begin = counts[n - 1], size = std::ssize(numbers);
    const int64_t end = n < counts.size() ? counts[n] : size, length = static_cast<int64_t>(n);
    if (begin < 0 || begin > end || end > size || (end - begin) % length != 0) {  // [ONNX-GRAPH-6]
      return Error("ONNX-GRAPH-6", "ngram_counts does not divide pool_int64s into n-grams");
    }
    for (int64_t at = begin; at < end; at += length)
      pool.emplace_back(numbers.begin() + at, numbers.begin() + at + length);
  }
  return pool;
}

}  // namespace

// Only n-grams whose length is in the given range count.
Lowered lower_tf_idf_vectorizer(NodeLowering& node) {
  const std::string mode = TRY(node.attributes.choice("mode", {"TF", "IDF", "TFIDF"}));
  const int64_t least = TRY(node.attributes.integer("min_gram_length"));
  const int64_t most = TRY(node.attributes.integer("max_gram_length"));
  const std::vector<int64_t> numbers = TRY(node.attributes.integers("pool_int64s"));
  ops::CountNgrams options{.pool = TRY(read_pool(numbers, TRY(node.attributes.integers("ngram_counts"))))};
  options.columns = TRY(node.attributes.integers("ngram_indexes"));
  options.most_skipped = TRY(node.attributes.integer("max_skip_count"));
  options.once = mode == "IDF";
  const size_t count = options.pool.size();
  const std::vector<double> weights = TRY(node.attributes.reals("weights", std::vector<double>(count, 1)));
  const bool in_range = std::all_of(options.columns.begin(), options.columns.end(),
                                    [](int64_t column) { return column >= 0 && column < 1 << 30; });
  if (least < 1 || most < least || options.most_skipped < 0 || options.columns.size() != count ||
      weights.size() != count || !in_range) {  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6",
                 "an attribute of TfIdfVectorizer is out of its range, or has another length than the pool");
  }
  for (std::vector<int64_t>& ngram : options.pool) {
    if (std::ssize(ngram) < least || std::ssize(ngram) > most) ngram.clear();
  }
  if (mode != "TF") options.weights = weights;
  return one(node.apply(ops::make_count_ngrams(options), {node.in(0)}));
}

// The positions along the last axis, in row-major order. A list of data is a row.
Lowered lower_array_feature_extractor(NodeLowering& node) {
  Formula f(node);
  const int64_t rank = f.rank(f.in(0));
  const Term x = rank == 1 ? unsqueeze(f.in(0), {0}) : f.in(0);
  return f.lowered({gather(x, reshape(f.in(1), {-1}), -1)});
}

// 1 above the threshold, else 0.
Lowered lower_binarizer(NodeLowering& node) {
  Formula f(node);
  const Term x = f.in(0), above = is_above(x, TRY(node.attributes.real("threshold", 0)));  // [ONNX-GRAPH-12]
  return f.lowered({where(above, f.number(x, 1), f.number(x, 0))});
}

// Triangles whose corners are equally far from each other in mels, 2595 log10(1 + f / 700). In f64.
Lowered lower_mel_weight_matrix(NodeLowering& node) {
  const ElementType type = TRY(element_type_of(TRY(node.attributes.integer("output_datatype", 1))));
  Formula f(node);
  const auto real = [&](double value) { return f.number(kReal, value); };
  const auto scalar = [&](size_t k, ElementType as) { return cast(as_scalar(f.in(k)), as); };
  const auto mel = [&](Term hertz) {
    return real(2595) * log(real(1) + hertz / real(700)) / real(std::numbers::ln10);
  };
  const Term bands = scalar(0, ElementType::kI64), length = scalar(1, ElementType::kI64);
  const Term low = mel(scalar(3, kReal)), high = mel(scalar(4, kReal));
  const Term corners = bands + f.integer(2);
  const Term step = (high - low) / cast(corners, kReal);
  const Term mels = cast(count_to(corners), kReal) * step + low;
  const Term hertz = real(700) * (exp(mels / real(2595) * real(std::numbers::ln10)) - real(1));
  const Term bins = floor(cast(length + f.integer(1), kReal) * hertz / scalar(2, kReal));
  const auto from = [&](int64_t first) { return slice(bins, f.integer(first), bands + f.integer(first), 0); };
  const Term left = from(0), center = from(1), right = from(2);
  const Term bin = unsqueeze(cast(count_to(length / f.integer(2) + f.integer(1)), kReal), {1});
  const Term zero = real(0), one = real(1);
  const Term rising =
      where(both(less_equal(left, bin), less_equal(bin, center)), (bin - left) / (center - left), zero);
  const Term upper = where(equal(left, center), where(equal(bin, center), one, zero), rising);
  const Term falls = both(less_equal(center, bin), less(bin, right));
  return f.lowered({cast(where(falls, (right - bin) / (right - center), upper), type)});
}

}  // namespace backedge::onnx
