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

/// How a valid model, or what it is given, is made wrong: one change that one rule rejects.
namespace backedge::generate {

/// What is broken.
struct BreakSubject {
  GeneratedModel& made;
  std::string text;  // of the model, for those who change that
  Random& random;
  size_t inference = 0;  // the one whose inputs may be changed
};

struct Breakage {
  enum class When { kLoad, kRun, kEither };
  const char* rule;  // that rejects it
  When when;         // kRun: one inference, or all; kEither: as far as shapes are known
  bool survey;       // the rule is disputed or decided
  /// Makes the change. False: there is nothing in the model that can be broken so.
  bool (*change)(BreakSubject&);
};

std::span<const Breakage> port_map_breakages();
std::span<const Breakage> control_breakages();
std::span<const Breakage> graph_breakages();
std::span<const Breakage> appended_breakages();
std::span<const Breakage> input_breakages();  // of one inference
std::span<const Breakage> text_breakages();   // of the model as it is written

/// An entry in the port map of a body.
struct EntryPlace {
  openvino::GraphPlace place;
  openvino::PortMapEntry* entry;
};
struct LayerPlace {
  openvino::Graph* graph;
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
using LayerWanted = std::function<bool(openvino::Graph&, openvino::Layer&)>;
std::optional<openvino::GraphPlace> pick_body(BreakSubject& subject, const BodyWanted& wanted);
std::optional<EntryPlace> pick_input(BreakSubject& subject, const EntryWanted& wanted);
std::optional<EntryPlace> pick_output(BreakSubject& subject, const EntryWanted& wanted);
std::optional<LayerPlace> pick_layer(BreakSubject& subject, const LayerWanted& wanted);

/// Leads an edge from where another one comes from.
void take_source(openvino::Edge& edge, const openvino::Edge& other);

/// Adds layers to the model's own graph; false where it has none.
bool append(BreakSubject& subject, const std::function<void(Scope&)>& add);

}  // namespace backedge::generate
