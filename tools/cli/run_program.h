#pragma once

#include <initializer_list>

namespace backedge {

class CommandLine;

/// The main function of a program that has these commands. Returns its exit code.
int run_program(std::initializer_list<void (*)(CommandLine&)> commands, int count, char** words);

}  // namespace backedge
