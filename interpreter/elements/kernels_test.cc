#include <gtest/gtest.h>

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
  EXPECT_EQ(rule(TensorIteratorConfig().add_output(out).add_output(out).add_input(real).add_input(real)),
            "ELEM-18");
}

TEST(CpuKernel, NamesTheTypesThatDoNotFit) {
  const Tensor real = Tensor::of<float>({2}, {1, 2}), whole = Tensor::of<int32_t>({2}, {1, 2});
  const TensorIterator iterator = TensorIteratorConfig()
                                      .check_all_same_dtype(false)
                                      .declare_static_dtype(ElementType::kF32)
                                      .add_output({})
                                      .add_input(whole)
                                      .add_input(real)
                                      .build()
                                      .value();
  EXPECT_EQ(cpu_kernel(iterator, kAdd).error().message(),
            "a kernel for one output and inputs of the types f32, f32, f32 cannot be applied to operands of "
            "the types f32, i32, f32");
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

TEST(CpuKernel, ComparesIntoBooleans) {
  const Tensor a = Tensor::of<int8_t>({3}, {1, 2, 3});
  Tensor out = Tensor::zeros(ElementType::kBoolean, {3});
  const auto iterator =
      TensorIteratorConfig::comparison_op(StridedTensor::writable(out), a, StridedTensor::scalar(int64_t{2}))
          .build()
          .value();
  ASSERT_TRUE(cpu_kernel(iterator, [](int8_t x, int8_t y) -> bool { return x < y; }).ok());
  EXPECT_TRUE(out.same_bits(Tensor::of<bool>({3}, {true, false, false})));
}

}  // namespace
}  // namespace backedge
