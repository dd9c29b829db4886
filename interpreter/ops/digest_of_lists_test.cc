#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/attention.h"
#include "interpreter/ops/bags.h"
#include "interpreter/ops/fake_convert.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/random.h"
#include "interpreter/ops/testing/digests.h"
#include "interpreter/ops/types.h"

/// More of digest_test.cc: operations that search lists, reduce rows and attend to them.
namespace backedge::ops {
namespace {

using testing::Digests;
using testing::draw;
using testing::Kind;
using testing::list;

TEST_F(Digests, OfSearches) {
  for (const bool sorted : {false, true}) {
    const auto of_elements = [](ElementType of) -> std::vector<Tensor> {
      return {draw(of, {500}, Kind::kBits)};
    };
    add(make_unique({.sorted = sorted}), of_elements, 4);
    const auto of_columns = [](ElementType of) -> std::vector<Tensor> {
      return {draw(of, {2, 250}, Kind::kBits), Tensor::scalar<int64_t>(1)};
    };
    add(make_unique({.sorted = sorted}), of_columns, 4);
  }
  expect("Unique", 0xef346a941b3ba0c2);
  const auto list_of = [](ElementType of) {
    return testing::run(make_unique(), {draw(of, {300}, Kind::kBits)}, 4).value()[0];
  };
  const auto expect_search = [&](std::string_view name, const auto& make, uint64_t expected) {
    for (const bool behind : {false, true}) {
      add(make({.after_equal = behind}), [&](ElementType of) -> std::vector<Tensor> {
        return {list_of(of),
                name == "Bucketize" ? list_of(ElementType::kF32) : draw(of, {500}, Kind::kBits, 1)};
      });
    }
    expect(name, expected);
  };
  expect_search("SearchSorted", make_search_sorted, 0xc504f869b7cbc180);
  expect_search("Bucketize", make_bucketize, 0x40f2afbac6b22d15);
}

TEST_F(Digests, OfBags) {
  std::vector<int64_t> rows, ids;
  for (int64_t i = 0; i < 60; ++i) {
    rows.push_back(i * i % 25);
    ids.push_back(i / 7 * 2);
  }
  const Tensor indices = list(rows), segments = list(ids), begins = list({0, 1, 1, 7, 30});
  for (const Kind kind : {Kind::kBits, Kind::kSmall}) {
    add(make_segment_max({.lowest = kind == Kind::kBits}), [=](ElementType of) -> std::vector<Tensor> {
      return {draw(of, {60, 20}, kind), segments};
    });
  }
  expect("SegmentMax", 0x40957f0c8ca69b6f);
  for (const Kind kind : {Kind::kBits, Kind::kSmall}) {
    add(make_embedding_bags({.mean = true}), [=](ElementType of) -> std::vector<Tensor> {
      return {draw(of, {25, 20}, kind), indices, begins};
    });
    add(make_embedding_bags(), [=](ElementType of) -> std::vector<Tensor> {
      return {draw(of, {25, 20}, kind), indices, begins, Tensor::scalar<int64_t>(-1),
              draw(of, {60}, kind, 1)};
    });
  }
  expect("EmbeddingBags", 0x323fcf8bfd7c065e);
}

TEST_F(Digests, OfFakeConvert) {
  for (const ElementType narrow : {ElementType::kF8E4M3, ElementType::kF8E5M2}) {
    add(make_fake_convert(narrow), [](ElementType of) -> std::vector<Tensor> {
      return {draw(of, {20, 25}, Kind::kSmall), draw(of, {25}, Kind::kSmall, 1),
              draw(of, {25}, Kind::kSmall, 2)};
    });
  }
  expect("FakeConvert", 0x6bb34aa00fe444c9);
}

TEST_F(Digests, OfRandomUniform) {
  using enum RandomUniform::Generator;
  for (const auto generator : {kPhilox, kMersenneTwister}) {
    for (const ElementType type : {ElementType::kI32, ElementType::kI64, ElementType::kF16,
                                   ElementType::kBF16, ElementType::kF32, ElementType::kF64}) {
      const auto operands = [type](ElementType of) -> std::vector<Tensor> {
        Tensor bounds = Tensor::zeros(type, {2});
        dispatch<Types::kNumeric>(type, [&]<class T>(TypeTag<T>) {
          bounds.writable<T>()[0] = backedge::numbers::convert<T>(int64_t{-3});
          bounds.writable<T>()[1] = backedge::numbers::convert<T>(int64_t{100});
        });
        const int64_t width = size_of(type);
        return {list({of == type ? 1500 : 0}), bounds.view(0, {}), bounds.view(width, {})};
      };
      add(make_random_uniform({.type = type, .global_seed = 7, .op_seed = 9, .generator = generator}),
          operands);
    }
  }
  expect("RandomUniform", 0x0d22fb7f35be3d8f);
}

TEST_F(Digests, OfAttention) {
  for (const Kind kind : {Kind::kBits, Kind::kSmall}) {
    add(make_scaled_dot_product_attention(kind == Kind::kSmall), [=](ElementType of) -> std::vector<Tensor> {
      return {draw(of, {2, 9, 8}, kind), draw(of, {2, 11, 8}, kind, 1), draw(of, {2, 11, 5}, kind, 2)};
    });
  }
  expect("ScaledDotProductAttention", 0x8d5d01693928d117);
}

}  // namespace
}  // namespace backedge::ops
