#include "tools/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <utility>

#include "interpreter/base/nearest_name.h"
#include "interpreter/base/number_text.h"
#include "interpreter/base/safe_text.h"
#include "interpreter/version.h"
#include "tools/cli/print.h"
#include "tools/cli/report_error.h"

namespace backedge {
namespace {

constexpr int kWrongUsage = 2;

template <class T>
bool is_number(const std::string& text, T& number) {
  const char* end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, number);
  return failure == std::errc() && stop == end;
}

template <class T>
Complaint read_between(const std::string& text, T least, T most, const std::string& range) {
  T number{};
  if (is_number(text, number) && number >= least && number <= most) return "";  // NaN is not
  return "'" + text + "' is not " + (std::is_integral_v<T> ? "a whole number" : "a number") + " in " + range;
}

template <class T>
Complaint read_from_zero(const std::string& text, T& number) {
  if (is_number(text, number) && std::isfinite(static_cast<double>(number)) && number >= T{0}) return "";
  return "'" + text + "' is not a number of at least 0";
}

template <class T>
Reader reader_from_zero(T& number) {
  return [&number](const std::string& text) { return read_from_zero(text, number); };
}

template <class T>
Reader reader_from_zero(std::optional<T>& number) {
  return [&number](const std::string& text) { return read_from_zero(text, number.emplace()); };
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
  const std::string range = std::to_string(least) + ".." + std::to_string(most);
  const auto read = [=](const std::string& text) { return read_between(text, least, most, range); };
  return value_name(range).check(read);
}

Option& Option::in_real_range(double least, double most) {
  const std::string range = number_text(least) + ".." + number_text(most);
  const auto read = [=](const std::string& text) { return read_between(text, least, most, range); };
  return value_name(range).check(read);
}

Option& Option::one_of(const std::vector<std::string>& words) {
  std::string names;
  for (const std::string& word : words) names += (names.empty() ? "" : "|") + word;
  const auto read = [=](const std::string& text) {
    const bool is_known = std::find(words.begin(), words.end(), text) != words.end();
    return Complaint(is_known ? "" : "'" + text + "' is not one of " + names);
  };
  return value_name(names).check(read);
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
  return Option(app_->add_flag_callback(
      name, [&value] { value = true; }, help));
}

Option Command::add_option(const std::string& name, std::string& value, const std::string& help) {
  const auto read = [&value](const std::string& text) { return value = text, ""; };
  return add_reader(name, read, help);
}

Option Command::add_option(const std::string& name, std::vector<std::string>& value,
                           const std::string& help) {
  const auto read = [&value](const std::string& text) { return value.push_back(text), ""; };
  const Option option = add_list_reader(name, read, help);
  option.option_->allow_extra_args(true);
  return option;
}

Option Command::add_option(const std::string& name, int64_t& value, const std::string& help) {
  const auto read = [&value](const std::string& text) {
    return is_number(text, value) ? "" : "'" + text + "' is not a whole number";
  };
  return add_reader(name, read, help).value_name("INTEGER");
}

Option Command::add_option(const std::string& name, double& value, const std::string& help) {
  const auto read = [&value](const std::string& text) {
    return is_number(text, value) ? "" : "'" + text + "' is not a number";
  };
  return add_reader(name, read, help).value_name("NUMBER");
}

Option Command::add_option(const std::string& name, uint64_t& value, const std::string& help) {
  return add_reader(name, reader_from_zero(value), help).value_name("INTEGER");
}

Option Command::add_option(const std::string& name, std::optional<uint64_t>& value, const std::string& help) {
  return add_reader(name, reader_from_zero(value), help).value_name("INTEGER");
}

Option Command::add_number(const std::string& name, int64_t& value, const std::string& help) {
  return add_reader(name, reader_from_zero(value), help).value_name("INTEGER");
}

Option Command::add_number(const std::string& name, double& value, const std::string& help) {
  return add_reader(name, reader_from_zero(value), help).value_name("NUMBER");
}

Option Command::add_number(const std::string& name, std::optional<double>& value, const std::string& help) {
  return add_reader(name, reader_from_zero(value), help).value_name("NUMBER");
}

// The library's function templates, which read values of any type, would take longer to compile than all else.
Option Command::add_reader(const std::string& name, Reader read, const std::string& help) {
  CLI::callback_t take = [name, read = std::move(read)](const CLI::results_t& texts) {
    for (const std::string& text : texts) throw_if(read(text), name + ": ");
    return true;
  };
  return Option(app_->add_option(name, std::move(take), help)).value_name("TEXT");
}

Option Command::add_list_reader(const std::string& name, Reader read, const std::string& help) {
  const Option option = add_reader(name, std::move(read), help);
  option.option_->expected(1, CLI::detail::expected_max_vector_size)->allow_extra_args(false);
  return option;
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
