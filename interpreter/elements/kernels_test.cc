#include <gtest/gtest.h>

#include <limits>
#include <mutex>
#include <set>
#include <thread>

#include "interpreter/elements/convert_elements.h"
#include "interpreter/elements/cpu_kernel.h"
#include "interpreter/elements/tensor_iterator_config.h"

namespace backedge {
namespace {

const auto kAdd = [](float a, float b) -> float { return a + b; };

TEST(CpuKernel, TypesOfTheOperands) {
  const Tensor real = Tensor::of<float>({2}, {1, 2}), whole = Tensor::of<int32_t>({2}, {1, 2});
  const auto rule = [](TensorIteratorConfig config) {
    const auto run = cpu_kernel(config.check_all_same_dtype(false).build().value(), kAdd);
    return run.ok() ? "" : run.error().rule();
  };
  Tensor out = real, integers = whole;
  EXPECT_EQ(rule(TensorIteratorConfig().add_output(out).add_input(real).add_input(real)), "");
  EXPECT_EQ(rule(TensorIteratorConfig().add_output(out).add_input(real).add_input(whole)), "ELEM-18");
  EXPECT_EQ(rule(TensorIteratorConfig().add_output(integers).add_input(real).add_input(real)), "ELEM-18");
  EXPECT_EQ(rule(TensorIteratorConfig().add_output(out).add_input(real)), "ELEM-18");
  EXPECT_EQ(rule(TensorIteratorConfig().add_output(out).add_input(real).add_input(real).add_input(real)),
            "ELEM-18");
  EXPECT_EQ(rule(TensorIteratorConfig().add_output(out).add_output(out).add_input(real)), "ELEM-18");
}

TEST(CpuKernel, ConvertsToAndFromTheCommonType) {
  const Tensor a = Tensor::of<int32_t>({3}, {1, -2, 16777217}), b = Tensor::of<float>({3}, {0.5f, 0.25f, 0});
  Tensor out = Tensor::zeros(ElementType::kF64, {3});
  const TensorIterator iterator =
      TensorIteratorConfig::binary_op(StridedTensor::writable(out), a, b).build().value();
  ASSERT_TRUE(cpu_kernel(iterator, kAdd).ok());
  EXPECT_TRUE(out.same_bits(Tensor::of<double>({3}, {1.5, -1.75, 16777216})));
}

TEST(CpuKernel, ConvertsAResizedOutput) {
  const Tensor a = Tensor::of<float>({2}, {1.5, 2.5});
  Tensor out = Tensor::zeros(ElementType::kF64, {5});
  const TensorIterator iterator =
      TensorIteratorConfig::binary_op(StridedTensor::writable(out), a, StridedTensor::scalar(0.25))
          .build()
          .value();
  ASSERT_TRUE(cpu_kernel(iterator, kAdd).ok());
  EXPECT_TRUE(iterator.output().to_tensor().same_bits(Tensor::of<double>({2}, {1.75, 2.75})));
}

TEST(CpuKernel, Compares) {
  const Tensor a = Tensor::of<int8_t>({3}, {1, 2, 3});
  const auto compare = [&](const StridedTensor& out) {
    const TensorIterator iterator =
        TensorIteratorConfig::comparison_op(out, a, StridedTensor::scalar(int64_t{2})).build().value();
    if (out.defined()) {
      EXPECT_TRUE(cpu_kernel(iterator, [](int8_t x, int8_t y) -> int8_t { return x < y; }).ok());
    } else {
      EXPECT_TRUE(cpu_kernel(iterator, [](int8_t x, int8_t y) -> bool { return x < y; }).ok());
    }
    return iterator.output().to_tensor();
  };
  EXPECT_TRUE(compare({}).same_bits(Tensor::of<bool>({3}, {true, false, false})));
  Tensor reals = Tensor::zeros(ElementType::kF32, {3});
  EXPECT_TRUE(compare(StridedTensor::writable(reals)).same_bits(Tensor::of<float>({3}, {1, 0, 0})));
}

Tensor sum(const StridedTensor& in, const Shape& shape, const ForEach& how = {}) {
  Tensor out = Tensor::zeros(ElementType::kF32, shape);
  const TensorIterator iterator =
      TensorIteratorConfig::reduce_op(StridedTensor::writable(out), in).build().value();
  const auto add = [](float total, float x) { return total + x; };
  EXPECT_TRUE(cpu_reduce_kernel(
                  iterator, 0.0f, add, [](float total) { return total; }, how)
                  .ok());
  return out;
}

TEST(CpuReduceKernel, ReducesWhereTheOutputStays) {
  const Tensor x = Tensor::of<float>({2, 3}, {1, 2, 3, 40, 50, 60});
  EXPECT_TRUE(sum(x, {2, 1}).same_bits(Tensor::of<float>({2, 1}, {6, 150})));
  EXPECT_TRUE(sum(x, {1, 3}).same_bits(Tensor::of<float>({1, 3}, {41, 52, 63})));
  EXPECT_TRUE(sum(x, {3}).same_bits(Tensor::of<float>({3}, {41, 52, 63})));
  EXPECT_TRUE(sum(x, {}).same_bits(Tensor::of<float>({}, {156})));
  EXPECT_TRUE(sum(x, {2, 3}).same_bits(x));
  const Tensor cube = Tensor::of<float>({2, 2, 2}, {1, 2, 30, 40, 5, 6, 70, 80});
  EXPECT_TRUE(sum(cube, {1, 2, 1}).same_bits(Tensor::of<float>({1, 2, 1}, {14, 220})));
  EXPECT_TRUE(
      sum(Tensor::zeros(ElementType::kF32, {2, 0}), {2, 1}).same_bits(Tensor::of<float>({2, 1}, {0, 0})));
}

TEST(CpuReduceKernel, ReducedDimensionsAreInside) {
  const Tensor x = Tensor::zeros(ElementType::kF32, {2, 3});
  Tensor out = Tensor::zeros(ElementType::kF32, {1, 3});
  const auto order = [&](TensorIteratorConfig config) { return config.build().value().order(); };
  EXPECT_EQ(order(TensorIteratorConfig::reduce_op(StridedTensor::writable(out), x)),
            (std::vector<int64_t>{0, 1}));
  EXPECT_EQ(order(TensorIteratorConfig::reduce_op(StridedTensor::writable(out), x)
                      .is_reduction(false)
                      .resize_outputs(true)),
            (std::vector<int64_t>{1, 0}));
}

TEST(CpuReduceKernel, SumsInTheOrderOfTheWalk) {
  const float big = 1 << 24;  // big + 1 is rounded to big
  const Tensor x = Tensor::of<float>({2, 2}, {1, big, 1, -big});
  EXPECT_TRUE(sum(x, {}).same_bits(Tensor::scalar(((1 + big) + 1) - big)));
  const StridedTensor whole = x;
  const StridedTensor transposed = whole.seen_as(whole.layout().permuted(std::array<int64_t, 2>{1, 0}));
  EXPECT_TRUE(sum(transposed, {}).same_bits(Tensor::scalar(((1 + big) + 1) - big)));
  EXPECT_TRUE(sum(x, {1, 2}).same_bits(Tensor::of<float>({1, 2}, {2, 0})));
}

TEST(CpuReduceKernel, ParallelPiecesGiveTheSameBits) {
  Tensor x = Tensor::zeros(ElementType::kF32, {70, 9, 11});
  for (int64_t i = 0; i < x.count(); ++i) x.writable<float>()[i] = 1.0f / static_cast<float>(3 * i + 1);
  for (const Shape& shape : {Shape{70, 1, 11}, Shape{70, 1, 1}, Shape{1, 9, 11}, Shape{1, 1, 1}}) {
    const Tensor serial = sum(x, shape, {.threads = 1});
    EXPECT_TRUE(sum(x, shape, {.grain_size = 100, .threads = 3}).same_bits(serial)) << shape.text();
    Deadline endless;
    EXPECT_TRUE(sum(x, shape, {.grain_size = 100, .threads = 3, .deadline = &endless}).same_bits(serial));
  }
}

/// The number of threads that reduce the 8 elements of `in`, one at a time.
size_t threads_used(const std::vector<StridedTensor>& outputs, const StridedTensor& in) {
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
  iterator.foreach_reduced_elt(note, {.grain_size = 1, .threads = 2});
  return threads.size();
}

TEST(CpuReduceKernel, DoubtfulReductionsAreSerial) {
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
}

TEST(ConvertElements, BetweenTypesAndStrides) {
  const Tensor reals = Tensor::of<float>({2, 2}, {1.5f, -2.5f, 300, std::numeric_limits<float>::quiet_NaN()});
  Tensor bytes = Tensor::zeros(ElementType::kI8, {2, 2});
  const StridedTensor from = reals, to = StridedTensor::writable(bytes);
  convert_elements(from, to.seen_as(to.layout().permuted(std::array<int64_t, 2>{1, 0})));
  EXPECT_TRUE(bytes.same_bits(Tensor::of<int8_t>({2, 2}, {1, 127, -2, 0})));
}

}  // namespace
}  // namespace backedge
