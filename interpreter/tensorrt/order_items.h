#pragma once

#include "interpreter/tensorrt/nesting.h"

namespace backedge::tensorrt {

/// Fills `uses` and `items` of all scopes, whose parents are known. A loop is one item of the scope around it.
///
/// errors  TRT-15 a cycle that no recurrence closes
Result<void> order_items(const INetworkDefinition& network, Nesting& nesting);

}  // namespace backedge::tensorrt
