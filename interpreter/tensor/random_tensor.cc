#include "interpreter/tensor/random_tensor.h"

#include "interpreter/tensor/narrow_types.h"

namespace backedge {
namespace {

uint64_t mixed(uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

constexpr uint64_t kStep = 0x9e3779b97f4a7c15;

template <class T>
T element_of(uint64_t bits) {
  const double real = (static_cast<double>(bits >> 56) - 128) / 128;
  if constexpr (std::is_same_v<T, f16>) {
    return round_to_f16(real);
  } else if constexpr (std::is_same_v<T, bf16>) {
    return round_to_bf16(real);
  } else if constexpr (kIsReal<T>) {
    return static_cast<T>(real);
  } else if constexpr (kIsInteger<T>) {
    return static_cast<T>(bits >> 61);
  } else {
    return bits >> 63 != 0;
  }
}

}  // namespace

Tensor random_tensor(ElementType type, const Shape& shape, uint64_t seed, uint64_t stream) {
  Tensor tensor = Tensor::zeros(type, shape);
  uint64_t place = mixed(mixed(seed + kStep) + stream);  // neighbouring streams have nothing in common
  if (is_narrow(type)) {
    const std::span bytes(tensor.writable_bytes(), static_cast<size_t>(tensor.count()));
    for (std::byte& byte : bytes) byte = std::byte(mixed(place += kStep) >> 56);
    clear_unused_bits(type, bytes);
    return tensor;
  }
  dispatch(type, [&]<class T>(TypeTag<T>) {
    const std::span elements(tensor.writable<T>(), static_cast<size_t>(tensor.count()));
    for (T& element : elements) element = element_of<T>(mixed(place += kStep));
  });
  return tensor;
}

}  // namespace backedge
