#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace backedge {

/// A command of the program, its options declared.
struct Command {
  const CLI::App* app;
  std::function<int()> run;  // after the options are parsed; reports errors and returns the exit code
};

}  // namespace backedge
