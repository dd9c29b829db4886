#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

/// The command line of a program that has commands. CLI11 parses it. Only command_line.cc includes CLI11,
/// because its headers take longer to compile than a whole command.
namespace backedge {

/// What is wrong with the words of a command line; empty if nothing is.
using Complaint = std::string;
/// Reads or checks the text of a value.
using Reader = std::function<Complaint(const std::string&)>;

/// An option or an argument of a command.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  /// Sets the name of the value in --help.
  Option& value_name(const std::string& name);
  Option& required();
  // The value must be one of these, and --help shows them as its name.
  Option& in_range(int64_t least, int64_t most);
  Option& in_real_range(double least, double most);
  Option& one_of(const std::vector<std::string>& words);
  Option& check(Reader reader);
  /// This option cannot be given without the other one.
  Option& needs(const Option& other);
  /// This option cannot be given together with the other one.
  Option& excludes(const Option& other);

 private:
  friend class Command;

  CLI::Option* option_;
};

/// A command of the program. The name of an option begins with "--"; any other name is an argument of the
/// command. If an option is not given, its value does not change.
class Command {
 public:
  Option add_flag(const std::string& name, bool& value, const std::string& help);
  Option add_option(const std::string& name, std::string& value, const std::string& help);
  Option add_option(const std::string& name, std::vector<std::string>& value, const std::string& help);
  Option add_option(const std::string& name, int64_t& value, const std::string& help);
  Option add_option(const std::string& name, uint64_t& value, const std::string& help);
  Option add_option(const std::string& name, std::optional<uint64_t>& value, const std::string& help);
  Option add_option(const std::string& name, double& value, const std::string& help);

  /// A number of at least 0.
  Option add_number(const std::string& name, int64_t& value, const std::string& help);
  Option add_number(const std::string& name, double& value, const std::string& help);
  Option add_number(const std::string& name, std::optional<double>& value, const std::string& help);

  /// An option whose value is read by `read`.
  Option add_reader(const std::string& name, Reader read, const std::string& help);
  /// An option that can be given more than once. `read` reads each of its values.
  Option add_list_reader(const std::string& name, Reader read, const std::string& help);

  /// Checks the options together, after all of them are read.
  void check(std::function<Complaint()> complaint);

  /// Sets the function that the command runs. It returns the exit code.
  void runs(std::function<int()> run);

 private:
  friend class CommandLine;
  explicit Command(CLI::App* app) : app_(app) {}

  CLI::App* app_;
  std::vector<std::function<Complaint()>> checks_;
  std::function<int()> run_;
};

/// Reads a number of at least 0.
Complaint read_number(const std::string& text, uint64_t& number);

class CommandLine {
 public:
  CommandLine(const std::string& program, const std::string& help);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  /// The command is valid as long as the command line.
  Command& add_command(const std::string& name, const std::string& help);

  /// Runs the command that the words name. Returns its exit code, or 2 if the usage is wrong.
  int run(int count, const char* const* words);

 private:
  Complaint check_command(int count, const char* const* words) const;
  /// Names the first option that the command does not have, and the nearest one that it has.
  Complaint check_options(int count, const char* const* words) const;

  std::unique_ptr<CLI::App> app_;
  std::list<Command> commands_;
};

}  // namespace backedge
