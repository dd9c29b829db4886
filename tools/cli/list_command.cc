#include "tools/cli/list_command.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>

#include "conformance/corpus/corpus.h"
#include "tools/cli/command_line.h"
#include "tools/cli/print.h"
#include "tools/cli/report_error.h"
#include "tools/cli/suite_arguments.h"

namespace backedge {
namespace {

struct ListArguments : CorpusArguments {
  bool summary = false;
  bool runs = false;
};

// Sorts the ids of a chapter by their numbers.
struct RuleOrder {
  bool operator()(const std::string& a, const std::string& b) const {
    const size_t dash = a.find('-');
    const bool numbered = dash != a.npos && a.compare(0, dash + 1, b, 0, dash + 1) == 0;
    return numbered && a.size() != b.size() ? a.size() < b.size() : a < b;
  }
};

// Counts by name: rows with named columns.
using Table = std::map<std::string, std::map<std::string, int64_t>, RuleOrder>;

std::string table_text(const std::string& title, const Table& table,
                       const std::vector<std::string>& columns) {
  size_t width = title.size();
  for (const auto& [row, cells] : table) width = std::max(width, row.size());
  const auto padded = [](const std::string& text, size_t size) {
    return std::string(std::max(size, text.size()) - text.size(), ' ');
  };
  std::string text = title + padded(title, width);
  for (const std::string& column : columns) text += "  " + padded(column, 8) + column;
  for (const auto& [row, cells] : table) {
    text += "\n" + row + padded(row, width);
    for (const std::string& column : columns) {
      const auto cell = cells.find(column);
      const std::string number = cell == cells.end() ? "-" : std::to_string(cell->second);
      text += "  " + padded(number, std::max<size_t>(column.size(), 8)) + number;
    }
  }
  return text + "\n\n";
}

using CaseRuns = std::pair<const TestCase*, std::vector<const CaseRun*>>;

struct Summary {
  Table areas, rules, oracles, dialects;
};

void count_rejections(const CaseRun& run, Summary& summary) {
  for (const Inference& inference : run.inferences) {
    for (const Answer& answer : inference.answers) {
      const auto* rejection = std::get_if<Rejection>(&answer);
      if (rejection == nullptr) continue;
      for (const std::string& rule : rejection->rules) ++summary.rules[rule]["rejected"];
    }
  }
}

void count(const TestCase& test_case, const std::vector<const CaseRun*>& runs, Summary& summary) {
  const auto add = [&](Table& table, const std::string& row) {
    ++table[row]["cases"];
    ++table["all"]["cases"];
    for (const CaseRun* run : runs) {
      for (const std::string& name : {row, std::string("all")}) {
        ++table[name]["runs"];
        ++table[name][run->survey ? "survey" : "required"];
        if (run->inferences.size() > 1) ++table[name]["sequences"];
      }
    }
  };
  add(summary.areas, test_case.path.substr(0, test_case.path.find('/')));
  add(summary.oracles, test_case.oracle);
  add(summary.dialects, test_case.dialect);
  for (const CaseRun* run : runs) {
    for (const std::string& rule : run->rules) {
      std::map<std::string, int64_t>& cells = summary.rules[rule];
      ++cells["runs"];
      if (test_case.oracle == "by-hand") ++cells["by hand"];
      if (test_case.kind != "plain") ++cells[test_case.kind];
    }
    count_rejections(*run, summary);
  }
}

std::string summary_text(const std::vector<CaseRuns>& runs) {
  Summary summary;
  for (const auto& [test_case, of_case] : runs) count(*test_case, of_case, summary);
  const std::vector<std::string> columns = {"cases", "runs", "required", "survey", "sequences"};
  return table_text("area", summary.areas, columns) + table_text("dialect", summary.dialects, columns) +
         table_text("oracle", summary.oracles, columns) +
         table_text("rule (runs)", summary.rules, {"runs", "by hand", "boundary", "rejected", "combined"});
}

std::string cases_text(const std::vector<CaseRuns>& runs) {
  std::string text;
  for (const auto& [test_case, of_case] : runs)
    text += test_case->path + "  " + std::to_string(of_case.size()) + "  " + test_case->title + "\n";
  return text;
}

std::string names_text(const std::vector<CaseRuns>& runs) {
  std::string text;
  for (const auto& [test_case, of_case] : runs) {
    for (const CaseRun* run : of_case) text += name_of(*test_case, *run) + "\n";
  }
  return text;
}

Result<void> list_command(const ListArguments& arguments) {
  const Selection selection = TRY(select_runs(arguments.corpus, arguments.cases));
  std::vector<CaseRuns> runs;
  for (const SelectedRun& selected : selection.runs) {
    if (runs.empty() || runs.back().first != selected.test_case) runs.push_back({selected.test_case, {}});
    runs.back().second.push_back(selected.run);
  }
  if (!runs.empty())
    TRY(print(arguments.summary ? summary_text(runs) : arguments.runs ? names_text(runs) : cases_text(runs)));
  if (selection.corpus.problems.empty()) return {};
  Error error("CASE-2", "the corpus has problems");
  for (const std::string& problem : selection.corpus.problems) error = std::move(error).note(problem);
  return std::move(error).in(Phase::kRead);
}

}  // namespace

void add_list(CommandLine& program) {
  const auto list = std::make_shared<ListArguments>();
  Command& command = program.add_command("list", "Print the cases of the corpus.");
  add_cases(command, *list);
  Option summary =
      command.add_flag("--summary", list->summary, "print counts by area, dialect, oracle and rule instead");
  command.add_flag("--runs", list->runs, "print the names of the runs instead").excludes(summary);
  command.runs([list] { return exit_code(list_command(*list)); });
}

}  // namespace backedge
