#include <gtest/gtest.h>

#include "interpreter/elements/tensor_iterator_config.h"

// The types that a built iterator gives its operands.
namespace backedge {
namespace {

using enum ElementType;

Tensor zeros(const Shape& shape, ElementType type = kF32) { return Tensor::zeros(type, shape); }

std::string rule_of(const TensorIteratorConfig& config) {
  const Result<TensorIterator> built = config.build();
  return built.ok() ? "" : built.error().rule();
}

TEST(BuildTypes, OneTypeUnlessPromoted) {
  Tensor out = zeros({2});
  const auto add = [&](TensorIteratorConfig config) {
    return config.add_input(zeros({2})).add_input(zeros({2}, kI32));
  };
  EXPECT_EQ(rule_of(add(TensorIteratorConfig().add_output(out))), "ELEM-4");
  EXPECT_EQ(rule_of(add(TensorIteratorConfig().add_output(out).check_all_same_dtype(false))), "");
  EXPECT_EQ(rule_of(add(TensorIteratorConfig().add_output({}).check_all_same_dtype(false))), "ELEM-4");
  EXPECT_EQ(
      rule_of(add(
          TensorIteratorConfig().add_output(out).check_all_same_dtype(false).enforce_safe_casting_to_output(
              true))),
      "ELEM-4");
  EXPECT_EQ(rule_of(add(TensorIteratorConfig().add_output(out).cast_common_dtype_to_outputs(true))),
            "ELEM-4");
  Tensor other = zeros({2}, kF64);
  EXPECT_EQ(rule_of(TensorIteratorConfig().add_output(other).add_input(out)), "ELEM-4");
  EXPECT_EQ(rule_of(TensorIteratorConfig().add_output(other).add_output(out).add_input(zeros({2}))),
            "ELEM-4");
  // Only given outputs count.
  EXPECT_EQ(
      rule_of(TensorIteratorConfig().add_output({}).declare_static_dtype(kBoolean).add_input(zeros({2}))),
      "");
}

TEST(BuildTypes, ConversionsSwitchTheCheckOff) {
  Tensor out = zeros({2}, kF64);
  const auto copy = [&] { return TensorIteratorConfig().add_output(out).add_input(zeros({2})); };
  EXPECT_EQ(rule_of(copy().promote_inputs_to_common_dtype(true)), "");
  EXPECT_EQ(rule_of(copy().promote_inputs_to_common_dtype(false)), "ELEM-4");
  EXPECT_EQ(rule_of(copy().cast_common_dtype_to_outputs(true)), "");
  EXPECT_EQ(rule_of(copy().cast_common_dtype_to_outputs(false)), "ELEM-4");
}

TEST(BuildTypes, NamesTheFirstTypeThatDiffers) {
  const auto note_of = [](const TensorIteratorConfig& config) {
    const std::string message = config.build().error().message();
    return message.substr(message.find('\n') + 1);
  };
  Tensor integers = zeros({2}, kI32), reals = zeros({2}), doubles = zeros({2}, kF64);
  EXPECT_EQ(note_of(TensorIteratorConfig().add_output(integers).add_input(zeros({2}))),
            "found i32, expected f32");
  EXPECT_EQ(note_of(TensorIteratorConfig().add_output({}).add_input(zeros({2})).add_input(integers)),
            "found i32, expected f32");
  EXPECT_EQ(note_of(TensorIteratorConfig().resize_outputs(false).add_output(reals).add_output(doubles)),
            "found f64, expected f32");
}

TEST(BuildTypes, NoCommonType) {
  Tensor out = zeros({2}, kI32);
  const TensorIterator unpromoted = TensorIteratorConfig()
                                        .check_all_same_dtype(false)
                                        .add_output(out)
                                        .add_input(zeros({2}))
                                        .add_input(zeros({2}, kI8))
                                        .build()
                                        .value();
  EXPECT_EQ(unpromoted.common_dtype(), std::nullopt);
  EXPECT_EQ(unpromoted.dtype(), kI32);
  EXPECT_EQ(unpromoted.dtype(1), kF32);
  EXPECT_EQ(unpromoted.dtype(2), kI8);
  const TensorIterator no_inputs = TensorIteratorConfig()
                                       .resize_outputs(false)
                                       .promote_inputs_to_common_dtype(true)
                                       .promote_integer_inputs_to_float(true)
                                       .add_output(out)
                                       .build()
                                       .value();
  EXPECT_EQ(no_inputs.common_dtype(), std::nullopt);
}

TEST(BuildTypes, TheCommonType) {
  const auto common = [](const StridedTensor& a, const StridedTensor& b) {
    const TensorIterator built = TensorIteratorConfig::binary_op({}, a, b).build().value();
    EXPECT_EQ(built.dtype(0), built.common_dtype());
    EXPECT_EQ(built.dtype(1), built.common_dtype());
    EXPECT_EQ(built.dtype(2), built.common_dtype());
    return *built.common_dtype();
  };
  const Tensor bytes = zeros({2}, kI8);
  EXPECT_EQ(common(bytes, zeros({}, kI64)), kI8);
  EXPECT_EQ(common(bytes, zeros({1}, kI64)), kI64);
  EXPECT_EQ(common(bytes, StridedTensor::scalar(int64_t{1000})), kI8);
  EXPECT_EQ(common(bytes, StridedTensor::scalar(0.5)), kF32);
  EXPECT_EQ(common(bytes, zeros({}, kF64)), kF64);
  EXPECT_EQ(common(StridedTensor::scalar(0.5), StridedTensor::scalar(0.5)), kF32);
  EXPECT_EQ(common(StridedTensor::scalar(true), StridedTensor::scalar(true)), kBoolean);
  EXPECT_EQ(rule_of(TensorIteratorConfig::binary_op({}, zeros({2}, kU16), bytes)), "ELEM-5");
  const auto divide = [&](ElementType type) {
    return TensorIteratorConfig::binary_op({}, zeros({2}, type), zeros({2}, type))
        .promote_integer_inputs_to_float(true)
        .build();
  };
  EXPECT_EQ(divide(kI64).value().common_dtype(), kF32);
  EXPECT_EQ(divide(kBoolean).value().common_dtype(), kF32);
  EXPECT_EQ(divide(kF16).value().common_dtype(), kF16);
}

TEST(BuildTypes, CastsThatAreSafe) {
  const auto into = [](ElementType out, ElementType in) {
    Tensor output = zeros({2}, out);
    const Tensor input = zeros({2}, in);
    return rule_of(TensorIteratorConfig::binary_op(StridedTensor::writable(output), input, input));
  };
  EXPECT_EQ(into(kF16, kF64), "");
  EXPECT_EQ(into(kU8, kI64), "");
  EXPECT_EQ(into(kI64, kF16), "ELEM-8");
  EXPECT_EQ(into(kBoolean, kU8), "ELEM-8");
}

TEST(BuildTypes, UnaryOperationsKeepTheType) {
  Tensor wide = zeros({2}, kF64), same = zeros({2}, kF32);
  const auto negate = [](Tensor& out) {
    return TensorIteratorConfig::unary_op(StridedTensor::writable(out), zeros({2}, kF32));
  };
  EXPECT_EQ(rule_of(negate(wide)), "ELEM-4");
  EXPECT_EQ(rule_of(negate(same)), "");
}

TEST(BuildTypes, OutputsThatAreConverted) {
  Tensor out = zeros({2}, kF64);
  const TensorIterator given = TensorIteratorConfig()
                                   .cast_common_dtype_to_outputs(true)
                                   .add_output(out)
                                   .add_input(zeros({2}))
                                   .build()
                                   .value();
  EXPECT_EQ(given.dtype(0), kF32);
  EXPECT_EQ(given.output().type(), kF64);
  const TensorIterator allocated =
      TensorIteratorConfig::binary_op({}, zeros({2}), zeros({2})).build().value();
  EXPECT_TRUE(allocated.output().is_same(allocated.tensor(0)));
  // An output that is allocated has the declared type from the start.
  const TensorIterator declared =
      TensorIteratorConfig::binary_op({}, zeros({2}), zeros({2})).declare_static_dtype(kF64).build().value();
  EXPECT_EQ(declared.dtype(0), kF64);
  EXPECT_EQ(declared.common_dtype(), kF32);
}

}  // namespace
}  // namespace backedge
