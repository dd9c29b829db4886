#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "interpreter/base/result.h"
#include "interpreter/tensor/signature.h"

/// A SequenceProto and an OptionalProto in protobuf's binary format. Debian's schema lacks these messages. Both
/// have a name, a number for what they hold, and the messages of their items.
namespace backedge::onnx {

/// The bytes of the items of a container, a sequence or an optional. They point into `bytes`.
///
/// errors  INPUT-5
Result<std::vector<std::string_view>> items_of(std::string_view bytes, ValueKind kind);

std::string container_bytes(ValueKind kind, const std::string& name, const std::vector<std::string>& items);

}  // namespace backedge::onnx
