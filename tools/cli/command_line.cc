#include "tools/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <utility>

#include "interpreter/base/nearest_name.h"
#include "interpreter/base/safe_text.h"
#include "interpreter/version.h"
#include "tools/cli/print.h"
#include "tools/cli/report_error.h"

namespace backedge {
namespace {

constexpr int kWrongUsage = 2;

template <class T>
Complaint read_from_zero(const std::string& text, T& number) {
  const char* end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, number);
  const bool in_range = std::isfinite(static_cast<double>(number)) && number >= T{0};
  if (failure == std::errc() && stop == end && in_range) return "";
  return "'" + text + "' is not a number of at least 0";
}

void throw_if(const Complaint& complaint, const std::string& place = "") {
  if (!complaint.empty()) throw CLI::ValidationError(place + complaint);
}

}  // namespace

Option& Option::value_name(const std::string& name) {
  option_->type_name(name);
  return *this;
}

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::in_range(int64_t least, int64_t most) {
  option_->check(CLI::Range(least, most));
  return *this;
}

Option& Option::in_real_range(double least, double most) {
  option_->check(CLI::Range(least, most));
  // A comparison with NaN does not show that it is out of range.
  return check([](const std::string& text) {
    double number = 0;
    const bool is_nan = CLI::detail::lexical_cast(text, number) && std::isnan(number);
    return Complaint(is_nan ? "'" + text + "' is not a number" : "");
  });
}

Option& Option::one_of(const std::vector<std::string>& words) {
  option_->check(CLI::IsMember(words));
  return *this;
}

Option& Option::check(Reader reader) {
  option_->check(std::move(reader), "");
  return *this;
}

Option& Option::needs(const Option& other) {
  option_->needs(other.option_);
  return *this;
}

Option& Option::excludes(const Option& other) {
  option_->excludes(other.option_);
  return *this;
}

Option Command::add_flag(const std::string& name, bool& value, const std::string& help) {
  return Option(app_->add_flag(name, value, help));
}

Option Command::add_option(const std::string& name, std::string& value, const std::string& help) {
  return Option(app_->add_option(name, value, help));
}

Option Command::add_option(const std::string& name, std::vector<std::string>& value,
                           const std::string& help) {
  return Option(app_->add_option(name, value, help));
}

Option Command::add_option(const std::string& name, int64_t& value, const std::string& help) {
  return Option(app_->add_option(name, value, help));
}

// The library would read -1 as 2^64 - 1, and so every number from 2^64 on.
Option Command::add_option(const std::string& name, uint64_t& value, const std::string& help) {
  return add_reader(
      name, [&value](const std::string& text) { return read_from_zero(text, value); }, help);
}

Option Command::add_option(const std::string& name, std::optional<uint64_t>& value, const std::string& help) {
  const auto read = [&value](const std::string& text) { return read_from_zero(text, value.emplace()); };
  return add_reader(name, read, help);
}

Option Command::add_option(const std::string& name, double& value, const std::string& help) {
  return Option(app_->add_option(name, value, help));
}

Option Command::add_number(const std::string& name, int64_t& value, const std::string& help) {
  const auto read = [&value](const std::string& text) { return read_from_zero(text, value); };
  return add_reader(name, read, help).value_name("INTEGER");
}

Option Command::add_number(const std::string& name, double& value, const std::string& help) {
  const auto read = [&value](const std::string& text) { return read_from_zero(text, value); };
  return add_reader(name, read, help).value_name("NUMBER");
}

Option Command::add_number(const std::string& name, std::optional<double>& value, const std::string& help) {
  const auto read = [&value](const std::string& text) { return read_from_zero(text, value.emplace()); };
  return add_reader(name, read, help).value_name("NUMBER");
}

Option Command::add_reader(const std::string& name, Reader read, const std::string& help) {
  const auto take = [name, read = std::move(read)](const std::string& text) {
    throw_if(read(text), name + ": ");
  };
  return Option(app_->add_option_function<std::string>(name, take, help));
}

Option Command::add_list_reader(const std::string& name, Reader read, const std::string& help) {
  const auto take = [name, read = std::move(read)](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) throw_if(read(text), name + ": ");
  };
  CLI::Option* option = app_->add_option_function<std::vector<std::string>>(name, take, help);
  return Option(option->allow_extra_args(false));
}

void Command::check(std::function<Complaint()> complaint) { checks_.push_back(std::move(complaint)); }

void Command::runs(std::function<int()> run) { run_ = std::move(run); }

Complaint read_number(const std::string& text, uint64_t& number) { return read_from_zero(text, number); }

CommandLine::CommandLine(const std::string& program, const std::string& help)
    : app_(std::make_unique<CLI::App>(help, program)) {
  app_->require_subcommand(1);
  app_->set_version_flag("--version", std::string(kVersion), "Print the version and exit.");
}

CommandLine::~CommandLine() = default;

Command& CommandLine::add_command(const std::string& name, const std::string& help) {
  Command& command = commands_.emplace_back(Command(app_->add_subcommand(name, help)));
  command.app_->final_callback([&command] {
    for (const std::function<Complaint()>& check : command.checks_) throw_if(check());
  });
  return command;
}

Complaint CommandLine::check_command(int count, const char* const* words) const {
  if (count >= 2 && words[1][0] == '-') return "";  // an option, such as --help
  std::string known;
  for (const Command& command : commands_) {
    if (count >= 2 && command.app_->get_name() == words[1]) return "";
    known += (known.empty() ? "" : ", ") + command.app_->get_name();
  }
  const std::string fault =
      count < 2 ? "a command is missing" : "unknown command \"" + safe_line(words[1]) + "\"";
  return fault + "; the commands are: " + known;
}

Complaint CommandLine::check_options(int count, const char* const* words) const {
  for (const Command& command : commands_) {
    if (count < 2 || command.app_->get_name() != words[1]) continue;
    std::vector<std::string> known;
    for (const CLI::Option* option : std::as_const(*command.app_).get_options()) {
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    }
    for (int k = 2; k < count; ++k) {
      const std::string word = words[k];
      const std::string name = word.substr(0, word.find('='));
      if (!name.starts_with("--") || std::find(known.begin(), known.end(), name) != known.end()) continue;
      const std::string nearest =
          nearest_name(name, std::vector<std::string_view>(known.begin(), known.end()));
      return "unknown option " + safe_line(name) + (nearest.empty() ? "" : "; did you mean " + nearest + "?");
    }
  }
  return "";
}

int CommandLine::run(int count, const char* const* words) {
  try {
    throw_if(check_command(count, words));
    try {
      app_->parse(count, words);
    } catch (const CLI::ExtrasError&) {
      throw_if(check_options(count, words));
      throw;
    }
  } catch (const CLI::ParseError& error) {
    std::ostringstream help, complaint;
    const bool asked_for = app_->exit(error, help, complaint) == 0;
    std::fputs(safe_text(complaint.str()).c_str(), stderr);
    const int printed = exit_code(print(help.str()));
    return asked_for ? printed : kWrongUsage;
  }
  for (const Command& command : commands_) {
    if (command.app_->parsed()) return command.run_();
  }
  return kWrongUsage;
}

}  // namespace backedge
