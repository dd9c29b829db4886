#pragma once

#include <optional>

#include "interpreter/tensor/tensor.h"

/// The narrow element types: integers of fewer than 8 bits (u1, u2, u3, u4, u6, i2, i4) and reals of at most 8
/// bits (nf4, f4e2m1, f8e4m3, f8e5m2, f8e8m0, f8e4m3fnuz, f8e5m2fnuz). They store weights, so operations move
/// and convert them, and nothing else. In memory each element has a byte: an integer is a u8 or i8, a real is
/// its bits.
///
/// source  OpenVINO's and ONNX's element types; OCP Microscaling Formats 1.0 for f4e2m1, f8e4m3, f8e5m2 and
///         f8e8m0; QLoRA (Dettmers et al., 2023), appendix E, for nf4; ONNX, "Float stored in 8 bits", for
///         f8e4m3fnuz and f8e5m2fnuz
namespace backedge {

/// Whether a type is narrow and real.
bool is_narrow_real(ElementType type);

/// u8 or i8 for an integer, f32 for a real: has every value of the narrow type.
ElementType wide_type_of(ElementType narrow);

/// The value of a real's bits.
float value_of_narrow(ElementType narrow, uint8_t bits);

/// The byte of a number: of the nearest element if `narrow` is real, truncated modulo 2^width if it is an
/// integer.  (NUM-13)
uint8_t narrow_of_real(ElementType narrow, double value);

/// The byte of an integer modulo 2^width; `narrow` is an integer.
uint8_t narrow_of_integer(ElementType narrow, uint64_t value);

/// The low bits of each byte as an element, as a file may not have the others.
void clear_unused_bits(ElementType narrow, std::span<std::byte> elements);

/// The tensor itself, or the values of a narrow one in its wide type.
Tensor widened(const Tensor& tensor);

/// The bytes that `count` elements take in weights; none if the type cannot be packed for this count, or if
/// there are too many.  (WEIGHTS-6)
std::optional<int64_t> packed_bytes(ElementType type, int64_t count);

/// Writes `count` packed elements to one byte each.
void unpack(ElementType narrow, const std::byte* packed, std::byte* to, int64_t count);

/// The reverse: writes `count` elements to zeros, as many bytes as packed_bytes says.
void pack(ElementType narrow, const std::byte* elements, std::byte* packed, int64_t count);

}  // namespace backedge
