#pragma once

#include <optional>
#include <string_view>

#include "interpreter/base/result.h"
#include "interpreter/tensor/element_type.h"
#include "interpreter/tensor/shape.h"

namespace backedge {

/// What the header of a .npy file says about its elements.
struct NpyHeader {
  ElementType type = ElementType::kF32;
  bool big_endian = false;
  bool fortran_order = false;
  Shape shape;
};

/// The position of the header in its file.
struct NpyPreamble {
  int64_t header_begin = 0;
  int64_t header_size = 0;
};

/// The longest preamble, in bytes.
inline constexpr int64_t kMaxNpyPreamble = 12;

/// Parses magic string, version and length. `begin` is the first kMaxNpyPreamble bytes of the file, or the
/// whole file if it is shorter.
/// errors  INPUT-5
Result<NpyPreamble> parse_npy_preamble(std::string_view begin);

/// Parses the dictionary. It has 'descr', 'fortran_order' and 'shape', each once, in any order. V1 is `narrow`.
/// errors  INPUT-5; LIMIT-3
Result<NpyHeader> parse_npy_header(std::string_view dictionary, std::optional<ElementType> narrow);

}  // namespace backedge
