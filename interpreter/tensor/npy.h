#pragma once

#include <span>
#include <string>
#include <string_view>

#include "interpreter/base/result.h"
#include "interpreter/tensor/tensor.h"

/// Tensors in files of NumPy's format .npy, versions 1.0, 2.0 and 3.0.
///
/// Element types are named b1, i1 .. i8, u1 .. u8, f2, f4, f8, and V2 for bf16, which NumPy has not. `<` and
/// `|` are little-endian, `>` is big-endian, `=` counts as little-endian on every machine.
/// source  the page of numpy.lib.format
namespace backedge {

/// Reads a tensor; Fortran order is transposed, a boolean byte other than 0 is true.
///
/// errors  phase input: INPUT-5 not a regular readable file, not a well-formed .npy, fewer or more bytes of
/// elements than
///         shape and type ask for (compared before memory is taken); LIMIT-3 more dimensions than tensors
///         have
Result<Tensor> read_npy(const std::string& file);

/// The same of a file already in memory.
Result<Tensor> decode_npy(std::span<const std::byte> file);

/// Writes a tensor as version 1.0, the bytes NumPy writes for a little-endian array in C order.
///
/// errors  FILE-1
Result<void> write_npy(const std::string& file, const Tensor& tensor);

/// All that precedes the elements.
std::string npy_header(ElementType type, const Shape& shape);

/// The tensor whose bytes are those of a little-endian file: the same on every machine.
Tensor little_endian(Tensor tensor);

}  // namespace backedge
