#include "interpreter/tensor/npy_header.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>

#include "interpreter/base/safe_text.h"

namespace backedge {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr int64_t kMaxHeader = 1 << 16;  // the limit of version 1.0; real headers are far shorter

struct Descr {
  std::string_view name;
  ElementType type;
};

constexpr std::array kDescrs = {
    Descr{"b1", ElementType::kBoolean}, Descr{"i1", ElementType::kI8},  Descr{"i2", ElementType::kI16},
    Descr{"i4", ElementType::kI32},     Descr{"i8", ElementType::kI64}, Descr{"u1", ElementType::kU8},
    Descr{"u2", ElementType::kU16},     Descr{"u4", ElementType::kU32}, Descr{"u8", ElementType::kU64},
    Descr{"f2", ElementType::kF16},     Descr{"f4", ElementType::kF32}, Descr{"f8", ElementType::kF64},
    Descr{"V2", ElementType::kBF16},
};

Error malformed(std::string message) { return Error("INPUT-5", std::move(message)); }

// Parses the Python literal of a header.
class Literal {
 public:
  explicit Literal(std::string_view text) : text_(text) {}

  // Skips `word` if it comes next.
  bool accept(std::string_view word) {
    skip_spaces();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  Result<void> expect(std::string_view word) {
    if (accept(word)) return {};
    return fail("'" + std::string(word) + "'");
  }

  Result<std::string_view> string() {
    skip_spaces();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '\'' && quote != '"') return fail("a string");
    const size_t end = text_.find(quote, at_ + 1);
    if (end == text_.npos) return fail("a closing quote");
    const std::string_view content = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return content;
  }

  Result<bool> boolean() {
    if (accept("True")) return true;
    if (accept("False")) return false;
    return fail("True or False");
  }

  // (), (2,), (2, 3) or (2, 3,); not (2), which is a number.
  Result<Shape> tuple() {
    TRY(expect("("));
    Shape shape;
    bool comma = true;
    while (!accept(")")) {
      if (!comma) return fail("a comma");
      const int64_t dim = TRY(dimension());
      TRY(check_rank(shape.rank() + 1, "the array"));
      shape.push_back(dim);
      comma = accept(",");
      if (shape.rank() == 1 && !comma) return fail("a comma");
    }
    return shape;
  }

  Result<void> end() {
    skip_spaces();
    if (at_ == text_.size()) return {};
    return fail("the end");
  }

  Error fail(const std::string& expected) const {
    return malformed("the header has \"" + safe_line(text_.substr(at_, 24)) + "\" where " + expected +
                     " was expected, at character " + std::to_string(at_));
  }

 private:
  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }

  Result<int64_t> dimension() {
    const std::string_view rest = text_.substr(at_);
    int64_t dim = 0;
    const auto [end, failure] = std::from_chars(rest.begin(), rest.end(), dim);
    if (failure != std::errc() || dim < 0) return fail("a dimension in [0, 2^63)");
    at_ = static_cast<size_t>(end - text_.data());
    return dim;
  }

  std::string_view text_;
  size_t at_ = 0;
};

Result<void> read_descr(std::string_view descr, std::optional<ElementType> narrow, NpyHeader& header) {
  const bool order_known =
      !descr.empty() && std::string_view("<>|=").find(descr[0]) != std::string_view::npos;
  for (const Descr& known : kDescrs) {
    if (!order_known || descr.substr(1) != known.name) continue;
    header.type = known.type;
    header.big_endian = descr[0] == '>';
    return {};
  }
  if (order_known && descr.substr(1) == "V1") {
    if (!narrow) return malformed("descr is V1, which does not say what the element type is");
    header.type = *narrow;
    return {};
  }
  return malformed(
      "descr is '" + safe_line(descr.substr(0, 24)) +
      "', expected one of b1, i1, i2, i4, i8, u1, u2, u4, u8, f2, f4, f8, V1, V2 after <, >, | or =");
}

}  // namespace

Result<NpyPreamble> parse_npy_preamble(std::string_view begin) {
  if (!begin.starts_with(kMagic)) return malformed("the file does not begin with the magic string of .npy");
  const auto byte = [&](size_t at) { return static_cast<uint8_t>(begin[at]); };
  const size_t length_bytes = begin.size() > 6 && byte(6) == 1 ? 2 : 4;
  if (begin.size() < 8 + length_bytes) return malformed("the file ends before its header");
  if (byte(6) < 1 || byte(6) > 3 || byte(7) != 0) {
    return malformed("version " + std::to_string(byte(6)) + "." + std::to_string(byte(7)) +
                     " of .npy, expected 1.0, 2.0 or 3.0");
  }
  NpyPreamble preamble;
  preamble.header_begin = static_cast<int64_t>(8 + length_bytes);
  for (size_t i = 0; i < length_bytes; ++i) preamble.header_size |= int64_t{byte(8 + i)} << (8 * i);
  if (preamble.header_size > kMaxHeader) {
    return malformed("the header has " + std::to_string(preamble.header_size) + " bytes, at most " +
                     std::to_string(kMaxHeader) + " were expected");
  }
  return preamble;
}

Result<NpyHeader> parse_npy_header(std::string_view dictionary, std::optional<ElementType> narrow) {
  Literal literal(dictionary);
  NpyHeader header;
  std::array<bool, 3> seen{};  // descr, fortran_order, shape
  TRY(literal.expect("{"));
  bool comma = true;
  while (!literal.accept("}")) {
    if (!comma) return literal.fail("a comma");
    const std::string_view key = TRY(literal.string());
    TRY(literal.expect(":"));
    size_t which = 0;
    if (key == "descr") {
      TRY(read_descr(TRY(literal.string()), narrow, header));
    } else if (key == "fortran_order") {
      which = 1;
      header.fortran_order = TRY(literal.boolean());
    } else if (key == "shape") {
      which = 2;
      header.shape = TRY(literal.tuple());
    } else {
      return malformed("the header has the key '" + std::string(key.substr(0, 24)) + "'");
    }
    if (seen[which]) return malformed("the header has the key '" + std::string(key) + "' twice");
    seen[which] = true;
    comma = literal.accept(",");
  }
  TRY(literal.end());
  if (!seen[0] || !seen[1] || !seen[2]) {
    return malformed("the header lacks one of the keys 'descr', 'fortran_order', 'shape'");
  }
  return header;
}

}  // namespace backedge
