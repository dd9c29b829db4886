#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/ctc.h"
#include "interpreter/ops/einsum.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/grid_sample.h"
#include "interpreter/ops/matmul.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/ngrams.h"
#include "interpreter/ops/normalizations.h"
#include "interpreter/ops/pooling.h"
#include "interpreter/ops/promote_types.h"
#include "interpreter/ops/testing/digests.h"

/// More of digest_test.cc: products, means, conversions, and operations that decide what to write.
namespace backedge::ops {
namespace {

using testing::Digests;
using testing::draw;
using testing::Kind;
using testing::list;

/// These whole numbers in another type.
Tensor numbers_of(ElementType type, const Shape& shape, const std::vector<int64_t>& numbers) {
  const Tensor whole = Tensor::of<int64_t>(shape, std::span<const int64_t>(numbers));
  return testing::run_one(make_convert(type), {whole});
}

TEST_F(Digests, OfProducts) {
  const auto add_einsum = [this](std::string_view equation, const std::vector<Shape>& shapes) {
    for (const Kind kind : {Kind::kBits, Kind::kSmall}) {
      add(make_einsum(parse_equation(equation).value()), [=](ElementType of) {
        std::vector<Tensor> all;
        for (const Shape& shape : shapes) all.push_back(draw(of, shape, kind, all.size()));
        return all;
      });
    }
  };
  add_einsum("iji->j", {{17, 5, 17}});
  add_einsum("abc,cd->da", {{3, 4, 19}, {19, 6}});
  add_einsum("ij,jk,kl->il", {{5, 18}, {18, 7}, {7, 3}});
  expect("Einsum", 0x2e6c0d3e8f39329c);
  for (const Kind kind : {Kind::kBits, Kind::kSmall}) {
    for (const bool flag : {false, true}) {
      add(make_cum_prod({.exclusive = flag, .reverse = flag}), [=](ElementType of) -> std::vector<Tensor> {
        return {draw(of, {25, 20}, kind), Tensor::scalar<int64_t>(1)};
      });
    }
  }
  expect("CumProd", 0x874d56bd36753540);
  for (const int64_t size : {1, 2, 7}) {
    add(make_determinant(), [=](ElementType of) -> std::vector<Tensor> {
      return {draw(of, {5, size, size}, Kind::kSmall)};
    });
  }
  expect("Det", 0xa9f941db65b35707);
  using enum Reduction;
  for (const Reduction reduction : {kNone, kSum, kSubtract, kProduct, kMin, kMax}) {
    for (const Kind kind : {Kind::kBits, Kind::kSmall}) {
      add(make_scatter_nd_update({.reduction = reduction}), [=](ElementType of) -> std::vector<Tensor> {
        return {draw(of, {5, 20}, kind), numbers_of(ElementType::kI64, {9, 1}, {3, 0, 3, 1, 3, 0, 4, 4, 3}),
                draw(of, {9, 20}, kind, 1)};
      });
    }
  }
  expect("ScatterNDUpdate", 0x0562ae272ea8779c);
}

TEST_F(Digests, OfMeans) {
  for (const Kind kind : {Kind::kBits, Kind::kSmall}) {
    const auto image = [kind](ElementType of) -> std::vector<Tensor> {
      return {draw(of, {2, 6, 7, 5}, kind)};
    };
    const auto sized = [kind](ElementType of) -> std::vector<Tensor> {
      return {draw(of, {2, 6, 7, 5}, kind), list({3, 4})};
    };
    add(make_adaptive_avg_pool(), sized);
    add(make_adaptive_max_pool({}), sized, 2);
    add(make_grn(0.1), image);
    add(make_mvn_along({.epsilon = 0.1}, {1, 3}), image);
    add(make_mvn_from({.epsilon = 0.1, .inside_root = false}, 2), image);
  }
  expect("adaptive pools, GRN and MVN", 0x1353b4da248fd027);
  using enum GridSample::Mode;
  for (const auto mode : {kNearest, kLinear}) {
    add(make_volumetric_grid_sample({.mode = mode}), [](ElementType of) -> std::vector<Tensor> {
      return {draw(of, {2, 3, 4, 5, 6}, Kind::kSmall),
              draw(ElementType::kF32, {2, 3, 4, 2, 3}, Kind::kSmall, 1)};
    });
  }
  expect("GridSample of volumes", 0xf3320ce9cfce9e06);
}

TEST_F(Digests, OfMoreConversions) {
  for (size_t k = 0; k <= static_cast<size_t>(ElementType::kF64); ++k) {
    const auto type = static_cast<ElementType>(k);
    add(make_bit_cast(type),
        [](ElementType of) -> std::vector<Tensor> { return {draw(of, {500}, Kind::kBits)}; });
    const auto pair = [type](ElementType of) -> std::vector<Tensor> {
      return {draw(of, {500}, Kind::kBits), draw(type, {500}, Kind::kBits, 1)};
    };
    add(make_convert_like(), pair);
    add(make_convert_promote_types({.safe = false}), pair, 2);
    if (type == ElementType::kBoolean) continue;
    add(make_eye(type), [](ElementType) -> std::vector<Tensor> {
      return {Tensor::scalar<int64_t>(4), Tensor::scalar<int64_t>(6), Tensor::scalar<int64_t>(-1)};
    });
  }
  expect("BitCast, ConvertLike, ConvertPromoteTypes and Eye", 0xf19c82369667e6bf);
}

TEST_F(Digests, OfDecisions) {
  for (const bool merges : {false, true}) {
    add(make_ctc_greedy_decoder(merges), [](ElementType of) -> std::vector<Tensor> {
      return {draw(of, {40, 2, 4}, Kind::kBits), draw(of, {40, 2}, Kind::kSmall, 1)};
    });
    add(
        make_ctc_greedy_decoder_seq_len({.merges_repeated = merges}),
        [](ElementType of) -> std::vector<Tensor> {
          return {draw(of, {2, 40, 4}, Kind::kBits), list({40, 33})};
        },
        2);
  }
  expect("CTC decoders", 0x8db42ef9248c03a3);
  add(make_non_zero(ElementType::kI64), [](ElementType of) -> std::vector<Tensor> {
    return {draw(of, {20, 25}, Kind::kBits)};
  });
  expect("NonZero", 0x7bc44e730acf931b);
  add(make_gather_tree(), [](ElementType of) -> std::vector<Tensor> {
    return {numbers_of(of, {4, 1, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0}),
            numbers_of(of, {4, 1, 3}, {0, 1, 2, 1, 0, 2, 2, 2, 1, 0, 1, 0}), numbers_of(of, {1}, {3}),
            numbers_of(of, {}, {8})};
  });
  expect("GatherTree", 0x51e947c2482e84ac);
  add(make_count_ngrams(
          {.pool = {{1}, {1, 2}, {2, 2}}, .columns = {0, 2, 3}, .weights = {0.3, 1.7, 2}, .most_skipped = 1}),
      [](ElementType of) -> std::vector<Tensor> {
        return {numbers_of(of, {2, 6}, {1, 2, 2, 1, 0, 2, 2, 1, 2, 2, 2, 1})};
      });
  expect("TfIdfVectorizer", 0xfa24b81bbd23e6fc);
}

}  // namespace
}  // namespace backedge::ops
