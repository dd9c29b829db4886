#include "conformance/generate/breakage.h"
#include "interpreter/openvino/lookup.h"
#include "interpreter/tensor/decimal.h"

namespace backedge::generate {
namespace {

using When = Breakage::When;
using Inputs = std::map<std::string, Tensor>;

Inputs& inputs_of(BreakSubject& subject) { return subject.made.inferences[subject.inference]; }

// The tensor of a random Parameter; null if the model has no Parameter.
Tensor* some_tensor(BreakSubject& subject) {
  Inputs& inputs = inputs_of(subject);
  if (inputs.empty()) return nullptr;
  auto at = inputs.begin();
  std::advance(at, subject.random.below(std::ssize(inputs)));
  return &at->second;
}

bool leave_out(BreakSubject& subject) {
  Inputs& inputs = inputs_of(subject);
  if (inputs.empty()) return false;
  inputs.erase(inputs.begin());
  return true;
}

bool give_more(BreakSubject& subject) {
  inputs_of(subject)["no_such_parameter"] = Tensor::scalar<int32_t>(1);
  return true;
}

bool give_another_type(BreakSubject& subject) {
  Tensor* tensor = some_tensor(subject);
  if (tensor == nullptr) return false;
  const ElementType type = tensor->type() == ElementType::kF64 ? ElementType::kF32 : ElementType::kF64;
  *tensor = Tensor::zeros(type, tensor->shape());
  return true;
}

bool give_another_rank(BreakSubject& subject) {
  Tensor* tensor = some_tensor(subject);
  if (tensor == nullptr || subject.made.model.single_layer) return false;
  Shape shape = tensor->shape();
  shape.push_back(1);
  *tensor = tensor->view(0, shape);
  return true;
}

// Whether a Parameter of the model is only the trip count of one loop, and not even used in its body.
bool is_trip_count_alone(const openvino::LayerGraph& graph, const std::string& parameter) {
  int64_t reads = 0;
  for (const openvino::Edge& edge : graph.edges) {
    if (find_layer(graph, edge.from_layer)->name != parameter) continue;
    reads += 1 + names_port(*find_layer(graph, edge.to_layer), edge.to_port);
  }
  return reads == 1;
}

// Changes the trip count of a loop.
bool change_trips(BreakSubject& subject, int64_t trips, bool (*wanted)(const LoopFacts&)) {
  std::vector<LoopFacts> found;
  for (const LoopFacts& facts : subject.made.notes.loops) {
    if (is_trip_count_alone(subject.made.model.graph, facts.trip_parameter) && wanted(facts))
      found.push_back(facts);
  }
  const auto loop = pick_of(subject, found);
  if (!loop) return false;
  Tensor& tensor = inputs_of(subject).at(loop->trip_parameter);
  dispatch(tensor.type(), [&]<class T>(TypeTag<T>) { *tensor.writable<T>() = element_of<T>(trips); });
  return true;
}

bool count_below_minus_1(BreakSubject& subject) {
  return change_trips(subject, -2, [](const LoopFacts&) { return true; });
}
bool run_past_the_parts(BreakSubject& subject) {
  return change_trips(subject, 100, [](const LoopFacts& loop) { return loop.runs_its_trips && loop.sliced; });
}
bool ask_for_a_last_value(BreakSubject& subject) {
  return change_trips(subject, 0,
                      [](const LoopFacts& loop) { return loop.unfed_last_value && loop.least > 0; });
}

constexpr Breakage kInputBreakages[] = {
    {"INPUT-1", When::kRun, true, leave_out},           {"INPUT-2", When::kRun, true, give_more},
    {"INPUT-3", When::kRun, true, give_another_type},   {"INPUT-4", When::kRun, true, give_another_rank},
    {"TRIP-2", When::kRun, true, count_below_minus_1},  {"SLICE-9", When::kRun, true, run_past_the_parts},
    {"ZERO-3", When::kRun, true, ask_for_a_last_value},
};

}  // namespace

std::span<const Breakage> input_breakages() { return kInputBreakages; }

}  // namespace backedge::generate
