#include <gtest/gtest.h>

#include "interpreter/elements/cpu_kernel.h"
#include "interpreter/elements/restride_dim.h"
#include "interpreter/elements/tensor_iterator_config.h"

// The fragments of "PyTorch TensorIterator Internals", each in as many lines as in the text.
namespace backedge {
namespace {

// "Basics of TensorIterator": 5 lines.
TEST(Text, BuildsAnIterator) {
  Tensor out = Tensor::zeros(ElementType::kF32, {2, 3});
  const Tensor a = Tensor::of<float>({2, 1}, {1, 2}), b = Tensor::of<float>({3}, {10, 20, 30});
  // clang-format off
  auto config = TensorIteratorConfig();
  config.add_output(out);
  config.add_input(a);
  config.add_input(b);
  auto iter = config.build().value();
  // clang-format on
  EXPECT_EQ(iter.shape(), (Shape{2, 3}));
  EXPECT_EQ(iter.noutputs(), 1);
  EXPECT_EQ(iter.ninputs(), 2);
  EXPECT_TRUE(cpu_kernel(iter, [](float x, float y) -> float { return x + y; }).ok());
  EXPECT_TRUE(out.same_bits(Tensor::of<float>({2, 3}, {11, 21, 31, 12, 22, 32})));
}

// "Iteration details": 6 lines for the iterator, 11 for the loop and its call.
TEST(Text, AccumulatesInPlace) {
  Tensor out = Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor in = Tensor::of<float>({2, 3}, {10, 20, 30, 40, 50, 60});
  const StridedTensor a = StridedTensor(in);
  // clang-format off
  auto config = TensorIteratorConfig();
  config.add_output(out);
  config.add_input(a);
  config.resize_outputs(false);  // call if out is allocated.
  config.check_all_same_dtype(false);  // call if inputs/outputs are of a different type.
  auto iter = config.build().value();
  auto loop = [&](char **data, const int64_t* strides, int64_t n) {
    auto * out_data_bytes = data[0];
    auto * in_data_bytes = data[1];
    // assume float data type for this example.
    for (int i = 0; i < n; i++) {
      *reinterpret_cast<float*>(out_data_bytes) +=
        *reinterpret_cast<float*>(in_data_bytes);
      out_data_bytes += strides[0];
      in_data_bytes += strides[1];
    }
  };
  iter.for_each(loop);
  // clang-format on
  EXPECT_TRUE(out.same_bits(Tensor::of<float>({2, 3}, {11, 22, 33, 44, 55, 66})));
}

// The same lines over a strided pair: columns of one tensor, and a transposed input.
TEST(Text, AccumulatesAStridedPair) {
  Tensor out = Tensor::of<float>({3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  const Tensor in = Tensor::of<float>({2, 3}, {100, 200, 300, 400, 500, 600});
  const StridedTensor whole = StridedTensor::writable(out);
  const StridedTensor columns = whole.seen_as(whole.layout().sliced(1, 1, 2, 2));
  const StridedTensor a(in);
  auto iter = TensorIteratorConfig()
                  .add_output(columns)
                  .add_input(a.seen_as(a.layout().permuted(std::array<int64_t, 2>{1, 0})))
                  .resize_outputs(false)
                  .check_all_same_dtype(false)
                  .build()
                  .value();
  iter.for_each([&](char** data, const int64_t* strides, int64_t n) {
    for (int64_t i = 0; i < n; ++i) {
      *reinterpret_cast<float*>(data[0] + i * strides[0]) +=
          *reinterpret_cast<float*>(data[1] + i * strides[1]);
    }
  });
  EXPECT_TRUE(out.same_bits(Tensor::of<float>({3, 4}, {0, 101, 2, 403, 4, 205, 6, 507, 8, 309, 10, 611})));
}

// "Using kernels for iterations": 8 lines.
TEST(Text, AddsWithAKernel) {
  const Tensor a_tensor = Tensor::of<float>({2, 1}, {1, 2});
  const Tensor b_tensor = Tensor::of<float>({3}, {10, 20, 30});
  Tensor c_tensor = Tensor::zeros(ElementType::kF32, {2, 3});
  // clang-format off
  TensorIteratorConfig config;
  config.add_input(a_tensor);
  config.add_input(b_tensor);
  config.add_output(c_tensor);
  auto iter = config.build().value();
  cpu_kernel(iter, [] (float a, float b) -> float {
    return a + b;
  }).value();
  // clang-format on
  EXPECT_TRUE(c_tensor.same_bits(Tensor::of<float>({2, 3}, {11, 21, 31, 12, 22, 32})));
}

Tensor cumulative_sum(const Tensor& input, int64_t dim) {
  Tensor output = Tensor::zeros(input.type(), input.shape());
  const StridedTensor self = input, result = StridedTensor::writable(output);
  // clang-format off
  // "Setting tensor iteration dimensions": 10 lines.
  auto self_sizes = ensure_nonempty(self.shape());
  self_sizes[dim] = 1;
  auto result_restrided = restride_dim(result, dim, self_sizes).value();
  auto self_restrided = restride_dim(self, dim, self_sizes).value();
  auto config = TensorIteratorConfig();
  config.check_all_same_dtype(false);
  config.resize_outputs(false);
  config.add_output(result_restrided);
  config.add_input(self_restrided);
  auto iter = config.build().value();
  // clang-format on
  const int64_t count = ensure_nonempty(self.shape())[dim];
  const int64_t step = self.shape().rank() == 0 ? 0 : self.strides()[dim];
  iter.for_each([&](char** data, const int64_t* strides, int64_t n) {
    for (int64_t i = 0; i < n; ++i) {
      auto* const to = reinterpret_cast<int32_t*>(data[0] + i * strides[0]);
      const auto* const from = reinterpret_cast<const int32_t*>(data[1] + i * strides[1]);
      int32_t sum = 0;
      for (int64_t j = 0; j < count; ++j) to[j * step] = sum += from[j * step];
    }
  });
  return output;
}

TEST(Text, SumsAlongAChosenDimension) {
  const Tensor x = Tensor::of<int32_t>({2, 3, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  EXPECT_TRUE(cumulative_sum(x, 0).same_bits(
      Tensor::of<int32_t>({2, 3, 2}, {1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18})));
  EXPECT_TRUE(cumulative_sum(x, 1).same_bits(
      Tensor::of<int32_t>({2, 3, 2}, {1, 2, 4, 6, 9, 12, 7, 8, 16, 18, 27, 30})));
  EXPECT_TRUE(cumulative_sum(x, 2).same_bits(
      Tensor::of<int32_t>({2, 3, 2}, {1, 3, 3, 7, 5, 11, 7, 15, 9, 19, 11, 23})));
  EXPECT_TRUE(cumulative_sum(Tensor::scalar<int32_t>(7), 0).same_bits(Tensor::scalar<int32_t>(7)));
}

}  // namespace
}  // namespace backedge
