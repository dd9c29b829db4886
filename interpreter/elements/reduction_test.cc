#include <gtest/gtest.h>

#include <mutex>
#include <set>
#include <thread>

#include "interpreter/elements/cpu_kernel.h"
#include "interpreter/elements/tensor_iterator_config.h"

namespace backedge {
namespace {

Result<void> add_up(const TensorIteratorConfig& config, const ForEach& how = {}) {
  const auto add = [](float total, float x) { return total + x; };
  return cpu_reduce_kernel(
      config.build().value(), 0.0f, add, [](float total) { return total; }, how);
}

Tensor sum(const StridedTensor& in, const Shape& shape, const ForEach& how = {}) {
  Tensor out = Tensor::zeros(ElementType::kF32, shape);
  std::fill_n(out.writable<float>(), out.count(), -1.0f);  // before it is written
  EXPECT_TRUE(add_up(TensorIteratorConfig::reduce_op(StridedTensor::writable(out), in), how).ok());
  return out;
}

TEST(Reduction, ReducesWhereTheOutputStays) {
  const Tensor x = Tensor::of<float>({2, 3}, {1, 2, 3, 40, 50, 60});
  EXPECT_TRUE(sum(x, {2, 1}).same_bits(Tensor::of<float>({2, 1}, {6, 150})));
  EXPECT_TRUE(sum(x, {1, 3}).same_bits(Tensor::of<float>({1, 3}, {41, 52, 63})));
  EXPECT_TRUE(sum(x, {3}).same_bits(Tensor::of<float>({3}, {41, 52, 63})));
  EXPECT_TRUE(sum(x, {}).same_bits(Tensor::of<float>({}, {156})));
  EXPECT_TRUE(sum(x, {2, 3}).same_bits(x));
  const Tensor cube = Tensor::of<float>({2, 2, 2}, {1, 2, 30, 40, 5, 6, 70, 80});
  EXPECT_TRUE(sum(cube, {1, 2, 1}).same_bits(Tensor::of<float>({1, 2, 1}, {14, 220})));
  EXPECT_TRUE(sum(cube, {2, 1, 2}).same_bits(Tensor::of<float>({2, 1, 2}, {31, 42, 75, 86})));
  EXPECT_TRUE(
      sum(Tensor::zeros(ElementType::kF32, {2, 0}), {2, 1}).same_bits(Tensor::of<float>({2, 1}, {0, 0})));
}

TEST(Reduction, OutputsOfAnyStrides) {
  const Tensor x = Tensor::of<float>({2, 3}, {1, 2, 3, 40, 50, 60});
  Tensor sums = Tensor::zeros(ElementType::kF32, {2});
  const StridedTensor rows = StridedTensor::writable(sums).seen_as({{2, 3}, {{1, 0}}});
  ASSERT_TRUE(add_up(TensorIteratorConfig::reduce_op(rows, x)).ok());
  EXPECT_TRUE(sums.same_bits(Tensor::of<float>({2}, {6, 150})));
  Tensor columns = Tensor::zeros(ElementType::kF32, {1, 3});
  ASSERT_TRUE(
      add_up(
          TensorIteratorConfig::reduce_op(StridedTensor::writable(columns), x).enforce_linear_iteration(true))
          .ok());
  EXPECT_TRUE(columns.same_bits(Tensor::of<float>({1, 3}, {41, 52, 63})));
}

TEST(Reduction, TypesOfTheOperands) {
  const Tensor x = Tensor::of<float>({3}, {0.5, 1, 2}), flags = Tensor::of<bool>({3}, {true, false, true});
  Tensor count = Tensor::zeros(ElementType::kI64, {}), real = Tensor::zeros(ElementType::kF64, {});
  const auto counts = TensorIteratorConfig::reduce_op(StridedTensor::writable(count), flags);
  const auto add = [](int64_t total, bool flag) { return total + flag; };
  EXPECT_TRUE(
      cpu_reduce_kernel(counts.build().value(), int64_t{0}, add, [](int64_t total) { return total; }).ok());
  EXPECT_TRUE(count.same_bits(Tensor::scalar(int64_t{2})));
  EXPECT_EQ(add_up(counts).error().rule(), "ELEM-18");
  const auto cast = TensorIteratorConfig::reduce_op(StridedTensor::writable(real), x);
  EXPECT_TRUE(add_up(TensorIteratorConfig(cast).cast_common_dtype_to_outputs(true)).ok());
  EXPECT_TRUE(real.same_bits(Tensor::scalar(3.5)));
}

TEST(Reduction, ReducedDimensionsAreInside) {
  const Tensor x = Tensor::zeros(ElementType::kF32, {2, 3});
  Tensor out = Tensor::zeros(ElementType::kF32, {1, 3});
  const auto order = [&](TensorIteratorConfig config) { return config.build().value().order(); };
  EXPECT_EQ(order(TensorIteratorConfig::reduce_op(StridedTensor::writable(out), x)),
            (std::vector<int64_t>{0, 1}));
  EXPECT_EQ(order(TensorIteratorConfig::reduce_op(StridedTensor::writable(out), x)
                      .is_reduction(false)
                      .resize_outputs(true)),
            (std::vector<int64_t>{1, 0}));
  Tensor rows = Tensor::zeros(ElementType::kF32, {2, 1});
  EXPECT_EQ(order(TensorIteratorConfig::reduce_op(StridedTensor::writable(rows), x)),
            (std::vector<int64_t>{1, 0}));
  // Only outputs say so: the first input is repeated along axis 1, which is outside axis 2.
  Tensor planes = Tensor::zeros(ElementType::kF32, {2, 1, 1});
  EXPECT_EQ(order(TensorIteratorConfig::reduce_op(StridedTensor::writable(planes),
                                                  Tensor::zeros(ElementType::kF32, {2, 1, 4}))
                      .add_input(Tensor::zeros(ElementType::kF32, {2, 3, 4}))),
            (std::vector<int64_t>{2, 1, 0}));
}

TEST(Reduction, SumsInTheOrderOfTheWalk) {
  const float big = 1 << 24;  // big + 1 is rounded to big
  const Tensor x = Tensor::of<float>({2, 2}, {1, big, 1, -big});
  EXPECT_TRUE(sum(x, {}).same_bits(Tensor::scalar(((1 + big) + 1) - big)));
  const StridedTensor whole = x;
  const StridedTensor transposed = whole.seen_as(whole.layout().permuted(std::array<int64_t, 2>{1, 0}));
  EXPECT_TRUE(sum(transposed, {}).same_bits(Tensor::scalar(((1 + big) + 1) - big)));
  EXPECT_TRUE(sum(x, {1, 2}).same_bits(Tensor::of<float>({1, 2}, {2, 0})));
}

TEST(Reduction, ParallelPiecesGiveTheSameBits) {
  Tensor x = Tensor::zeros(ElementType::kF32, {70, 9, 11});
  for (int64_t i = 0; i < x.count(); ++i) x.writable<float>()[i] = 1.0f / static_cast<float>(3 * i + 1);
  for (const Shape& shape : {Shape{70, 1, 11}, Shape{70, 1, 1}, Shape{1, 9, 11}, Shape{1, 1, 1}}) {
    const Tensor serial = sum(x, shape, {.threads = 1});
    EXPECT_TRUE(sum(x, shape, {.grain_size = 100, .threads = 3}).same_bits(serial)) << shape.text();
    Deadline endless;
    EXPECT_TRUE(sum(x, shape, {.grain_size = 100, .threads = 3, .deadline = &endless}).same_bits(serial));
  }
}

/// The number of threads that reduce `in`, of at most 2.
size_t threads_used(const std::vector<StridedTensor>& outputs, const StridedTensor& in,
                    int64_t grain_size = 1) {
  TensorIteratorConfig config;
  for (const StridedTensor& output : outputs) config.add_output(output);
  const TensorIterator iterator =
      config.check_mem_overlap(false).resize_outputs(false).is_reduction(true).add_input(in).build().value();
  std::mutex mutex;
  std::set<std::thread::id> threads;
  const auto note = [&](const TensorIterator&) {
    const std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
  };
  iterator.foreach_reduced_elt(note, {.grain_size = grain_size, .threads = 2});
  return threads.size();
}

TEST(Reduction, DoubtfulReductionsAreSerial) {
  Tensor memory = Tensor::zeros(ElementType::kF32, {16});
  const StridedTensor whole = StridedTensor::writable(memory);
  const auto part = [&](int64_t first, int64_t rows, int64_t columns) {
    return whole.seen_as({{rows, columns}, {{columns, 1}}, first});
  };
  EXPECT_EQ(threads_used({part(8, 4, 1)}, part(0, 4, 2)), 2u);
  EXPECT_EQ(threads_used({part(7, 4, 1)}, part(0, 4, 2)), 1u);  // the first output is the last input
  EXPECT_EQ(threads_used({part(0, 4, 2)}, part(0, 4, 2)), 1u);
  EXPECT_EQ(threads_used({part(8, 4, 1), part(12, 4, 1)}, part(0, 4, 2)), 1u);
  EXPECT_EQ(threads_used({part(8, 1, 1)}, part(0, 4, 2)), 1u);
  EXPECT_EQ(threads_used({part(8, 4, 1)}, whole.seen_as({{4, 2}, {{0, 1}}})), 2u);
  EXPECT_EQ(
      threads_used({whole.seen_as({{2, 2, 1}, {{1, 1, 1}}, 8})}, whole.seen_as({{2, 2, 2}, {{4, 2, 1}}})),
      1u);
}

TEST(Reduction, IsSplitAboveTheGrainSize) {
  Tensor memory = Tensor::zeros(ElementType::kF32, {16});
  const StridedTensor whole = StridedTensor::writable(memory);
  const StridedTensor in = whole.seen_as({{4, 2}, {{2, 1}}}), out = whole.seen_as({{4, 1}, {{1, 1}}, 8});
  EXPECT_EQ(threads_used({out}, in, 4), 2u);
  EXPECT_EQ(threads_used({out}, in, 7), 2u);
  EXPECT_EQ(threads_used({out}, in, 8), 1u);
}

/// How often a reduction of [rows, columns] along axis 1 calls its function if no time is left.
int64_t calls_without_time(int64_t rows, int64_t columns) {
  Tensor out = Tensor::zeros(ElementType::kI8, {rows, 1});
  const TensorIterator iterator =
      TensorIteratorConfig::reduce_op(StridedTensor::writable(out),
                                      Tensor::zeros(ElementType::kI8, {rows, columns}))
          .build()
          .value();
  int64_t calls = 0, calls_with_time = 0;
  Deadline over(0);
  iterator.foreach_reduced_elt([&](const TensorIterator&) { ++calls; }, {.threads = 1, .deadline = &over});
  EXPECT_TRUE(over.over());
  iterator.foreach_reduced_elt([&](const TensorIterator&) { ++calls_with_time; }, {.threads = 1});
  EXPECT_EQ(calls_with_time, rows);
  return calls;
}

TEST(Reduction, StopsWhenTheTimeIsOver) {
  constexpr int64_t kMost = Deadline::kWorkBetweenLooks;
  EXPECT_EQ(calls_without_time(3, kMost), 1);
  EXPECT_EQ(calls_without_time(3 * kMost, 1), kMost);
  EXPECT_EQ(calls_without_time(3 * kMost, 0), kMost);  // an empty one is work too
}

}  // namespace
}  // namespace backedge
