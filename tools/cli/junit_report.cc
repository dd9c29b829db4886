#include "tools/cli/junit_report.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "interpreter/base/joined.h"
#include "interpreter/base/safe_text.h"
#include "tools/cli/started_as.h"
#include "tools/cli/suite_arguments.h"

namespace backedge {
namespace {

constexpr size_t kMostMessage = 200;  // characters

bool is_xml(uint32_t code) {
  return code == '\t' || code == '\n' || code == '\r' || (code >= 0x20 && code != 0xfffe && code != 0xffff);
}

// The text for an element or an attribute, at most so many characters of it. What XML does not allow, even as
// a reference, becomes U+FFFD. Line ends and tabs are references, so that no parser changes them.
std::string xml_text(std::string_view text, size_t most = std::string::npos) {
  std::string xml;
  for (size_t at = 0, count = 0; at < text.size() && count < most; ++count) {
    uint32_t code = 0;
    const int64_t size = decode_utf8(text, at, code);
    if (size == 0 || !is_xml(code)) {
      xml += "\xef\xbf\xbd";
    } else if (size == 1 && std::string_view("&<>\"\t\n\r").find(text[at]) != std::string_view::npos) {
      xml += "&#" + std::to_string(code) + ";";
    } else {
      xml += text.substr(at, size);
    }
    at += std::max<int64_t>(size, 1);
  }
  return xml;
}

std::string seconds_of(double seconds) {
  char text[32];
  const auto end =
      std::to_chars(text, text + sizeof(text), std::clamp(seconds, 0.0, 1e9), std::chars_format::fixed, 4);
  return {text, end.ptr};
}

// The member `key` of a line. Somebody may have edited the results that --resume reads, so a member of another
// type counts as missing.
template <class Value>
Value member(const OrderedJson& line, const char* key, bool (OrderedJson::*has_type)() const noexcept) {
  const bool has = line.is_object() && line.contains(key) && (line[key].*has_type)();
  return has ? line[key].get<Value>() : Value();
}

std::string text_in(const OrderedJson& line, const char* key) {
  return member<std::string>(line, key, &OrderedJson::is_string);
}

std::vector<std::string> rules_of(const OrderedJson& line) {
  std::vector<std::string> rules;
  for (const OrderedJson& rule : member<OrderedJson>(line, "rules", &OrderedJson::is_array)) {
    if (rule.is_string()) rules.push_back(rule.get<std::string>());
  }
  return rules;
}

// What a testcase says about a run that is not simply right.
struct Remark {
  std::string tag;  // "failure", "error" or "skipped"; "": the run is right
  std::string type = {};
  std::string message = {};
};

bool is_disturbed(const OrderedJson& line) {
  const OrderedJson seen = member<OrderedJson>(line, "observations", &OrderedJson::is_array);
  return std::any_of(seen.begin(), seen.end(), [](const OrderedJson& each) {
    return text_in(each, "when") == name_of(Observation::Moment::kUsedProcess);
  });
}

Remark remark_of(const OrderedJson& line, bool has_list) {
  const std::string outcome = text_in(line, "outcome"), text = text_in(line, "text");
  const std::string first_line = text.substr(0, text.find('\n'));
  const std::string what = outcome + (first_line.empty() ? "" : ": " + first_line);
  const Outcome kind = outcome_named(outcome).value_or(Outcome::kPassed);
  if (line.contains("unexpected")) return {"failure", "unexpected", text_in(line, "unexpected")};
  if (member<bool>(line, "failed", &OrderedJson::is_boolean)) {
    const OrderedJson listed = member<OrderedJson>(line, "listed", &OrderedJson::is_object);
    const std::string entry = text_in(listed, "kind") + ": " + text_in(listed, "reason");
    if (has_list)
      return {"skipped", "", outcome + (listed.empty() ? ", newer than the list" : ", listed as " + entry)};
    const bool gives_no_answer = traits_of(kind).broken || kind == Outcome::kFailed;
    return {gives_no_answer ? "error" : "failure", outcome, what};
  }
  if (!has_list && is_disturbed(line))
    return {"failure", "disturbed", "another outcome in a process that other runs had used"};
  if (kind == Outcome::kSkipped) return {"skipped", "", first_line};
  if (kind != Outcome::kPassed) return {"skipped", "", "survey: " + what};
  return {};
}

}  // namespace

JunitReport::JunitReport(const ResultsHeader& header)
    : backend_(header.backend.name),
      program_(header.program),
      options_(" --backend " + quoted_for_shell(header.command) +
               (header.options.empty() ? "" : " " + header.options) + in_corpus(header.corpus)),
      has_list_(!header.expectations.empty()) {}

void JunitReport::add(const OrderedJson& line) {
  const std::string name = text_in(line, "run");
  const size_t slash = name.rfind('/');
  const std::string path = name.substr(0, slash);
  const double seconds = member<double>(line, "seconds", &OrderedJson::is_number);
  Suite& suite = suites_[path];
  ++suite.tests;
  suite.seconds += seconds;

  std::string inside;
  if (const Remark remark = remark_of(line, has_list_); !remark.tag.empty()) {
    ++suite.elements[remark.tag];
    inside += "<" + remark.tag + (remark.type.empty() ? "" : " type=\"" + remark.type + "\"") +
              " message=\"" + xml_text(remark.message, kMostMessage) + "\"";
    if (remark.tag == "skipped") {
      inside += "/>";
    } else {
      std::vector<std::string> details = {
          text_in(line, "title"), "rules: " + joined(rules_of(line)), text_in(line, "text"),
          "again: " + program_ + " verify --filter " + quoted_for_shell(name) + options_};
      std::erase(details, "");
      inside += ">" + xml_text(joined(details, "\n")) + "</" + remark.tag + ">";
    }
  }
  if (const std::string errors = text_in(line, "stderr"); !errors.empty())
    inside += "<system-err>" + xml_text(errors) + "</system-err>";
  suite.testcases += "<testcase classname=\"" + xml_text(backend_ + ": " + path) + "\" name=\"" +
                     xml_text(name.substr(slash + 1)) + "\" time=\"" + seconds_of(seconds) + "\"" +
                     (inside.empty() ? "/>" : ">" + inside + "</testcase>") + "\n";
}

std::string JunitReport::text() const {
  std::string text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<testsuites name=\"backedge\">\n";
  for (const auto& [path, suite] : suites_) {
    const auto count = [&suite = suite](const char* tag) {  // Clang 14 needs "= suite"
      const auto found = suite.elements.find(tag);
      return std::to_string(found == suite.elements.end() ? 0 : found->second);
    };
    text += "<testsuite name=\"" + xml_text(backend_ + ": " + path) + "\" tests=\"" +
            std::to_string(suite.tests) + "\" failures=\"" + count("failure") + "\" errors=\"" +
            count("error") + "\" skipped=\"" + count("skipped") + "\" time=\"" + seconds_of(suite.seconds) +
            "\">\n" + suite.testcases + "</testsuite>\n";
  }
  return text + "</testsuites>\n";
}

}  // namespace backedge
