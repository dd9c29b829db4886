#include "conformance/results/results.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "conformance/corpus/json.h"
#include "conformance/corpus/values_json.h"
#include "conformance/judge/complaint.h"
#include "interpreter/base/fnv1a.h"
#include "interpreter/tensor/decimal.h"
#include "interpreter/version.h"

namespace backedge {
namespace {

// Limits for the parts of a line that come from a backend.
constexpr size_t kMostText = 4096;  // bytes
constexpr size_t kMostObservations = 32, kMostObservationText = 1024;
constexpr size_t kMostOutputs = 8;
constexpr int64_t kMostValues = 200, kValuesBefore = 50;  // of a tensor, and before its first different value

std::string line_of(const OrderedJson& json) { return json_text(json) + "\n"; }

std::string beginning(const std::string& text, size_t most = kMostText) {
  return text.size() <= most ? text : text.substr(0, most) + " ...";
}

// A tensor with its values from about `first` on.
OrderedJson tensor_json(const Tensor& tensor, int64_t first) {
  const int64_t last = std::max<int64_t>(tensor.count() - kMostValues, 0);
  const int64_t from = std::clamp<int64_t>(first - kValuesBefore, 0, last);
  const int64_t to = std::min(from + kMostValues, tensor.count());
  OrderedJson json = {{"element_type", name_of(tensor.type())},
                      {"shape", std::vector<int64_t>(tensor.shape().begin(), tensor.shape().end())}};
  if (from > 0) json["from"] = from;
  json["values"] = values_json(tensor, from, to);
  return json;
}

OrderedJson wrong_json(const WrongOutput& wrong) {
  const Difference& difference = wrong.difference;
  OrderedJson json = {{"output", wrong.output}};
  if (!wrong.name.empty()) json["name"] = wrong.name;
  json["compare"] = wrong.expected.comparison.text();
  json["expected"] = tensor_json(wrong.expected.tensor, difference.first);
  json["actual"] = tensor_json(wrong.actual, difference.first);
  if (difference.kind == Difference::Kind::kValue) {
    json["differ"] = difference.count;
    json["positions"] = difference.positions;
  }
  return json;
}

OrderedJson observation_json(const Observation& seen) {
  OrderedJson json = {{"when", name_of(seen.moment)},
                      {"inference", seen.inference},
                      {"outcome", name_of(seen.outcome)},
                      {"counts", seen.counts}};
  if (!seen.other.empty()) json["other"] = seen.other;
  if (!seen.text.empty()) json["text"] = beginning(seen.text, kMostObservationText);
  return json;
}

// Adds what was asked for, in order. If there are many inferences, the first ones say most.
void add_observations(const std::vector<Observation>& observations, OrderedJson& line) {
  for (size_t k = 0; k < std::min(kMostObservations, observations.size()); ++k)
    line["observations"].push_back(observation_json(observations[k]));
}

// Adds the differences from the case.
void add_failure(const RunRecord& record, OrderedJson& line) {
  const Verdict& verdict = record.verdict;
  if (verdict.outcome != Outcome::kSkipped) line["title"] = record.run.test_case->title;
  for (size_t k = 0; k < std::min(kMostOutputs, verdict.wrong.size()); ++k)
    line["wrong"].push_back(wrong_json(verdict.wrong[k]));
  for (size_t k = 0; k < std::min(kMostOutputs, verdict.given.size()); ++k)
    line["given"].push_back(tensor_json(verdict.given[k], 0));
  if (!record.errors.empty()) line["stderr"] = record.errors;
}

// Opens a stream. A FIFO without a reader is an error, because to open it would take until one comes, and no
// signal ends that.
Result<void> open_stream(std::ofstream& stream, const std::string& file) {
  struct stat status;
  int fifo = -1;
  if (stat(file.c_str(), &status) == 0 && S_ISFIFO(status.st_mode)) {
    fifo = open(file.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (fifo < 0) return Error("FILE-1", "cannot be written: nothing reads from this FIFO").at(file, 0);
  }
  stream.open(file, std::ios::binary | std::ios::trunc);
  if (fifo >= 0) close(fifo);  // only now, because a reader ends when nobody writes
  return {};
}

// Adds the parts that depend on an expectation list.
OrderedJson with_listing(OrderedJson line, const std::optional<Listing>& listing) {
  line.erase("listed");
  line.erase("unexpected");
  if (listing && listing->entry != nullptr)
    line["listed"] = {{"kind", listing->entry->kind}, {"reason", listing->entry->reason}};
  if (listing && listing->surprise) line["unexpected"] = listing->surprise->message();
  return line;
}

}  // namespace

void OutcomeCounts::add(const RunRecord& record, const std::optional<Listing>& listing) {
  const Outcome outcome = record.verdict.outcome;
  const bool fails = is_failure(outcome, record.run.run->survey);
  const bool surprises = listing ? listing->surprise.has_value() : fails;
  ++runs;
  ++of[static_cast<size_t>(outcome)];
  failed += fails;
  disturbed += is_disturbed(record.verdict);
  unexpected += surprises;
  const bool has_entry = listing && listing->entry != nullptr;
  listed += fails && !surprises && has_entry;
  newer += fails && !surprises && !has_entry;
}

std::string corpus_digest(const std::string& corpus) {
  const Result<std::string> manifest = read_text(corpus + "/MANIFEST");
  return "fnv1a64:" + hexadecimal(fnv1a64(manifest.ok() ? manifest.value() : ""));
}

Result<ResultsFile> ResultsFile::create(const std::string& file, const ResultsHeader& header) {
  ResultsFile results;
  results.file_ = file;
  TRY(open_stream(results.stream_, file));
  results.has_list_ = !header.expectations.empty();
  OrderedJson line = {
      {"results", 1},
      {"backedge", kVersion},
      {"corpus", {{"folder", header.corpus}, {"digest", corpus_digest(header.corpus)}}},
      {"backend",
       {{"command", header.command},
        {"name", header.backend.name},
        {"version", header.backend.version},
        {"features", header.backend.features}}},
      {"selected", {{"cases", header.cases}, {"runs", header.runs}}},
      {"started", {{"program", header.program}, {"folder", header.folder}, {"options", header.options}}}};
  if (results.has_list_) line["expectations"] = header.expectations;
  results.stream_ << line_of(line) << std::flush;
  if (!results.stream_) return Error("FILE-1", "cannot be written").at(file, 0);
  return results;
}

OrderedJson run_json(const RunRecord& record, const std::optional<Listing>& listing) {
  const CaseRun& run = *record.run.run;
  const Verdict& verdict = record.verdict;
  OrderedJson line = {
      {"run", name_of(*record.run.test_case, run)},        {"rules", run.rules},
      {"tier", run.survey ? "survey" : "required"},        {"outcome", name_of(verdict.outcome)},
      {"failed", is_failure(verdict.outcome, run.survey)}, {"inference", verdict.inference}};
  if (!verdict.text.empty()) line["text"] = beginning(verdict.text);
  if (const std::string signature = complaint_of(verdict); !signature.empty()) line["signature"] = signature;
  line["seconds"] = std::round(record.seconds * 1e4) / 1e4;
  add_observations(verdict.observations, line);
  if (!verdict.passed()) add_failure(record, line);
  return with_listing(line, listing);
}

OrderedJson run_json(const EarlierRun& run, const std::optional<Listing>& listing) {
  return with_listing(OrderedJson::parse(run.line), listing);
}

Result<void> ResultsFile::add(const OrderedJson& line) {
  if (!(stream_ << line_of(line) << std::flush)) return Error("FILE-1", "cannot be written").at(file_, 0);
  return {};
}

Result<void> ResultsFile::move_to(const std::string& file) {
  if (!stream_.flush() || std::rename(file_.c_str(), file.c_str()) != 0)
    return Error("FILE-1", "cannot be written").at(file, 0);
  file_ = file;
  return {};
}

Result<void> ResultsFile::finish(const OutcomeCounts& counts, bool complete, int64_t starts) {
  OrderedJson outcomes = OrderedJson::object();
  for (size_t k = 0; k < kOutcomes; ++k) {
    if (counts.of[k] > 0) outcomes[std::string(name_of(static_cast<Outcome>(k)))] = counts.of[k];
  }
  OrderedJson line = {
      {"end", true}, {"complete", complete}, {"runs", counts.runs}, {"failed", counts.failed}};
  if (has_list_) line["unexpected"] = counts.unexpected;
  if (counts.disturbed > 0) line["disturbed"] = counts.disturbed;
  line["outcomes"] = outcomes;
  line["starts"] = starts;
  stream_ << line_of(line);
  stream_.close();
  if (!stream_) return Error("FILE-1", "cannot be written").at(file_, 0);
  return {};
}

}  // namespace backedge
