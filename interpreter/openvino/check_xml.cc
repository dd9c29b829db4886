#include "interpreter/openvino/check_xml.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "interpreter/base/number_text.h"
#include "interpreter/openvino/xml_characters.h"

namespace backedge::openvino {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Whether `text` is `lower`, which is lower-case ASCII, in any mixture of cases.
bool is_in_any_case(std::string_view text, std::string_view lower) {
  const auto same = [](char a, char b) { return a == b || (a >= 'A' && a <= 'Z' && a - 'A' + 'a' == b); };
  return std::ranges::equal(text, lower, same);
}

/// Reads the text once, from left to right; `rest_` is the unread part.
class Scanner {
 public:
  Scanner(const Source& source, int64_t max_depth)
      : source_(source), rest_(source.text()), max_depth_(max_depth) {}

  Result<void> check_document();

 private:
  Error ill_formed(const char* place, std::string message) const {
    return source_.error(place, "READ-2", std::move(message));  // [READ-2]
  }
  Error ill_formed(std::string message) const { return ill_formed(rest_.data(), std::move(message)); }
  Error unexpected(const std::string& expected) const {
    if (rest_.empty()) return ill_formed("the file ends within a tag, expected " + expected);
    size_t size = 1;
    while (size < rest_.size() && (rest_[size] & 0xc0) == 0x80) ++size;  // a whole UTF-8 sequence
    return ill_formed("expected " + expected + ", found " + quote(rest_.substr(0, size)));
  }

  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  bool take_spaces() {
    const size_t before = rest_.size();
    while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
    return rest_.size() < before;
  }
  /// Returns the text before `end`, and skips `end` too.
  Result<std::string_view> take_until(std::string_view end, std::string_view what);
  Result<std::string_view> take_name();
  Result<void> check_reference();
  Result<std::string_view> take_value();
  Result<std::string_view> take_assigned(std::string_view name);
  Result<void> check_attributes();
  Result<void> check_xml_declaration();
  Result<void> check_instruction(bool first);
  Result<void> check_declaration();
  Result<void> check_text();
  Result<void> open_element();
  Result<void> close_element();

