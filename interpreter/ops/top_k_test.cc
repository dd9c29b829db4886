#include "interpreter/ops/top_k.h"

#include <bit>
#include <limits>

#include "interpreter/ops/testing.h"

namespace backedge {
namespace {

using testing::rule_of;
using testing::run;
using testing::same;

using Written = std::initializer_list<std::pair<std::string, std::string>>;

Result<Operation> made(Written written, int64_t version = 11) {
  Attributes attributes = testing::attributes(written);
  return make_top_k(attributes, version, 2);
}

Operation top_k(const char* mode, const char* sort, const char* axis = "0", int64_t version = 3) {
  return made({{"axis", axis}, {"mode", mode}, {"sort", sort}}, version).value();
}

template <class T>
Tensor vector(std::initializer_list<T> values) {
  return Tensor::of<T>({static_cast<int64_t>(values.size())}, values);
}

template <class T>
void expect(const Operation& operation, const Tensor& data, int64_t k, std::initializer_list<T> values,
            std::initializer_list<int32_t> indices) {
  const Result<std::vector<Tensor>> results = run(operation, {data, Tensor::scalar<int64_t>(k)}, 2);
  ASSERT_TRUE(results.ok()) << results.error().text();
  EXPECT_TRUE(same(results.value()[0], vector(values)));
  EXPECT_TRUE(same(results.value()[1], vector(indices)));
}

TEST(TopK, ModesAndOrders) {
  const Tensor data = vector<int32_t>({5, 3, 1, 2, 5, 5});
  expect<int32_t>(top_k("max", "value"), data, 4, {5, 5, 5, 3}, {0, 4, 5, 1});
  expect<int32_t>(top_k("max", "index"), data, 4, {5, 3, 5, 5}, {0, 1, 4, 5});
  expect<int32_t>(top_k("max", "none"), data, 2, {5, 5}, {0, 4});
  expect<int32_t>(top_k("min", "value"), data, 4, {1, 2, 3, 5}, {2, 3, 1, 0});
  expect<int32_t>(top_k("min", "index"), data, 4, {5, 3, 1, 2},
                  {0, 1, 2, 3});  // the page's one stable answer
  expect<int32_t>(top_k("max", "value"), data, 6, {5, 5, 5, 3, 2, 1}, {0, 4, 5, 1, 3, 2});
  expect<int32_t>(top_k("max", "value"), data, 0, {}, {});
}

TEST(TopK, NanIsLeastAndZerosAreEqual) {
  const float infinity = std::numeric_limits<float>::infinity(), nan = std::bit_cast<float>(0xffc12345u);
  const Tensor data = vector({nan, 1.0f, -infinity, nan});
  expect<float>(top_k("max", "value"), data, 4, {1.0f, -infinity, nan, nan}, {1, 2, 0, 3});
  expect<float>(top_k("min", "value"), data, 3, {nan, nan, -infinity}, {0, 3, 2});
  expect<float>(top_k("max", "value"), vector({-0.0f, 0.0f}), 1, {-0.0f}, {0});
  expect<float>(top_k("min", "value"), vector({0.0f, -0.0f}), 1, {0.0f}, {0});
}

TEST(TopK, AxisAndIndexType) {
  const Tensor data = Tensor::of<uint8_t>({2, 3, 2}, {1, 6, 2, 5, 3, 4, 9, 7, 8, 8, 7, 9});
  const Operation op = made({{"axis", "-2"},
                             {"mode", "max"},
                             {"sort", "value"},
                             {"stable", "true"},
                             {"index_element_type", "i64"}})
                           .value();
  const std::vector<Tensor> results = run(op, {data, Tensor::scalar<uint8_t>(2)}, 2).value();
  EXPECT_TRUE(same(results[0], Tensor::of<uint8_t>({2, 2, 2}, {3, 6, 2, 5, 9, 9, 8, 8})));
  EXPECT_TRUE(same(results[1], Tensor::of<int64_t>({2, 2, 2}, {2, 0, 1, 1, 0, 2, 1, 1})));
}

TEST(TopK, Rejects) {
  const Tensor data = vector({1.0f, 2.0f}), one = Tensor::scalar<int32_t>(1);
  const auto rule = [&](const Operation& op, const Tensor& values, const Tensor& k) {
    return rule_of(op, {values, k}, 2);
  };
  EXPECT_EQ(rule(top_k("max", "value"), data, Tensor::scalar<int32_t>(3)), "OP-6");
  EXPECT_EQ(rule(top_k("max", "value"), data, Tensor::scalar<int32_t>(-1)), "OP-6");
  EXPECT_EQ(rule(top_k("max", "value"), data, Tensor::scalar<uint64_t>(UINT64_MAX)), "OP-6");
  EXPECT_EQ(rule(top_k("max", "value", "0", 11), data, Tensor::scalar<int32_t>(0)), "OP-6");
  EXPECT_EQ(rule(top_k("max", "value"), data, vector<int32_t>({1})), "OP-5");
  EXPECT_EQ(rule(top_k("max", "value", "1"), data, one), "OP-5");
  EXPECT_EQ(rule(top_k("max", "value"), Tensor::scalar(1.0f), one), "OP-5");
  EXPECT_EQ(rule(top_k("max", "value"), data, Tensor::scalar(1.0f)), "OP-4");
  EXPECT_EQ(rule(top_k("max", "value"), vector({true}), one), "OP-4");
  EXPECT_EQ(made({{"axis", "0"}, {"mode", "most"}, {"sort", "value"}}).error().rule(), "OP-2");
  EXPECT_EQ(made({{"axis", "0"}, {"mode", "max"}}).error().rule(), "OP-2");
  const Written unsigned_indices = {
      {"axis", "0"}, {"mode", "max"}, {"sort", "value"}, {"index_element_type", "u32"}};
  EXPECT_EQ(made(unsigned_indices).error().rule(), "OP-2");
}

}  // namespace
}  // namespace backedge
