#include "interpreter/tensorrt/order_items.h"

#include <deque>
#include <map>
#include <set>

namespace backedge::tensorrt {
namespace {

// The items of one scope under way, and which of them read which.
struct Order {
  std::vector<Item> items;
  std::vector<std::vector<size_t>> readers;  // by item
  std::vector<int64_t> missing;              // by item: how many items it reads that are not placed yet
};

struct Sorting {
  const INetworkDefinition& network;
  Nesting& nesting;
  std::vector<Order> orders;               // by scope
  std::vector<size_t> item_of_layer = {};  // in its home
  std::vector<size_t> item_of_scope = {};  // in its parent
};

constexpr size_t kNone = SIZE_MAX;  // values that a scope begins with are not items

size_t add_item(Order& order, Item item) {
  order.items.push_back(item);
  order.readers.emplace_back();
  order.missing.push_back(0);
  return order.items.size() - 1;
}

void add_items(Sorting& sorting) {
  Nesting& nesting = sorting.nesting;
  sorting.item_of_layer.assign(nesting.home.size(), kNone);
  sorting.item_of_scope.assign(nesting.scopes.size(), kNone);
  for (ScopeId scope = 1; scope < nesting.scopes.size(); ++scope) {
    if (nesting.scopes[scope].boundary.empty()) continue;
    sorting.item_of_scope[scope] = add_item(sorting.orders[nesting.scopes[scope].parent], {.scope = scope});
  }
  for (const auto& layer : sorting.network.layers()) {
    const auto id = static_cast<size_t>(layer->id());
    if (!nesting.needs(*layer) || std::holds_alternative<InputArguments>(layer->data().arguments)) continue;
    const ScopeId own = boundary_scope(sorting.network, *layer);
    if (own == kNetworkScope) {
      sorting.item_of_layer[id] = add_item(sorting.orders[nesting.home[id]], {.layer = layer.get()});
    } else if (nesting.home[id] == nesting.scopes[own].parent) {  // an output
      sorting.item_of_layer[id] = sorting.item_of_scope[own];
    }
  }
}

void add_edge(Order& order, size_t from, size_t to) {
  if (from == kNone) return;
  order.readers[from].push_back(to);
  ++order.missing[to];
}

// Follows a value from where a layer or a boundary reads it up to the scope where it is made.
void add_read(Sorting& sorting, const ITensor& value, ScopeId scope, size_t item,
              std::vector<std::set<const ITensor*>>& seen) {
  const ScopeId home = sorting.nesting.home_of(value);
  while (scope != home) {
    CHECK(scope != kNetworkScope);
    if (!seen[scope].insert(&value).second) return;
    item = sorting.item_of_scope[scope];
    scope = sorting.nesting.scopes[scope].parent;
  }
  if (item != kNone)
    add_edge(sorting.orders[home], sorting.item_of_layer[static_cast<size_t>(value.layer().id())], item);
}

void add_reads(Sorting& sorting) {
  std::vector<std::set<const ITensor*>> seen(sorting.nesting.scopes.size());
  for (const auto& layer : sorting.network.layers()) {
    if (!sorting.nesting.needs(*layer)) continue;
    const auto id = static_cast<size_t>(layer->id());
    const ScopeId own = boundary_scope(sorting.network, *layer);
    for (const ITensor* input : layer->data().inputs) {
      if (input == nullptr) continue;
      const bool is_boundary = own != kNetworkScope;
      add_read(sorting, *input, is_boundary ? own : sorting.nesting.home[id],
               is_boundary ? kNone : sorting.item_of_layer[id], seen);
    }
  }
}

// The items so that each comes after those that it reads.
Result<std::vector<Item>> sort(Order& order, const Nesting& nesting) {
  std::vector<Item> sorted;
  std::deque<size_t> ready;
  for (size_t k = 0; k < order.items.size(); ++k) {
    if (order.missing[k] == 0) ready.push_back(k);
  }
  while (!ready.empty()) {
    const size_t item = ready.front();
    ready.pop_front();
    sorted.push_back(order.items[item]);
    for (const size_t reader : order.readers[item]) {
      if (--order.missing[reader] == 0) ready.push_back(reader);
    }
  }
  for (size_t k = 0; k < order.items.size(); ++k) {
    if (order.missing[k] == 0) continue;
    const Item& item = order.items[k];  // [TRT-15]
    return Error("TRT-15", "the network has a cycle that no recurrence closes")
        .note("it leads to " +
              (item.layer != nullptr ? title_of(*item.layer) : title_of(nesting.scopes[item.scope])));
  }
  return sorted;
}

}  // namespace

Result<void> order_items(const INetworkDefinition& network, Nesting& nesting) {
  Sorting sorting{network, nesting, std::vector<Order>(nesting.scopes.size())};
  add_items(sorting);
  add_reads(sorting);
  for (ScopeId scope = 0; scope < nesting.scopes.size(); ++scope)
    nesting.scopes[scope].items = TRY(sort(sorting.orders[scope], nesting));
  return {};
}

}  // namespace backedge::tensorrt
