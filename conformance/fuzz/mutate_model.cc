#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

/// Changes a model for the fuzzer. If bytes are changed anywhere, nearly every text is no longer XML. So
/// most changes here keep it XML: they set another value of an attribute, or remove, repeat or exchange an
/// element.

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace backedge {
namespace {

struct Range {
  size_t begin = 0, size = 0;
};

class ModelMutator {
 public:
  ModelMutator(std::string input, unsigned seed) : random_(seed) {
    const size_t end = std::min(input.find('\0'), input.size());
    xml_ = input.substr(0, end);
    tail_ = input.substr(end);
  }

  std::string mutate(size_t max_size) {
    for (size_t changes = 1 + below(3); changes > 0; --changes) change();
    std::string whole = xml_ + tail_;
    if (whole.size() > max_size) whole.resize(max_size);
    return whole;
  }

 private:
  size_t below(size_t bound) { return bound == 0 ? 0 : random_() % bound; }

  void change() {
    const size_t choice = below(20);
    if (choice < 9) return change_value();
    if (choice < 11) return remove_element();
    if (choice < 13) return repeat_element();
    if (choice < 15) return exchange_elements();
    if (choice < 18) return mutate_bytes(tail_);
    mutate_bytes(xml_);
  }

  static void mutate_bytes(std::string& text) {
    const size_t size = text.size(), most = size + 16;
    text.resize(most);
    text.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t*>(text.data()), size, most));
  }

  // The text between the quotes of each attribute.
  std::vector<Range> values() const {
    std::vector<Range> found;
    for (size_t at = xml_.find("=\""); at != xml_.npos; at = xml_.find("=\"", at + 2)) {
      const size_t end = xml_.find('"', at + 2);
      if (end == xml_.npos) break;
      found.push_back({at + 2, end - at - 2});
    }
    return found;
  }

  std::string other_value(const std::string& value, const std::vector<Range>& values) {
    constexpr std::array kValues = {"-1",    "0",    "1",   "2",    "3",       "-2", "7", "64",
                                    "",      "?",    "1,2", "2..4", ".",       "*",  "?", "0,3",
                                    "1,1,1", "true", "-0",  "100",  "boolean", "i64"};
    constexpr std::array kExtremes = {"9223372036854775807", "-9223372036854775808", "4294967296",
                                      "-2147483648", "18446744073709551615"};
    const bool is_number =
        !value.empty() && value.size() < 10 && value.find_first_not_of("0123456789") == value.npos;
    switch (below(is_number ? 8 : 5)) {
      case 0:
        return kValues[below(kValues.size())];
      case 1:
        return kExtremes[below(kExtremes.size())];
      case 2: {
        std::string mutated = value;
        mutate_bytes(mutated);
        std::erase_if(mutated, [](char c) { return c == '"' || c == '<' || c == '\0'; });
        return mutated;
      }
      case 3:
      case 4: {
        const Range other = values[below(values.size())];
        return xml_.substr(other.begin, other.size);
      }
      case 5:
        return "-" + value;
      default:
        return std::to_string(std::stoll(value) + (below(2) == 0 ? 1 : -1));
    }
  }

  void change_value() {
    const std::vector<Range> all = values();
    if (all.empty()) return mutate_bytes(xml_);
    const Range range = all[below(all.size())];
    xml_.replace(range.begin, range.size, other_value(xml_.substr(range.begin, range.size), all));
  }

  // A random element, from its `<` to the end of its closing tag.
  std::optional<Range> some_element() {
    std::vector<size_t> begins;
    for (size_t at = xml_.find('<'); at != xml_.npos; at = xml_.find('<', at + 1)) {
      if (at + 1 < xml_.size() && xml_[at + 1] != '/' && xml_[at + 1] != '?' && xml_[at + 1] != '!')
        begins.push_back(at);
    }
    if (begins.empty()) return std::nullopt;
    const size_t begin = begins[below(begins.size())];
    int depth = 0;
    for (size_t at = begin; at != xml_.npos; at = xml_.find('<', at + 1)) {
      const size_t end = xml_.find('>', at);
      if (end == xml_.npos) break;
      if (xml_[at + 1] == '/') {
        --depth;
      } else if (xml_[end - 1] != '/') {
        ++depth;
      }
      if (depth <= 0) return Range{begin, end + 1 - begin};
    }
    return std::nullopt;
  }

  void remove_element() {
    if (const auto element = some_element()) xml_.erase(element->begin, element->size);
  }

  void repeat_element() {
    const auto element = some_element(), place = some_element();
    if (element && place && element->size < 4096)
      xml_.insert(place->begin, xml_.substr(element->begin, element->size));
  }

  void exchange_elements() {
    auto first = some_element(), second = some_element();
    if (!first || !second) return;
    if (first->begin > second->begin) std::swap(first, second);
    if (first->begin + first->size > second->begin) return;
    const std::string moved = xml_.substr(second->begin, second->size);
    xml_.erase(second->begin, second->size);
    xml_.insert(first->begin, moved);
  }

  std::minstd_rand random_;
  std::string xml_, tail_;
};

}  // namespace
}  // namespace backedge

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  backedge::ModelMutator mutator(std::string(reinterpret_cast<const char*>(data), size), seed);
  const std::string mutated = mutator.mutate(max_size);
  std::memcpy(data, mutated.data(), mutated.size());
  return mutated.size();
}
