#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <type_traits>

#include "conformance/corpus/corpus.h"
#include "conformance/verify/check_run.h"
#include "interpreter/graph/graph.h"
#include "interpreter/openvino/shape_text.h"

/// print_operations CORPUS
///
/// Prints a line for each operation of OpenVINO in the corpus: its name, its classes of errors, and element
/// types. These are the types of its first operand, or of the first one that is no condition or position.
namespace backedge {
namespace {

using Classes = std::set<std::string>;
using Types = std::set<ElementType>;

/// What is known of the operations of one name.
struct Row {
  Classes classes;
  std::vector<Types> types;  // of each operand
  std::vector<std::pair<Made, size_t>> seen = {};
};

std::string ulps_of(double ulps) {
  if (ulps == 0) return "exact";
  char text[32];
  std::snprintf(text, sizeof text, "%g ulp", ulps);
  return text;
}

template <class Class, class... Others>
constexpr bool kIsOneOf = (std::is_same_v<Class, Others> || ...);

/// The words of docs/operations.md.
template <class Class>
std::string word_of(const Class& one) {
  using namespace ops;
  if constexpr (requires { one.ulps; }) return ulps_of(one.ulps);
  if constexpr (kIsOneOf<Class, EmbeddingBags>) return one.mean ? "formula" : "sum";
  if constexpr (kIsOneOf<Class, Sums, AdaptiveMeans>) return "sum";
  if constexpr (kIsOneOf<Class, Converts>) return "0.5 ulp";
  if constexpr (kIsOneOf<Class, Interpolate, GridSample>) return "resampling";
  if constexpr (kIsOneOf<Class, NotDerived>) return "not derived";
  if constexpr (kIsOneOf<Class, Moves, MovesByOthers, Steps, FindsZeros, FindsGreatest, Searches, Compares,
                         TopK, Unique, MaxPool, AdaptiveMaxPool, SegmentMax, ReadsNoReals>)
    return "exact";
  return "formula";
}

std::string class_of(const ops::ErrorClass& error) {
  return std::visit([](const auto& one) { return word_of(one); }, *error.any);
}

/// Whether Infer can take operands of these types, if it knows nothing else of them.
bool takes(const Operation& operation, const std::vector<ElementType>& types, size_t outputs) {
  std::vector<Operand> operands;
  for (const ElementType type : types) operands.push_back({.type = type, .shape = PartialShape::any()});
  std::vector<Signature> signatures(outputs);
  const Result<void> result = operation.infer(operands, signatures);
  return result.ok() || result.error().rule() != "OP-4";
}

/// Adds the types that operands from `k` on can have beside `type`, if those before have `chosen`.
void add_types(const Operation& operation, ElementType type, std::vector<ElementType>& chosen, size_t k,
               size_t outputs, Row& row) {
  if (k == chosen.size()) {
    if (!takes(operation, chosen, outputs)) return;
    for (size_t i = 0; i < chosen.size(); ++i) row.types[i].insert(chosen[i]);
    return;
  }
  std::set<ElementType> choices = {type, ElementType::kI64};
  if (chosen.size() <= 4) choices.insert({ElementType::kBoolean, ElementType::kF32});
  for (const ElementType choice : choices) {
    chosen[k] = choice;
    add_types(operation, type, chosen, k + 1, outputs, row);
  }
}

void add_operation(const Node& node, const Operation& operation, Row& row) {
  row.classes.insert(class_of(operation.error));
  const size_t inputs = node.inputs.size();
  for (const auto& [made, count] : row.seen)
    if (made == operation.made && count == inputs) return;
  row.seen.emplace_back(operation.made, inputs);
  if (inputs > 8) return;  // a list such as that of Concat, which also occurs with fewer
  row.types.resize(std::max(row.types.size(), inputs));
  std::vector<ElementType> chosen(inputs);
  for (size_t k = 0; k <= static_cast<size_t>(ElementType::kF8E5M2FNUZ); ++k) {
    const auto type = static_cast<ElementType>(k);
    const bool is_of_openvino = !openvino::precision_name_of(type).empty();
    if (is_of_openvino) add_types(operation, type, chosen, 0, node.outputs.size(), row);
  }
}

void add_graph(const Graph& graph, std::map<std::string, Row>& rows) {
  for (const Node& node : graph.nodes) {
    if (const auto* operation = std::get_if<Operation>(&node.work)) {
      add_operation(node, *operation, rows[node.type]);
    } else if (const auto* loop = std::get_if<LoopNode>(&node.work)) {
      add_graph(*loop->body, rows);
    } else if (const auto* both = std::get_if<IfNode>(&node.work)) {
      add_graph(*both->then_branch.body, rows);
      add_graph(*both->else_branch.body, rows);
    }
  }
}

bool has_real(const Types& types) { return std::any_of(types.begin(), types.end(), is_real); }

/// Those of the first operand. If it has conditions or positions, those of the first one with other elements.
Types main_types(const Row& row) {
  if (row.types.empty()) return {};
  for (const Types& types : row.types)
    if (has_real(types) && types.size() > row.types[0].size() && !has_real(row.types[0])) return types;
  return row.types[0];
}

void print(const std::string& name, const Row& row) {
  std::string classes, types;
  for (const std::string& one : row.classes) classes += (classes.empty() ? "" : ", ") + one;
  for (const ElementType type : main_types(row))
    types += (types.empty() ? "" : " ") + std::string(name_of(type));
  std::printf("%s | %s | %s\n", name.c_str(), classes.c_str(), types.c_str());
}

int print_operations(const std::string& folder) {
  const Corpus corpus = read_corpus(folder);
  for (const std::string& problem : corpus.problems) std::fprintf(stderr, "%s\n", problem.c_str());
  if (!corpus.problems.empty()) return 1;
  std::map<std::string, Row> rows;
  for (const SelectedRun& run : runs_of(corpus)) {
    if (run.test_case->format.name != kOpenvinoIr.name) continue;
    const Result<LoadedModel> model = load_run(*run.test_case, *run.run);
    if (model.ok()) add_graph(model.value().graph(), rows);
  }
  for (const auto& [name, row] : rows) print(name, row);
  return 0;
}

}  // namespace
}  // namespace backedge

int main(int count, char** arguments) {
  if (count == 2) return backedge::print_operations(arguments[1]);
  std::fprintf(stderr, "usage: print_operations CORPUS\n");
  return 2;
}