  const Source& source_;
  std::string_view rest_;
  int64_t max_depth_;
  std::vector<std::string_view> open_;        // names of the elements that are open here
  std::vector<std::string_view> attributes_;  // names in the tag being read
};

Result<std::string_view> Scanner::take_until(std::string_view end, std::string_view what) {
  const size_t size = rest_.find(end);
  if (size == std::string_view::npos) return ill_formed("the file ends within " + std::string(what));
  const std::string_view content = rest_.substr(0, size);
  rest_.remove_prefix(size + end.size());
  return content;
}

Result<std::string_view> Scanner::take_name() {
  const std::string_view name = rest_.substr(0, name_size(rest_));
  if (name.empty()) return unexpected("a name");
  rest_.remove_prefix(name.size());
  return name;
}

Result<void> Scanner::check_reference() {
  const std::string_view from = rest_;
  for (const std::string_view known : {"&lt;", "&gt;", "&amp;", "&apos;", "&quot;"}) {
    if (take(known)) return {};
  }
  if (take("&#")) {
    const int base = take("x") ? 16 : 10;
    size_t size = 0;
    uint32_t code = 0;
    for (; size < rest_.size(); ++size) {
      const char c = rest_[size];
      const int digit = is_digit(c)            ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : 16;
      if (digit >= base) break;
      constexpr uint32_t kNone = 0x110000;  // from here on there are no characters, so the number may stop
      if (code < kNone) code = code * static_cast<uint32_t>(base) + static_cast<uint32_t>(digit);
    }
    rest_.remove_prefix(size);
    if (size > 0 && is_character(code) && take(";")) return {};
  }
  return ill_formed(from.data(),
                    "not a character reference: " + quote(from.substr(0, from.find_first_of("; \n\"<"))));
}

Result<std::string_view> Scanner::take_value() {
  const char quote = rest_.empty() ? ' ' : rest_.front();
  if (quote != '"' && quote != '\'') return unexpected("an attribute value between quotes");
  const char* const begin = rest_.data() + 1;
  rest_.remove_prefix(1);
  const char stops[] = {quote, '<', '&', 0};
  for (;;) {
    rest_.remove_prefix(std::min(rest_.find_first_of(stops), rest_.size()));
    if (rest_.empty()) return ill_formed(begin, "the file ends within the attribute value that begins here");
    if (rest_.front() == quote) break;
    if (rest_.front() == '<') return ill_formed("\"<\" within an attribute value");
    TRY(check_reference());
  }
  const std::string_view value(begin, rest_.data() - begin);
  rest_.remove_prefix(1);
  return value;
}

Result<std::string_view> Scanner::take_assigned(std::string_view name) {
  take_spaces();
  if (!take("=")) return unexpected("\"=\" after the attribute name " + quote(name));
  take_spaces();
  return take_value();
}

Result<void> Scanner::check_attributes() {
  attributes_.clear();
  while (take_spaces() && name_size(rest_) > 0) {
    attributes_.push_back(TRY(take_name()));
    TRY(take_assigned(attributes_.back()));
  }
  std::sort(attributes_.begin(), attributes_.end());
  const auto twice = std::adjacent_find(attributes_.begin(), attributes_.end());
  if (twice != attributes_.end()) return ill_formed("attribute " + quote(*twice) + " occurs twice in a tag");
  return {};
}

/// Checks what follows `<?xml`: version, encoding and standalone, in this order.
Result<void> Scanner::check_xml_declaration() {
  bool separate = take_spaces();
  for (const std::string_view name : {"version", "encoding", "standalone"}) {
    if (!separate || !take(name)) {
      if (name == "version") return unexpected("the version of XML");
      continue;
    }
    const std::string_view value = TRY(take_assigned(name));
    if (name == "version" && value != "1.0" && value != "1.1")
      return ill_formed(value.data(), "XML of version " + quote(value) + ", expected 1.0 or 1.1");
    if (name == "encoding" && !is_in_any_case(value, "utf-8"))
      return ill_formed(value.data(), "encoding " + quote(value) + ", expected UTF-8");
    if (name == "standalone" && value != "yes" && value != "no")
      return ill_formed(value.data(), "standalone is " + quote(value) + ", expected yes or no");
    separate = take_spaces();
  }
  if (!take("?>")) return unexpected("\"?>\" at the end of the XML declaration");
  return {};
}

/// Checks `<?xml ... ?>` or a processing instruction. The caller has read "<?".
Result<void> Scanner::check_instruction(bool first) {
  const char* const begin = rest_.data();
  const std::string_view name = TRY(take_name());
  if (name == "xml" && first) return check_xml_declaration();
  if (name == "xml") return ill_formed(begin, "an XML declaration that is not at the beginning");
  if (is_in_any_case(name, "xml"))
    return ill_formed(begin, "no processing instruction is called " + quote(name));
  if (!take_spaces() && !rest_.starts_with("?>")) return unexpected("\"?>\" or a space after " + quote(name));
  TRY(take_until("?>", "a processing instruction"));
  return {};
}

/// Checks a comment or a CDATA section. The caller has read "<!".
Result<void> Scanner::check_declaration() {
  const char* const begin = rest_.data();
  if (take("--")) {
    TRY(take_until("--", "a comment"));
    if (!take(">")) return ill_formed("\"--\" within a comment");
    return {};
  }
  if (!open_.empty() && take("[CDATA[")) {
    TRY(take_until("]]>", "a CDATA section"));
    return {};
  }
  const std::string_view name = rest_.substr(0, rest_.find_first_of(" \t\r\n>[<"));
  for (const std::string_view declared : {"DOCTYPE", "ENTITY", "ELEMENT", "ATTLIST", "NOTATION"}) {
    if (name == declared) {  // [READ-3]
      return source_.error(
          begin, "READ-3",
          "a model has no document type and defines no entities, found <!" + std::string(name));
    }
  }
  return ill_formed("expected a comment or a CDATA section within an element, found " +
                    quote("<!" + std::string(name)));
}

Result<void> Scanner::check_text() {
  const std::string_view text = rest_.substr(0, rest_.find('<'));
  const auto word = std::find_if_not(text.begin(), text.end(), is_space);
  if (open_.empty() && word != text.end()) {
    const std::string_view found = text.substr(word - text.begin());
    return ill_formed(found.data(),
                      "text outside of the root element: " + quote(found.substr(0, found.find('\n'))));
  }
  const size_t end = text.find("]]>");
  if (end != std::string_view::npos) {
    return ill_formed(text.data() + end, "\"]]>\" outside of a CDATA section");
  }
  const size_t after = rest_.size() - text.size();  // the size of rest_ after the text
  for (size_t at = text.find('&'); at != std::string_view::npos;
       at = rest_.substr(0, rest_.size() - after).find('&')) {
    rest_.remove_prefix(at);
    TRY(check_reference());
  }
  rest_.remove_prefix(rest_.size() - after);
  return {};
}

Result<void> Scanner::open_element() {
  const std::string_view name = TRY(take_name());
  TRY(check_attributes());
  if (std::ssize(open_) >= max_depth_) {  // [READ-4]
    return source_.error(name.data(), "READ-4",
                         "<" + std::string(name) + "> is nested in " + std::to_string(open_.size()) +
                             " elements, expected fewer than " + std::to_string(max_depth_));
  }
  if (take("/>")) return {};
  if (!take(">")) return unexpected("\">\"");
  open_.push_back(name);
  return {};
}

/// Checks an end tag. The caller has read "</".
Result<void> Scanner::close_element() {
  const std::string_view name = TRY(take_name());
  take_spaces();
  if (!take(">")) return unexpected("\">\" at the end of </" + std::string(name));
  if (open_.empty() || open_.back() != name) {
    Error error = ill_formed(name.data(), "</" + std::string(name) + "> closes nothing");
    if (open_.empty()) return error;
    return std::move(error).note("expected </" + std::string(open_.back()) + "> for line " +
                                 std::to_string(source_.line_of(open_.back().data())));
  }
  open_.pop_back();
  return {};
}

Result<void> Scanner::check_document() {
  if (const char* wrong = find_ill_encoded(rest_)) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const auto byte = static_cast<uint8_t>(*wrong);
    const std::string digits = {kDigits[byte >> 4], kDigits[byte & 15]};
    return ill_formed(wrong, "byte 0x" + digits + " does not begin an XML character, expected UTF-8");
  }
  take("\xef\xbb\xbf");  // byte order mark
  bool root_seen = false;
  for (bool first = true; !rest_.empty(); first = false) {
    if (rest_.front() != '<') {
      TRY(check_text());
    } else if (take("<?")) {
      TRY(check_instruction(first));
    } else if (take("<!")) {
      TRY(check_declaration());
    } else if (take("</")) {
      TRY(close_element());
    } else {
      if (open_.empty() && root_seen) return ill_formed("a second root element");
      take("<");
      root_seen = true;
      TRY(open_element());
    }
  }
  if (!open_.empty()) {
    return ill_formed("the file ends before </" + std::string(open_.back()) + "> for line " +
                      std::to_string(source_.line_of(open_.back().data())));
  }
  if (!root_seen) return ill_formed("the file has no element");
  return {};
}

}  // namespace

Result<void> check_xml(const Source& source, int64_t max_depth) {
  return Scanner(source, max_depth).check_document();
}

}  // namespace backedge::openvino
