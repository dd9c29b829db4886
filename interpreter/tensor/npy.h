#pragma once

#include <span>
#include <string>
#include <string_view>

#include "interpreter/base/new_file.h"
#include "interpreter/base/result.h"
#include "interpreter/tensor/signature.h"

/// Tensors in files of NumPy's format .npy, versions 1.0, 2.0 and 3.0.
///
/// Element types are named b1, i1 .. i8, u1 .. u8, f2, f4, f8, and, as NumPy lacks them, V2 for bf16 and V1 for
/// each narrow type. Which one that is, the file does not say.
/// `<` and `|` mean little-endian, `>` big-endian. `=` is read as little-endian on every machine.
///
/// source  the page of numpy.lib.format
namespace backedge {

/// Reads a tensor. Fortran order is transposed; a boolean byte other than 0 is true.
///
/// max_bytes  the most bytes that its elements may take
/// narrow     the narrow type that V1 means; without one such a file is an error
/// errors     phase input. INPUT-5 not a regular readable file, not a well-formed .npy, or not as many
///            bytes as shape and type require; LIMIT-1 more than max_bytes; LIMIT-3 too many dimensions.
///            All of them are reported before memory is allocated
Result<Tensor> read_npy(const std::string& file, int64_t max_bytes = INT64_MAX,
                        std::optional<ElementType> narrow = std::nullopt);

/// Reads the type and the shape of the tensor in a file, but not its elements.
///
/// errors  as read_npy
Result<Signature> read_npy_signature(const std::string& file,
                                     std::optional<ElementType> narrow = std::nullopt);

/// The same for a file that is already in memory.
Result<Tensor> decode_npy(std::span<const std::byte> file, std::optional<ElementType> narrow = std::nullopt);

/// Writes a tensor as version 1.0, with the bytes that NumPy writes for a little-endian array in C order.
/// The file gets its name only when it is complete.
///
/// errors  FILE-1
Result<void> write_npy(const std::string& file, const Tensor& tensor);

/// The same, but the caller commits the file.
///
/// errors  FILE-1
Result<NewFile> new_npy(const std::string& file, const Tensor& tensor);

/// The bytes before the elements.
std::string npy_header(ElementType type, const Shape& shape);

/// The tensor with the bytes of its elements in little-endian order, on every machine.
Tensor little_endian(Tensor tensor);

}  // namespace backedge
