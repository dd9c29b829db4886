#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "interpreter/ops/operation.h"

/// Helpers for tests of operations.
namespace backedge::testing {

/// The signatures that the operation infers from operands that are known as `operand` says.
template <class MakeOperand>
Result<std::vector<Signature>> infer(const Operation& operation, const std::vector<Tensor>& inputs,
                                     size_t outputs, MakeOperand operand) {
  std::vector<Operand> operands;
  for (size_t k = 0; k < inputs.size(); ++k) operands.push_back(operand(k));
  std::vector<Signature> signatures(outputs);
  TRY(operation.infer(operands, signatures));
  return signatures;
}

/// Expects that a kernel counts at least as much work as it writes elements, so that it stops in time.
/// Lists as short as a shape may be free.
inline void expect_stops(const Operation& operation, const std::vector<const Tensor*>& inputs,
                         const std::vector<Tensor>& outputs) {
  constexpr int64_t kFree = 16;
  const std::shared_ptr<Pool> pool = Pool::make(int64_t{1} << 30);
  std::vector<Tensor> results;
  int64_t elements = 0;
  for (const Tensor& output : outputs) {
    results.push_back(operation.allocates ? Tensor() : pool->allocate(output.type(), output.shape()).value());
    elements += output.count();
  }
  Deadline over(0);
  over.passed(std::max<int64_t>(Deadline::kWorkBetweenLooks - elements, 0));
  EXPECT_TRUE(operation.kernel({inputs, results, *pool, over}).ok());
  EXPECT_TRUE(over.over() || elements <= kFree) << elements << " elements are not counted";
}

/// Infers, allocates and computes, as a run does.
///
/// It also checks that operands of which less is known lead to signatures that admit the true one, or to
/// none, and that the kernel stops when the time is over.
inline Result<std::vector<Tensor>> run(const Operation& operation, const std::vector<Tensor>& inputs,
                                       size_t outputs = 1) {
  const auto shapes_known = [&](size_t k) { return Operand{inputs[k].type(), inputs[k].shape(), nullptr}; };
  const auto all_known = [&](size_t k) { return Operand{inputs[k].type(), inputs[k].shape(), &inputs[k]}; };
  const auto ranks_known = [&](size_t k) {
    PartialShape shape = PartialShape::of_rank(0);
    for (int64_t axis = 0; axis < inputs[k].shape().rank(); ++axis) shape.push_back(Dimension::any());
    return Operand{inputs[k].type(), shape, nullptr};
  };
  const auto types_known = [&](size_t k) { return Operand{inputs[k].type(), PartialShape::any(), nullptr}; };
  const auto as_in_a_run = [&](size_t k) {
    Operand operand = shapes_known(k);
    for (const int64_t input : operation.shaping_inputs) {
      if (input == static_cast<int64_t>(k)) operand.value = &inputs[k];
    }
    return operand;
  };

  const auto expect_admits = [&](auto operand, const char* known, const std::vector<Signature>& found) {
    const Result<std::vector<Signature>> partial = infer(operation, inputs, outputs, operand);
    EXPECT_TRUE(partial.ok()) << known << ": " << (partial.ok() ? "" : partial.error().text());
    for (size_t k = 0; partial.ok() && k < outputs; ++k) {
      EXPECT_EQ(partial.value()[k].type, found[k].type) << known;
      EXPECT_TRUE(partial.value()[k].shape.meets(found[k].shape))
          << known << ": " << partial.value()[k].shape.text() << " for " << found[k].shape.text();
    }
  };
  const auto expect_sound = [&](const std::vector<Signature>& found) {
    for (const Signature& signature : found) CHECK(signature.shape.known());
    expect_admits(as_in_a_run, "as in a run", found);
    expect_admits(all_known, "values known", found);
    expect_admits(shapes_known, "shapes known", found);
    expect_admits(ranks_known, "ranks known", found);
    expect_admits(types_known, "types known", found);
  };
  std::vector<Signature> signatures = TRY(infer(operation, inputs, outputs, as_in_a_run));
  if (!operation.allocates) expect_sound(signatures);

  const std::shared_ptr<Pool> pool = Pool::make(int64_t{1} << 30);
  std::vector<const Tensor*> operands;
  for (const Tensor& input : inputs) operands.push_back(&input);
  std::vector<Tensor> results(outputs);
  for (size_t k = 0; k < outputs && !operation.allocates; ++k)
    results[k] = TRY(pool->allocate(signatures[k].type, signatures[k].shape.shape()));
  Deadline deadline;
  TRY(operation.kernel({operands, results, *pool, deadline}));
  for (size_t k = 0; k < outputs; ++k) signatures[k] = {results[k].type(), results[k].shape()};
  if (operation.allocates) expect_sound(signatures);
  expect_stops(operation, operands, results);
  for (Tensor& result : results) result = result.kept_with(pool);
  return results;
}

/// The outputs of an operation that must succeed.
inline std::vector<Tensor> results_of(const Operation& operation, const std::vector<Tensor>& inputs,
                                      size_t outputs) {
  Result<std::vector<Tensor>> results = run(operation, inputs, outputs);
  if (!results.ok()) ADD_FAILURE() << results.error().text();
  CHECK(results.ok());
  return std::move(results).value();
}

/// The single output of an operation that must succeed.
inline Tensor run_one(const Operation& operation, const std::vector<Tensor>& inputs) {
  return results_of(operation, inputs, 1)[0];
}

/// The rule by which the operation rejects these inputs; "" if it accepts them.
inline std::string rule_of(const Operation& operation, const std::vector<Tensor>& inputs,
                           size_t outputs = 1) {
  const Result<std::vector<Tensor>> results = run(operation, inputs, outputs);
  return results.ok() ? "" : results.error().rule();
}

/// Whether type, shape and bits are equal.
inline ::testing::AssertionResult same(const Tensor& got, const Tensor& expected) {
  if (got.same_bits(expected)) return ::testing::AssertionSuccess();
  auto failure = ::testing::AssertionFailure() << describe(got.type(), got.shape()) << " for "
                                               << describe(expected.type(), expected.shape());
  if (got.type() != expected.type() || !(got.shape() == expected.shape())) return failure;
  dispatch(got.type(), [&]<class T>(TypeTag<T>) {
    for (int64_t i = 0; i < got.count(); ++i) {
      if constexpr (kIsHalf<T>) {
        failure << "\n  " << to_float(got.data<T>()[i]) << " for " << to_float(expected.data<T>()[i]);
      } else {
        failure << "\n  " << +got.data<T>()[i] << " for " << +expected.data<T>()[i];
      }
    }
  });
  return failure;
}

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// A vector.
template <class T>
Tensor of(std::initializer_list<T> values) {
  return Tensor::of<T>({std::ssize(values)}, values);
}

template <class T>
void expect_unary(const Operation& operation, std::initializer_list<T> x, std::initializer_list<T> expected) {
  EXPECT_TRUE(same(run_one(operation, {of<T>(x)}), of<T>(expected)));
}
template <class T>
void expect_class(const Operation& operation, std::initializer_list<T> x,
                  std::initializer_list<bool> expected) {
  EXPECT_TRUE(same(run_one(operation, {of<T>(x)}), of<bool>(expected)));
}
template <class T>
void expect_binary(const Operation& operation, std::initializer_list<T> a, std::initializer_list<T> b,
                   std::initializer_list<T> expected) {
  EXPECT_TRUE(same(run_one(operation, {of<T>(a), of<T>(b)}), of<T>(expected)));
}
template <class T>
void expect_relation(const Operation& operation, std::initializer_list<T> a, std::initializer_list<T> b,
                     std::initializer_list<bool> expected) {
  EXPECT_TRUE(same(run_one(operation, {of<T>(a), of<T>(b)}), of<bool>(expected)));
}

inline Tensor list(const std::vector<int64_t>& values) {
  return Tensor::of<int64_t>({std::ssize(values)}, std::span<const int64_t>(values));
}
inline Tensor scalar(int64_t value) { return Tensor::scalar<int64_t>(value); }

/// A tensor of f32 0, 1, 2, ...
inline Tensor counted(const Shape& shape) {
  Tensor tensor = Tensor::zeros(ElementType::kF32, shape);
  float* const elements = tensor.writable<float>();
  for (int64_t i = 0; i < tensor.count(); ++i) elements[i] = static_cast<float>(i);
  return tensor;
}

inline Tensor floats(const Shape& shape, std::initializer_list<float> values) {
  return Tensor::of<float>(shape, values);
}

/// An operand whose value is not known.
inline Operand unknown(const PartialShape& shape, ElementType type = ElementType::kI64) {
  return {type, shape, nullptr};
}
inline Operand known(const Tensor& value) { return {value.type(), value.shape(), &value}; }

/// A dimension of a size, or between two sizes.
struct Dim {
  Dimension dimension;
  Dim(Dimension known_in_part) : dimension(known_in_part) {}
  Dim(int64_t size) : dimension(Dimension::exactly(size)) {}
  Dim(int64_t least, int64_t most) : dimension{least, most} {}
};
inline Operand data_of(std::initializer_list<Dim> dims) {
  PartialShape shape = Shape();
  for (const Dim& dim : dims) shape.push_back(dim.dimension);
  return {ElementType::kF32, shape, nullptr};
}

/// The shape of the first output as it is known at load, or the rule that the operands break.
inline std::string at_load(const Operation& operation, const std::vector<Operand>& operands,
                           size_t outputs = 1) {
  std::vector<Signature> signatures(outputs);
  const Result<void> inferred = operation.infer(operands, signatures);
  return inferred.ok() ? signatures[0].shape.text() : inferred.error().rule();
}

constexpr Dimension kAny;

}  // namespace backedge::testing
