#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "interpreter/base/result.h"
#include "interpreter/tensor/element_type.h"
#include "interpreter/tensor/shape.h"

/// Parsers of the texts in attributes and in <dim>. Their errors have no place and no phase; the callers
/// add both.
namespace backedge::openvino {

/// Parses an optional minus and decimal digits, nothing else.
///
/// errors  READ-7, also if the number does not fit 64 bits
Result<int64_t> parse_integer(std::string_view text);

/// "3"; "?" or "-1": any size; "1..8", "..8", "2..": an interval, both ends included.
///
/// errors  READ-9
Result<Dimension> parse_dimension(std::string_view text);

/// Dimensions between commas, "1,?,2..5" or "1, 2"; "" is a scalar and "..." any shape.
///
/// errors  READ-9, LIMIT-3
Result<PartialShape> parse_shape(std::string_view text);

/// The name of a type in ports' `precision`: "FP32", "BOOL". Empty if IR has no such type.
std::string_view precision_name_of(ElementType type);

/// The type of a name in either spelling: that of attributes ("f32") or that of ports ("FP32"). None if IR
/// has no such type.
std::optional<ElementType> find_element_type(std::string_view name);

/// Accepts both spellings. Returns nothing for a type that is left open: "dynamic", "undefined",
/// "UNSPECIFIED".
///
/// errors  READ-8
Result<std::optional<ElementType>> parse_element_type(std::string_view text);

}  // namespace backedge::openvino
