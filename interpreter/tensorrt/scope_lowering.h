#pragma once

#include <functional>
#include <map>
#include <set>

#include "interpreter/tensorrt/graph_lowering.h"
#include "interpreter/tensorrt/nesting.h"

namespace backedge::tensorrt {

/// What the graphs of all scopes of a network share while it is lowered.
struct Lowering {
  const INetworkDefinition& network;
  const Nesting nesting;
  Deadline& deadline;
  int64_t lowered = 0;  // layers and loops; those that conditions repeat more than once  (LIMIT-6)
};

/// The graph of one scope under way: of the network, a loop's body or gate, or a branch of a conditional.
struct ScopeLowering {
  Lowering& lowering;
  ScopeId scope;
  GraphLowering graph;
  ScopeLowering* outer = nullptr;
  /// Makes a Parameter of a value from outside and returns its slot. `slot` is its slot in `outer`.
  std::function<Result<size_t>(const ITensor& tensor, size_t slot)> capture = {};
  std::map<const ITensor*, size_t> slots = {};  // of the values that are here already

  ScopeLowering(Lowering& of, ScopeId in, ScopeLowering* around, std::string file)
      : lowering(of), scope(in), graph(std::move(file)), outer(around) {}
};

/// The layers whose outputs are wanted, in a scope and in those within it.
using Wanted = std::set<const ILayer*>;

/// The slot of a value that is here or outside. Constants from outside are repeated here. (TRT-1)
Result<size_t> slot_of(ScopeLowering& here, const ITensor& tensor);
const Known& known_of(ScopeLowering& here, const ITensor& tensor);

/// Adds the items of the scope that these values depend on.
Result<void> lower_items(ScopeLowering& here, std::span<const ITensor* const> roots);

/// Adds a loop or a conditional with those of its outputs, recurrences and iterators that are wanted.
Result<void> lower_loop(ScopeLowering& here, const Scope& scope, ScopeId id, const Wanted& wanted);
Result<void> lower_conditional(ScopeLowering& here, const Scope& scope, ScopeId id, const Wanted& wanted);

}  // namespace backedge::tensorrt
