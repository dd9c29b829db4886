#include "conformance/results/read_results.h"

#include <map>
#include <set>

#include "conformance/corpus/json.h"
#include "interpreter/version.h"

namespace backedge {
namespace {

Error results_error(std::string message) {
  return Error("RESULTS-1", std::move(message)).in(Phase::kRead);  // [RESULTS-1]
}

Result<void> check_same(const char* what, const std::string& before, const std::string& now) {
  if (before == now) return {};
  return results_error("was begun with another " + std::string(what) + "\nbefore  " + before + "\nnow     " +
                       now);
}

// The text of the member at `path`; "" if there is none.
std::string text_at(const Json& json, const char* path) {
  const Json::json_pointer pointer(path);
  if (!json.contains(pointer)) return "";
  const Json& value = json[pointer];
  return value.is_string() ? value.get<std::string>() : value.dump();
}

Result<void> read_header(const Json& header, const ResultsHeader& now, EarlierResults& earlier) {
  if (text_at(header, "/results") != "1") return results_error("is not a results file of format 1");
  TRY(check_same("version of backedge", text_at(header, "/backedge"), std::string(kVersion)));
  TRY(check_same("corpus", text_at(header, "/corpus/digest"), corpus_digest(now.corpus)));
  TRY(check_same("backend", text_at(header, "/backend/command"), now.command));
  TRY(check_same("number of selected runs", text_at(header, "/selected/runs"), std::to_string(now.runs)));
  earlier.name = text_at(header, "/backend/name");
  earlier.version = text_at(header, "/backend/version");
  earlier.features = text_at(header, "/backend/features");
  return {};
}

using RunsByName = std::map<std::string, SelectedRun>;

// Reads a run and removes it from `open`: each run is recorded once.
Result<EarlierRun> read_run(const Json& line, RunsByName& open) {
  const std::string name = text_at(line, "/run");
  const auto run = open.extract(name);
  if (run.empty()) return results_error("a run that is not selected, or already recorded: " + name);
  const std::optional<Outcome> outcome = outcome_named(text_at(line, "/outcome"));
  if (!outcome) return results_error("no outcome: " + text_at(line, "/outcome"));
  EarlierRun earlier;
  earlier.record.run = run.mapped();
  earlier.record.verdict.outcome = *outcome;
  earlier.record.verdict.text = text_at(line, "/text");
  for (const Json& seen : line.value("observations", Json::array())) {
    if (text_at(seen, "/when") != name_of(Observation::Moment::kUsedProcess)) continue;
    const std::optional<Outcome> there = outcome_named(text_at(seen, "/outcome"));
    if (!there) return results_error("no outcome: " + text_at(seen, "/outcome"));
    earlier.record.verdict.observations.push_back(
        {.moment = Observation::Moment::kUsedProcess, .outcome = *there, .counts = false});
  }
  return earlier;
}

Result<EarlierResults> read_lines(std::string_view text, const ResultsHeader& now, RunsByName open,
                                  int64_t& number) {
  EarlierResults earlier;
  bool ended = false;
  for (size_t end = text.find('\n'); end != text.npos; end = text.find('\n')) {
    ++number;
    if (ended) return results_error("a line after the footer");
    const std::string whole(text.substr(0, end));
    const Result<Json> parsed = parse_json(whole);
    text.remove_prefix(end + 1);
    if (!parsed.ok()) return results_error(parsed.error().message());
    const Json& line = parsed.value();
    if (!line.is_object()) return results_error("not a JSON object");
    if (number == 1) {
      TRY(read_header(line, now, earlier));
    } else if (line.contains("end")) {
      ended = true;
    } else {
      earlier.runs.push_back(TRY(read_run(line, open)));
      earlier.runs.back().line = whole;
    }
  }
  return earlier;
}

}  // namespace

Result<EarlierResults> read_results(const std::string& file, const ResultsHeader& now,
                                    std::span<const SelectedRun> runs) {
  Result<std::string> text = read_text(file);
  if (!text.ok()) return results_error(text.error().message()).at(file, 0);
  RunsByName open;
  for (const SelectedRun& run : runs) open.emplace(name_of(run), run);
  int64_t number = 0;
  try {
    Result<EarlierResults> read = read_lines(text.value(), now, std::move(open), number);
    if (!read.ok()) return read.take_error().at(file, number);
    return read;
  } catch (const Json::exception& failure) {  // a member has another type
    return results_error(failure.what()).at(file, number);
  }
}

Result<void> check_backend(const EarlierResults& earlier, const Hello& hello, const std::string& file) {
  if (earlier.name.empty()) return {};
  Result<void> same =
      check_same("backend", earlier.name + " " + earlier.version, hello.name + " " + hello.version);
  if (same.ok()) same = check_same("list of features", earlier.features, Json(hello.features).dump());
  if (!same.ok()) return same.take_error().at(file, 0);
  return {};
}

}  // namespace backedge
