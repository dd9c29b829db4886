#include "interpreter/ops/convert.h"

#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/map_elements.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/tensor/narrow_types.h"

/// The elements of input 0 converted to another type, as numbers::convert defines it. The same type keeps
/// every bit.
///
/// inputs   a tensor of any type; ConvertLike: and a second one, whose type is the output's
/// returns  a tensor of that type and of the shape of input 0
/// source   OpenVINO's Convert-1, ConvertLike-1
namespace backedge::ops {
namespace {

// A double that rounds to few digits like the value itself.
template <class T>
double real_of(T value) {
  if constexpr (kIsInteger<T> && sizeof(T) == 8) {
    return numbers::round_to_odd(value);
  } else {
    return static_cast<double>(numbers::widen(value));
  }
}

// Elements of an arithmetic type as elements of a narrow one.
void convert_to_narrow(const Tensor& input, Tensor& output, Deadline& deadline) {
  auto* const to = reinterpret_cast<uint8_t*>(output.writable_bytes());
  const ElementType type = output.type();
  const bool is_real = wide_type_of(type) == ElementType::kF32;
  dispatch<Types::kAny>(input.type(), [&]<class From>(TypeTag<From>) {
    const From* const from = input.data<From>();
    deadline.in_blocks(input.count(), [&](int64_t begin, int64_t end) {
      for (int64_t k = begin; k < end; ++k) {
        if (is_real || kIsReal<From>) {
          to[k] = narrow_of_real(type, real_of(from[k]));
        } else if constexpr (!kIsReal<From>) {
          to[k] = narrow_of_integer(type, static_cast<uint64_t>(from[k]));
        }
      }
    });
  });
}

// The values of a narrow input, in its wide type.
Result<Tensor> widen_narrow(const KernelCall& call) {
  const Tensor& input = call.input(0);
  const ElementType wide = wide_type_of(input.type());
  if (wide != ElementType::kF32) return call.pool.view(input, 0, input.shape(), wide);
  Tensor values = TRY(call.pool.allocate(wide, input.shape()));
  float* const to = values.writable<float>();
  call.deadline.in_blocks(input.count(), [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k)
      to[k] = value_of_narrow(input.type(), static_cast<uint8_t>(input.bytes()[k]));
  });
  return values;
}

}  // namespace

Result<void> convert_elements(const KernelCall& call) {
  const ElementType from = call.input(0).type(), to = call.output().type();
  if (from == to) return copy_input(call);
  if (is_narrow(from)) {
    const Tensor wide = TRY(widen_narrow(call));
    const Tensor* inputs[] = {&wide};
    return convert_elements(
        {.inputs = inputs, .outputs = call.outputs, .pool = call.pool, .deadline = call.deadline});
  }
  if (is_narrow(to)) {
    convert_to_narrow(call.input(0), call.output(), call.deadline);
    return {};
  }
  dispatch<Types::kAny>(from, [&]<class From>(TypeTag<From>) {
    dispatch<Types::kAny>(to, [&]<class To>(TypeTag<To>) {
      if constexpr (!std::is_same_v<From, To>) map_unary<From>(call, numbers::convert<To, From>);
    });
  });
  return {};
}

Operation make_convert(ElementType type) {
  const auto infer = [type](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    outputs[0] = {type, inputs[0].shape};
    return {};
  };
  return made(__func__, type, {.infer = infer, .kernel = convert_elements, .error = Converts{}});
}

Operation make_convert_like() {
  const auto infer = [](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    outputs[0] = {inputs[1].type, inputs[0].shape};
    return {};
  };
  return made(__func__, {.infer = infer, .kernel = convert_elements, .error = Converts{}});
}

}  // namespace backedge::ops
