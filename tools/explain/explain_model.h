#pragma once

#include <string>

#include "interpreter/interpreter.h"

namespace backedge {

/// A model in words: Parameters, Results and operations, followed by every loop and If. Nested ones come
/// after the outer one.
std::string explain_model(const LoadedModel& model);

}  // namespace backedge
