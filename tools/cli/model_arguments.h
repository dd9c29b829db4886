#pragma once

#include <string>

#include "interpreter/interpreter.h"

namespace backedge {

class Command;

/// The model that the command line names.
struct ModelArguments {
  std::string model;
  LoadOptions load;
  bool json_errors = false;
};

void add_model(Command& command, ModelArguments& arguments);
/// --error-format
void add_error_format(Command& command, bool& json_errors);

}  // namespace backedge
