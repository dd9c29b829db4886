#pragma once

#include <string>

#include "interpreter/interpreter.h"

namespace backedge {

/// A model in words: Parameters, Results, operations; then every loop and If, those within others below them.
std::string explain_model(const LoadedModel& model);

}  // namespace backedge
