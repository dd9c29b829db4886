#include "tools/trace/trace_page.h"

#include "tools/trace/page_files.h"

namespace backedge {
namespace {

void replace(std::string& text, std::string_view from, std::string_view to) {
  text.replace(text.find(from), from.size(), to);
}

// JSON in which no text can end the script element.
std::string embedded(const std::string& json) {
  std::string text;
  text.reserve(json.size());
  for (const char byte : json) {
    if (byte == '<') {
      text += "\\u003c";
    } else {
      text += byte;
    }
  }
  return text;
}

}  // namespace

std::string trace_page(std::span<const std::string> traces) {
  std::string data = "{\"traces\":[";
  for (const std::string& trace : traces) data += (&trace == traces.data() ? "" : ",\n") + embedded(trace);
  std::string page(kPageHtml);
  replace(page, "$css", kPageStyle);
  replace(page, "$js", kPageScript);
  replace(page, "$data", data + "]}");
  return page;
}

}  // namespace backedge
