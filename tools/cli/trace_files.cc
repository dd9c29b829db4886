#include "tools/cli/trace_files.h"

#include "interpreter/version.h"
#include "tools/cli/command_line.h"
#include "tools/cli/output_files.h"
#include "tools/trace/trace_page.h"

namespace backedge {

void add_trace_files(Command& command, TraceFiles& files) {
  command.add_option("--html", files.html, "write the page, which needs no other file and no network")
      .value_name("FILE.html");
  command.add_option("--json", files.json, "write the trace in the format of docs/trace.md")
      .value_name("FILE.json");
  command.check([&files] {
    const bool same = !files.html.empty() && !files.json.empty() && is_same_file(files.html, files.json);
    return Complaint(same ? "--html and --json: expected two files" : "");
  });
}

Result<void> write_trace(const TraceFiles& files, const std::string& model, const TraceLog& log,
                         const Error* error, std::span<const std::string> others) {
  OrderedJson members = {{"model", model}, {"engine", "backedge"}, {"engine_version", kVersion}};
  if (error != nullptr) members["error"] = error->text();
  std::vector<std::string> traces = {log.json(members)};
  if (!files.json.empty()) TRY(write_text(files.json, traces.front() + "\n"));
  traces.insert(traces.end(), others.begin(), others.end());
  if (!files.html.empty()) TRY(write_text(files.html, trace_page(traces)));
  return {};
}

}  // namespace backedge
