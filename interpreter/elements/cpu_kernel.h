#pragma once

#include <array>
#include <tuple>
#include <utility>

#include "interpreter/elements/tensor_iterator.h"

/// Kernels that apply a function of elements to an iterator. They check the element types, and call
/// cast_outputs at the end.
namespace backedge {

/// The type of an output and the types of the arguments of a lambda.
template <class Function>
struct KernelTypes : KernelTypes<decltype(&Function::operator())> {};
template <class Function, class Out, class... In>
struct KernelTypes<Out (Function::*)(In...) const> {
  using Output = Out;
  using Inputs = std::tuple<std::decay_t<In>...>;
};

/// Whether the iterator has one output and these inputs.
///
/// errors  ELEM-18
Result<void> check_kernel(const TensorIterator& iterator, ElementType output,
                          std::span<const ElementType> inputs);

namespace internal {

template <class Out, class... In, class Function, size_t... kInput>
Result<void> apply_kernel(const TensorIterator& iterator, const Function& function, const ForEach& how,
                          std::tuple<In...>*, std::index_sequence<kInput...>) {
  const std::array<ElementType, sizeof...(In)> inputs = {element_type_of<In>()...};
  TRY(check_kernel(iterator, element_type_of<Out>(), inputs));
  iterator.for_each(
      [&](char** data, const int64_t* strides, int64_t n) {
        for (int64_t i = 0; i < n; ++i) {
          *reinterpret_cast<Out*>(data[0] + i * strides[0]) =
              function(*reinterpret_cast<const In*>(data[kInput + 1] + i * strides[kInput + 1])...);
        }
      },
      how);
  iterator.cast_outputs();
  return {};
}

}  // namespace internal

/// output = function(input 0, input 1, ...) for each element.
///
/// function  a lambda whose argument and result types are the element types of the operands
/// errors    ELEM-18
template <class Function>
Result<void> cpu_kernel(const TensorIterator& iterator, const Function& function, const ForEach& how = {}) {
  using Types = KernelTypes<Function>;
  using Inputs = typename Types::Inputs;
  return internal::apply_kernel<typename Types::Output>(
      iterator, function, how, static_cast<Inputs*>(nullptr),
      std::make_index_sequence<std::tuple_size_v<Inputs>>());
}

/// output = finish(combine(... combine(first, x0) ..., xn)) for each element of the output, where x0 ... xn are
/// the inputs that are reduced to it, in the order of the walk.
///
/// combine  a lambda (Accumulated, In) -> Accumulated, where In is the type of the input
/// finish   a lambda (Accumulated) -> Out
/// errors   ELEM-18
template <class Accumulated, class Combine, class Finish>
Result<void> cpu_reduce_kernel(const TensorIterator& iterator, const Accumulated& first,
                               const Combine& combine, const Finish& finish, const ForEach& how = {}) {
  using In = std::tuple_element_t<1, typename KernelTypes<Combine>::Inputs>;
  using Out = typename KernelTypes<Finish>::Output;
  const std::array<ElementType, 1> inputs = {element_type_of<In>()};
  TRY(check_kernel(iterator, element_type_of<Out>(), inputs));
  iterator.foreach_reduced_elt(
      [&](const TensorIterator& part) {
        Accumulated accumulated = first;
        part.serial_for_each(
            [&](char** data, const int64_t* strides, int64_t n) {
              for (int64_t i = 0; i < n; ++i)
                accumulated = combine(accumulated, *reinterpret_cast<const In*>(data[1] + i * strides[1]));
            },
            {0, part.numel()});
        *reinterpret_cast<Out*>(part.begin()) = finish(accumulated);
      },
      how);
  iterator.cast_outputs();
  return {};
}

}  // namespace backedge
