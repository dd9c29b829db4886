#include "interpreter/openvino/shape_text.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "interpreter/openvino/source.h"

namespace backedge::openvino {
namespace {

struct Precision {
  ElementType type;
  std::string_view name;
};

// The types that IR has.
constexpr Precision kPrecisions[] = {
    {ElementType::kBoolean, "BOOL"},  {ElementType::kI8, "I8"},         {ElementType::kI16, "I16"},
    {ElementType::kI32, "I32"},       {ElementType::kI64, "I64"},       {ElementType::kU8, "U8"},
    {ElementType::kU16, "U16"},       {ElementType::kU32, "U32"},       {ElementType::kU64, "U64"},
    {ElementType::kF16, "FP16"},      {ElementType::kBF16, "BF16"},     {ElementType::kF32, "FP32"},
    {ElementType::kF64, "FP64"},      {ElementType::kU1, "BIN"},        {ElementType::kU2, "U2"},
    {ElementType::kU3, "U3"},         {ElementType::kU4, "U4"},         {ElementType::kU6, "U6"},
    {ElementType::kI4, "I4"},         {ElementType::kNF4, "NF4"},       {ElementType::kF4E2M1, "F4E2M1"},
    {ElementType::kF8E4M3, "F8E4M3"}, {ElementType::kF8E5M2, "F8E5M2"}, {ElementType::kF8E8M0, "F8E8M0"},
};

/// Parses decimal digits only, within 64 bits.
std::optional<int64_t> size_of_text(std::string_view digits) {
  const auto size = parse_integer(digits);
  if (!size.ok() || digits.front() == '-') return std::nullopt;
  return size.value();
}

std::optional<Dimension> dimension_of(std::string_view text) {
  if (text == "?" || text == "-1") return Dimension::any();
  const size_t dots = text.find("..");
  if (dots == std::string_view::npos) {
    const auto size = size_of_text(text);
    return size ? std::optional(Dimension::exactly(*size)) : std::nullopt;
  }
  const std::string_view low = text.substr(0, dots), high = text.substr(dots + 2);
  const auto min = low.empty() ? 0 : size_of_text(low);
  const auto max = high.empty() ? Dimension::kUnbounded : size_of_text(high);
  if ((low.empty() && high.empty()) || !min || !max || *min > *max) return std::nullopt;
  return Dimension{*min, *max};
}

}  // namespace

Result<int64_t> parse_integer(std::string_view text) {
  int64_t value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size()) {  // [READ-7]
    return Error("READ-7", quote(text) + " is not an integer of 64 bits")
        .note("expected decimal digits, with an optional minus");
  }
  return value;
}

Result<Dimension> parse_dimension(std::string_view text) {
  const auto dimension = dimension_of(text);
  if (!dimension) {  // [READ-9]
    return Error("READ-9", quote(text) + " is not a dimension")
        .note("expected 0 or a positive integer, -1 or ? for any size, or a range: 1..8, ..8, 2..");
  }
  return *dimension;
}

Result<PartialShape> parse_shape(std::string_view text) {
  if (text == "...") return PartialShape::any();
  PartialShape shape = PartialShape::of_rank(0);
  if (text.empty()) return shape;
  const int64_t rank = 1 + std::count(text.begin(), text.end(), ',');
  TRY(check_rank(rank, "shape " + quote(text)));
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    // OpenVINO writes the shape of a Parameter as "2,3" and that of a Const as "2, 3".
    if (begin > 0 && begin < end && text[begin] == ' ') ++begin;
    shape.push_back(TRY(parse_dimension(text.substr(begin, end - begin))));
    begin = end + 1;
  }
  return shape;
}

std::string_view precision_name_of(ElementType type) {
  for (const Precision& precision : kPrecisions) {
    if (precision.type == type) return precision.name;
  }
  return "";
}

std::optional<ElementType> find_element_type(std::string_view name) {
  if (name == "U1") return ElementType::kU1;  // OpenVINO writes "BIN" and reads both
  for (const Precision& precision : kPrecisions) {
    if (name == precision.name || name == name_of(precision.type)) return precision.type;
  }
  return std::nullopt;
}

Result<std::optional<ElementType>> parse_element_type(std::string_view text) {
  if (text == "dynamic" || text == "undefined" || text == "UNSPECIFIED") return std::optional<ElementType>();
  const auto type = find_element_type(text);
  if (!type) {  // [READ-8]
    return Error("READ-8", quote(text) + " is not a supported element type")
        .note(
            "expected boolean, i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64, u1, u2, u3, u4, "
            "u6, "
            "i4, nf4, f4e2m1, f8e4m3, f8e5m2, f8e8m0 or their spelling on ports");
  }
  return type;
}

}  // namespace backedge::openvino
