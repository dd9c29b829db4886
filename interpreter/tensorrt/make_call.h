#pragma once

#include "interpreter/tensorrt/call.h"

namespace backedge::tensorrt {

/// Makes one call of a network file on the API, and notes the object that it returns.
///
/// errors  TRT-22
Result<void> make_call(const Json& json, INetworkDefinition& network, Objects& objects);

}  // namespace backedge::tensorrt
