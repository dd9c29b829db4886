#include "conformance/fuzz/fuzz_bytes.h"
#include "conformance/judge/expectations.h"

/// Fuzzes an expectation list for a corpus of three runs.
namespace backedge {
namespace {

Corpus make_corpus() {
  Corpus corpus;
  corpus.cases.push_back({.path = "loop/a"});
  corpus.cases[0].runs = {{.name = "one"}, {.name = "two", .survey = true}};
  corpus.cases.push_back({.path = "survey/b_1"});
  corpus.cases[1].runs = {{.name = "i_m1"}};
  return corpus;
}

void check_list(const std::string& text) {
  static const Corpus corpus = make_corpus();
  const Result<ExpectationList> list = parse_expectations(text, "list.txt");
  if (!list.ok()) {
    demand(list.error().rule() == "EXPECT-1" && !list.error().message().empty(),
           "an error of another rule, or without message");
    return;
  }
  for (const Expectation& entry : list.value().entries) {
    demand(!entry.patterns.empty() && entry.outcomes.empty() == entry.disturbed && entry.count > 0,
           "an entry that lists nothing");
    demand(!entry.reason.empty(), "an entry without reason");
  }
  for (const Error& error : check_expectations(list.value(), corpus))
    demand(error.rule() == "EXPECT-2", error.text());
  for (const SelectedRun& run : runs_of(corpus)) {
    const Listing listing = hold_against(list.value(), run, Outcome::kWrongValue, false);
    demand(listing.entry == find_expectation(list.value(), run), "two entries for one run");
  }
}

}  // namespace
}  // namespace backedge

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  backedge::check_list({reinterpret_cast<const char*>(data), size});
  return 0;
}
