#pragma once

#include <vector>

#include "interpreter/base/result.h"
#include "interpreter/tensorrt/titles.h"

/// Which layers a network needs, and which loops and conditionals they are in.
namespace backedge::tensorrt {

/// A scope: 0 is the network, then its loops, then its conditionals.
using ScopeId = size_t;
inline constexpr ScopeId kNetworkScope = 0;

/// What a scope evaluates: a layer, or a scope directly within it.
struct Item {
  const ILayer* layer = nullptr;
  ScopeId scope = kNetworkScope;  // if there is no layer
};

struct Scope {
  const ILoop* loop = nullptr;
  const IIfConditional* conditional = nullptr;
  ScopeId parent = kNetworkScope;
  std::vector<const ILayer*>
      boundary;             // recurrences, iterators, outputs, limits ..., as far as they are needed
  std::vector<Item> items;  // each after those that it reads
};

struct Nesting {
  std::vector<Scope> scopes;
  std::vector<bool> is_needed;  // by layer: an output of the network depends on it  (TRT-20)
  std::vector<ScopeId> home;    // by layer: where its outputs are values

  ScopeId home_of(const ITensor& tensor) const { return home[static_cast<size_t>(tensor.layer().id())]; }
  bool needs(const ILayer& layer) const { return is_needed[static_cast<size_t>(layer.id())]; }
};

ScopeId scope_of(const ILoop& loop);
ScopeId scope_of(const INetworkDefinition& network, const IIfConditional& conditional);

/// The scope that a boundary layer belongs to; the network's for all others.
ScopeId boundary_scope(const INetworkDefinition& network, const ILayer& layer);

/// Infers the nesting from the data flow.
///
/// errors  TRT-3, 6, 8, 9, 10, 13, 15, 16, 18, 19, 23; LIMIT-2 deeper than max_depth
Result<Nesting> find_nesting(const INetworkDefinition& network, int64_t max_depth);

/// The title of its loop or conditional; "the network".
std::string title_of(const Scope& scope);

}  // namespace backedge::tensorrt
