#include "interpreter/elements/convert_elements.h"

#include <cstddef>

#include "interpreter/elements/convert_element.h"
#include "interpreter/elements/element_iterator.h"
#include "interpreter/elements/strided_tensor.h"

namespace backedge {
namespace {

template <class From, class To>
To convert_one(From value) {
  if constexpr (std::is_same_v<From, To>) {
    return value;
  } else {
    return numbers::convert<To>(value);
  }
}

template <class From, class To>
void convert_row(const std::byte* from, int64_t from_step, std::byte* to, int64_t to_step, int64_t n) {
  const auto* const source = reinterpret_cast<const From*>(from);
  auto* const target = reinterpret_cast<To*>(to);
  if (from_step == sizeof(From) && to_step == sizeof(To)) {
    for (int64_t i = 0; i < n; ++i) target[i] = convert_one<From, To>(source[i]);
    return;
  }
  const int64_t every = from_step / int64_t{sizeof(From)}, each = to_step / int64_t{sizeof(To)};
  for (int64_t i = 0; i < n; ++i) target[i * each] = convert_one<From, To>(source[i * every]);
}

}  // namespace

ConvertRow convert_row_of(ElementType from, ElementType to) {
  return dispatch(from, [&]<class From>(TypeTag<From>) {
    return dispatch(to, [&]<class To>(TypeTag<To>) -> ConvertRow { return convert_row<From, To>; });
  });
}

void convert_elements(const StridedTensor& from, const StridedTensor& to) {
  const ConvertRow convert = convert_row_of(from.type(), to.type());
  const int64_t from_size = size_of(from.type()), to_size = size_of(to.type());
  const ElementIterator<2> elements(to.layout(), from.layout());
  const std::byte* const source = from.data() - from.layout().offset * from_size;
  std::byte* const target = to.data() - to.layout().offset * to_size;
  Deadline endless;  // each element is converted once
  elements.for_each_row(endless, [&](const auto& offsets, const auto& steps, int64_t n) {
    convert(source + offsets[1] * from_size, steps[1] * from_size, target + offsets[0] * to_size,
            steps[0] * to_size, n);
  });
}

}  // namespace backedge
