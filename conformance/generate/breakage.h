#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/generate/generate_model.h"
#include "conformance/generate/random.h"
#include "conformance/generate/scope.h"
#include "interpreter/openvino/lookup.h"

/// Changes that make a valid model or its inputs wrong: each makes one change, which one rule rejects.
namespace backedge::generate {

/// The model or the inputs to break.
struct BreakSubject {
  GeneratedModel& made;
  std::string text;  // the text of the model, for changes of the text
  Random& random;
  size_t inference = 0;  // the inference whose inputs may be changed
};

struct Breakage {
  enum class When { kLoad, kRun, kEither };
  const char* rule;  // the rule that rejects the change
  When when;         // kRun: in one inference or in all; kEither: depends on which shapes are known
  bool survey;       // the rule is disputed or decided
  /// Makes the change. Returns false if the model has nothing that can be broken like this.
  bool (*change)(BreakSubject&);
};

std::span<const Breakage> port_map_breakages();
std::span<const Breakage> control_breakages();
std::span<const Breakage> graph_breakages();
std::span<const Breakage> appended_breakages();
std::span<const Breakage> input_breakages();  // change the inputs of one inference
std::span<const Breakage> text_breakages();   // change the text of the model

/// An entry in the port map of a body.
struct EntryPlace {
  openvino::GraphPlace place;
  openvino::PortMapEntry* entry;
};
struct LayerPlace {
  openvino::LayerGraph* graph;
  openvino::Layer* layer;
};

/// Every loop and every branch of an If.
std::vector<openvino::GraphPlace> list_bodies(BreakSubject& subject);

template <class T>
std::optional<T> pick_of(BreakSubject& subject, const std::vector<T>& found) {
  if (found.empty()) return std::nullopt;
  return subject.random.one_of(found);
}

using BodyWanted = std::function<bool(const openvino::GraphPlace&)>;
using EntryWanted = std::function<bool(const openvino::GraphPlace&, const openvino::PortMapEntry&)>;
using LayerWanted = std::function<bool(openvino::LayerGraph&, openvino::Layer&)>;
std::optional<openvino::GraphPlace> pick_body(BreakSubject& subject, const BodyWanted& wanted);
std::optional<EntryPlace> pick_input(BreakSubject& subject, const EntryWanted& wanted);
std::optional<EntryPlace> pick_output(BreakSubject& subject, const EntryWanted& wanted);
std::optional<LayerPlace> pick_layer(BreakSubject& subject, const LayerWanted& wanted);

/// Makes an edge begin where another edge begins.
void take_source(openvino::Edge& edge, const openvino::Edge& other);

/// Adds layers to the model's own graph. Returns false if it has none.
bool append(BreakSubject& subject, const std::function<void(Scope&)>& add);

}  // namespace backedge::generate
