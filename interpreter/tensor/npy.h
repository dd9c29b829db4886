#pragma once

#include <span>
#include <string>
#include <string_view>

#include "interpreter/base/new_file.h"
#include "interpreter/base/result.h"
#include "interpreter/tensor/signature.h"

/// Tensors in files of NumPy's format .npy, versions 1.0, 2.0 and 3.0.
///
/// Element types are named b1, i1 .. i8, u1 .. u8, f2, f4, f8, and V2 for bf16, which NumPy has not. `<` and
/// `|` are little-endian, `>` is big-endian, `=` counts as little-endian on every machine.
/// source  the page of numpy.lib.format
namespace backedge {

/// Reads a tensor; Fortran order is transposed, a boolean byte other than 0 is true.
///
/// max_bytes  the most that its elements may take
/// errors     phase input: INPUT-5 not a regular readable file, not a well-formed .npy, fewer or more bytes of elements
///            than shape and type ask for; LIMIT-1 more than max_bytes; LIMIT-3 more dimensions than tensors have; all
///            of these before memory is taken
Result<Tensor> read_npy(const std::string& file, int64_t max_bytes = INT64_MAX);

/// Type and shape of the tensor in a file, whose elements are not read.
///
/// errors  as read_npy
Result<Signature> read_npy_signature(const std::string& file);

/// The same of a file already in memory.
Result<Tensor> decode_npy(std::span<const std::byte> file);

/// Writes a tensor as version 1.0, the bytes NumPy writes for a little-endian array in C order. The file appears when it is
/// whole.
///
/// errors  FILE-1
Result<void> write_npy(const std::string& file, const Tensor& tensor);

/// The same file, written, for the caller to commit.
///
/// errors  FILE-1
Result<NewFile> new_npy(const std::string& file, const Tensor& tensor);

/// All that precedes the elements.
std::string npy_header(ElementType type, const Shape& shape);

/// The tensor whose bytes are those of a little-endian file: the same on every machine.
Tensor little_endian(Tensor tensor);

}  // namespace backedge
