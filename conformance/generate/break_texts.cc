#include "conformance/generate/breakage.h"

namespace backedge::generate {
namespace {

using When = Breakage::When;

// Replaces one occurrence of `from`, chosen at random, with `to`.
bool replace_some(BreakSubject& subject, const std::string& from, const std::string& to) {
  std::vector<size_t> places;
  for (size_t at = subject.text.find(from); at != subject.text.npos; at = subject.text.find(from, at + 1))
    places.push_back(at);
  const auto at = pick_of(subject, places);
  if (at) subject.text.replace(*at, from.size(), to);
  return at.has_value();
}

bool cut_short(BreakSubject& subject) {
  const auto end = static_cast<int64_t>(subject.text.rfind("</"));
  subject.text.resize(static_cast<size_t>(subject.random.between(1, end)));
  return true;
}

bool add_second_root(BreakSubject& subject) {
  subject.text += "<net/>";
  return true;
}

bool add_document_type(BreakSubject& subject) {
  return replace_some(subject, "?>\n", "?>\n<!DOCTYPE net [<!ENTITY a \"1\">]>\n");
}

bool nest_elements(BreakSubject& subject) {
  std::string deep;
  for (int k = 0; k < 600; ++k) deep += "<a>";
  for (int k = 0; k < 600; ++k) deep += "</a>";
  const size_t end = subject.text.rfind("</");
  subject.text.insert(end, deep);
  return true;
}

bool rename_root(BreakSubject& subject) {
  const size_t begin = subject.text.find("<net"), end = subject.text.rfind("</net");
  if (begin == subject.text.npos || end == subject.text.npos) return false;
  subject.text.replace(end + 2, 3, "web");
  subject.text.replace(begin + 1, 3, "web");
  return true;
}

bool forget_attribute(BreakSubject& subject) { return replace_some(subject, " to-port=\"0\"", ""); }
bool misspell_attribute(BreakSubject& subject) {
  return replace_some(subject, " external_port_id=", " end_=\"1\" external_port_id=");
}
bool misspell_integer(BreakSubject& subject) {
  return replace_some(subject, " from-port=\"0\"", " from-port=\"0x0\"");
}
bool misspell_type(BreakSubject& subject) {
  return replace_some(subject, "precision=\"I", "precision=\"int");
}
bool misspell_dimension(BreakSubject& subject) {
  return replace_some(subject, "<dim>1</dim>", "<dim>-2</dim>");
}
bool misspell_condition(BreakSubject& subject) {
  if (replace_some(subject, "condition=\"True\"", "condition=\"yes\"")) return true;
  return replace_some(subject, "<input external_port_id=", "<input condition=\"yes\" external_port_id=");
}

constexpr Breakage kTextBreakages[] = {
    {"READ-2", When::kLoad, false, cut_short},         {"READ-2", When::kLoad, true, add_second_root},
    {"READ-3", When::kLoad, true, add_document_type},  {"READ-4", When::kLoad, true, nest_elements},
    {"READ-5", When::kLoad, false, rename_root},       {"READ-6", When::kLoad, false, forget_attribute},
    {"READ-6", When::kLoad, true, misspell_attribute}, {"READ-7", When::kLoad, true, misspell_integer},
    {"READ-8", When::kLoad, false, misspell_type},     {"READ-9", When::kLoad, false, misspell_dimension},
    {"PORT-5", When::kLoad, true, misspell_condition},
};

}  // namespace

std::span<const Breakage> text_breakages() { return kTextBreakages; }

}  // namespace backedge::generate
