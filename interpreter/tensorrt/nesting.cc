#include "interpreter/tensorrt/nesting.h"

#include <algorithm>
#include <deque>

#include "interpreter/tensorrt/needed_layers.h"
#include "interpreter/tensorrt/order_items.h"

namespace backedge::tensorrt {
namespace {

using ScopeSet = std::vector<ScopeId>;  // sorted

bool contains(const ScopeSet& set, ScopeId scope) {
  return std::binary_search(set.begin(), set.end(), scope);
}

// Whether `into` grew.
bool unite(ScopeSet& into, const ScopeSet& other, ScopeId without = kNetworkScope) {
  bool grew = false;
  for (const ScopeId scope : other) {
    const auto place = std::lower_bound(into.begin(), into.end(), scope);
    if (scope == without || (place != into.end() && *place == scope)) continue;
    into.insert(place, scope);
    grew = true;
  }
  return grew;
}

// How a layer relates to a scope.
enum class Side {
  kInside,   // ordinary layers. Their outputs are inside the scopes of their inputs
  kEntry,    // iterators, recurrences, inputs of conditionals. Their outputs are inside their own scope
  kExit,     // outputs of loops and conditionals. Their outputs are outside their own scope
  kControl,  // trip limits and conditions. They have no output
};

Side side_of(const ILayer& layer) {
  const Arguments& arguments = layer.data().arguments;
  if (std::holds_alternative<IteratorArguments>(arguments) ||
      std::holds_alternative<RecurrenceArguments>(arguments) ||
      std::holds_alternative<ConditionalInputArguments>(arguments)) {
    return Side::kEntry;
  }
  if (std::holds_alternative<LoopOutputArguments>(arguments) ||
      std::holds_alternative<ConditionalOutputArguments>(arguments)) {
    return Side::kExit;
  }
  return layer.getNbOutputs() == 0 ? Side::kControl : Side::kInside;
}

// The analysis under way. A set of a layer or a scope only grows, so the order of evaluation has no effect.
struct Analysis {
  const INetworkDefinition& network;
  int64_t max_depth;
  Nesting nesting = {};
  std::vector<ScopeSet> inside = {};                   // by layer: the scopes that its outputs are inside of
  std::vector<ScopeSet> enclosing = {};                // by scope: the scopes around it
  std::vector<std::vector<const ILayer*>> users = {};  // by layer
};

size_t index_of(const ILayer& layer) { return static_cast<size_t>(layer.id()); }

void prepare(Analysis& analysis) {
  const INetworkDefinition& network = analysis.network;
  analysis.nesting.scopes.resize(1 + network.loops().size() + network.conditionals().size());
  for (const ILoop& loop : network.loops()) analysis.nesting.scopes[scope_of(loop)].loop = &loop;
  for (const IIfConditional& conditional : network.conditionals())
    analysis.nesting.scopes[scope_of(network, conditional)].conditional = &conditional;
  analysis.enclosing.resize(analysis.nesting.scopes.size());
  analysis.inside.resize(network.layers().size());
  analysis.users.resize(network.layers().size());
  for (const auto& layer : network.layers()) {
    if (!analysis.nesting.needs(*layer)) continue;
    const ScopeId scope = boundary_scope(analysis.network, *layer);
    if (scope != kNetworkScope) analysis.nesting.scopes[scope].boundary.push_back(layer.get());
    for (const ITensor* input : layer->data().inputs) {
      if (input != nullptr) analysis.users[index_of(input->layer())].push_back(layer.get());
    }
  }
}

// Finds the scopes that each value is inside of: B is in A if a boundary of B reads a value inside A.  [TRT-18]
Result<void> find_insides(Analysis& analysis) {
  std::deque<const ILayer*> waiting;
  for (const auto& layer : analysis.network.layers()) {
    if (analysis.nesting.needs(*layer)) waiting.push_back(layer.get());
  }
  while (!waiting.empty()) {
    const ILayer& layer = *waiting.front();
    waiting.pop_front();
    const ScopeId scope = boundary_scope(analysis.network, layer);
    const Side side = side_of(layer);
    ScopeSet& around = analysis.enclosing[scope];
    ScopeSet& inside = analysis.inside[index_of(layer)];
    bool scope_grew = false, layer_grew = false;
    for (const ITensor* input : layer.data().inputs) {
      if (input == nullptr) continue;
      const ScopeSet& of_input = analysis.inside[index_of(input->layer())];
      if (side == Side::kInside) {
        layer_grew |= unite(inside, of_input);
      } else {
        scope_grew |= unite(around, of_input, scope);
      }
    }
    if (static_cast<int64_t>(std::max(around.size(), inside.size())) > analysis.max_depth) {  // [LIMIT-2]
      return Error("LIMIT-2", "loops and conditionals are nested deeper than the limit of " +
                                  std::to_string(analysis.max_depth))
          .of(title_of(layer));
    }
    if (side == Side::kEntry || side == Side::kExit) layer_grew |= unite(inside, around);
    if (side == Side::kEntry) layer_grew |= unite(inside, {scope});
    if (scope_grew) {
      const auto& boundary = analysis.nesting.scopes[scope].boundary;
      waiting.insert(waiting.end(), boundary.begin(), boundary.end());
    }
    if (layer_grew) {
      const auto& users = analysis.users[index_of(layer)];
      waiting.insert(waiting.end(), users.begin(), users.end());
    }
  }
  return {};
}

// The rule that is broken if input `index` of a boundary layer is inside its own scope; null if it may be.
const char* rule_against_inside(const ILayer& layer, size_t index) {
  const Arguments& arguments = layer.data().arguments;
  if (const auto* limit = std::get_if<TripLimitArguments>(&arguments))
    return limit->limit == TripLimit::kCOUNT ? "TRT-6" : nullptr;  // [TRT-6]
  if (std::holds_alternative<ConditionArguments>(arguments) ||
      std::holds_alternative<ConditionalInputArguments>(arguments)) {
    return "TRT-23";  // [TRT-23]
  }
  if (std::holds_alternative<IteratorArguments>(arguments)) return "TRT-16";                  // [TRT-16]
  if (std::holds_alternative<RecurrenceArguments>(arguments) && index == 0) return "TRT-16";  // [TRT-16]
  if (std::holds_alternative<LoopOutputArguments>(arguments) && index == 1) return "TRT-16";  // [TRT-16]
  return nullptr;
}

Result<void> check_starts(const Analysis& analysis) {
  for (const Scope& scope : analysis.nesting.scopes) {
    for (const ILayer* layer : scope.boundary) {
      for (size_t k = 0; k < layer->data().inputs.size(); ++k) {
        const ITensor* input = layer->data().inputs[k];
        const char* const rule = rule_against_inside(*layer, k);
        if (input == nullptr || rule == nullptr) continue;
        if (!contains(analysis.inside[index_of(input->layer())], boundary_scope(analysis.network, *layer)))
          continue;
        return Error(rule, title_of(*input) + " is defined inside " + title_of(scope) +
                               ", but must come from outside")
            .of(title_of(*layer));
      }
    }
  }
  return {};
}

Error not_clean(const Scope& a, const Scope& b) {  // [TRT-19]
  return Error("TRT-19", "loops are not cleanly nested: " + title_of(a) + " and " + title_of(b) +
                             " use values of each other");
}

// No two scopes are in each other.
Result<void> check_clean(const Analysis& analysis) {
  const std::vector<Scope>& scopes = analysis.nesting.scopes;
  for (ScopeId scope = 1; scope < scopes.size(); ++scope) {
    for (const ScopeId around : analysis.enclosing[scope]) {
      if (contains(analysis.enclosing[around], scope)) return not_clean(scopes[scope], scopes[around]);
    }
  }
  return {};
}

// The innermost of some scopes, if each is in the next one.
Result<ScopeId> innermost(const Analysis& analysis, const ScopeSet& set, const std::string& title) {
  if (set.empty()) return kNetworkScope;
  const ScopeId inner = *std::max_element(set.begin(), set.end(), [&](ScopeId a, ScopeId b) {
    return analysis.enclosing[a].size() < analysis.enclosing[b].size();
  });
  ScopeSet whole = analysis.enclosing[inner];
  unite(whole, {inner});
  if (whole == set) return inner;
  const ScopeId other = set.front() == inner ? set.back() : set.front();
  return not_clean(analysis.nesting.scopes[inner], analysis.nesting.scopes[other]).of(title);
}

Result<void> find_homes(Analysis& analysis) {
  Nesting& nesting = analysis.nesting;
  for (ScopeId scope = 1; scope < nesting.scopes.size(); ++scope) {
    nesting.scopes[scope].parent =
        TRY(innermost(analysis, analysis.enclosing[scope], title_of(nesting.scopes[scope])));
  }
  nesting.home.assign(analysis.inside.size(), kNetworkScope);
  for (const auto& layer : analysis.network.layers()) {
    if (!nesting.needs(*layer)) continue;
    nesting.home[index_of(*layer)] =
        TRY(innermost(analysis, analysis.inside[index_of(*layer)], title_of(*layer)));
  }
  for (const ITensor* output : analysis.network.outputs()) {
    const ScopeId home = nesting.home_of(*output);
    if (home == kNetworkScope) continue;
    // [TRT-18]
    return Error("TRT-18", title_of(*output) + " is defined inside " + title_of(nesting.scopes[home]) +
                               ", so it cannot be an output of the network")
        .note("a loop output takes a value out of its loop");
  }
  return {};
}

}  // namespace

ScopeId scope_of(const ILoop& loop) { return 1 + static_cast<size_t>(loop.id()); }
ScopeId scope_of(const INetworkDefinition& network, const IIfConditional& conditional) {
  return 1 + network.loops().size() + static_cast<size_t>(conditional.id());
}

ScopeId boundary_scope(const INetworkDefinition& network, const ILayer& layer) {
  if (layer.data().loop != nullptr) return scope_of(*layer.data().loop);
  if (layer.data().conditional != nullptr) return scope_of(network, *layer.data().conditional);
  return kNetworkScope;
}

std::string title_of(const Scope& scope) {
  if (scope.loop != nullptr) return title_of(*scope.loop);
  return scope.conditional != nullptr ? title_of(*scope.conditional) : "the network";
}

Result<Nesting> find_nesting(const INetworkDefinition& network, int64_t max_depth) {
  Analysis analysis{network, max_depth};
  analysis.nesting.is_needed = TRY(find_needed_layers(network));
  prepare(analysis);
  TRY(find_insides(analysis));
  TRY(check_clean(analysis));
  TRY(check_starts(analysis));
  TRY(find_homes(analysis));
  TRY(order_items(network, analysis.nesting));
  return std::move(analysis.nesting);
}

}  // namespace backedge::tensorrt
