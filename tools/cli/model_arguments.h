#pragma once

#include <string>

#include "interpreter/interpreter.h"

namespace backedge {

class Command;

/// A model as the command line names it.
struct ModelArguments {
  std::string model;
  LoadOptions load;
  bool json_errors = false;
};

void add_model(Command& command, ModelArguments& arguments);

}  // namespace backedge
