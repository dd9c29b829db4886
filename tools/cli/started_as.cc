#include "tools/cli/started_as.h"

#include <errno.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace backedge {
namespace {

// "k8-opt" means -c opt. fastbuild is Bazel's default.
std::string mode_of(const std::string& configuration) {
  for (const std::string mode : {"opt", "dbg"}) {
    if (configuration.ends_with("-" + mode) || configuration.find("-" + mode + "-") != std::string::npos)
      return "-c " + mode + " ";
  }
  return "";
}

// "external/backedge/tools/backedge" means @backedge//tools:backedge. Bazel 7 and later add ~ or + to the
// name of a module, and a version.
std::string label_of(std::string file) {
  std::string repository;
  const std::string external = "external/";
  if (file.starts_with(external)) {
    const size_t end = file.find('/', external.size());
    if (end == std::string::npos) return "";
    const size_t end_of_name = std::min(end, file.find_first_of("~+"));
    repository = "@" + file.substr(external.size(), end_of_name - external.size());
    file.erase(0, end + 1);
  }
  const size_t slash = file.rfind('/');
  const std::string package = slash == std::string::npos ? "" : file.substr(0, slash);
  return repository + "//" + package + ":" + file.substr(slash + 1);
}

}  // namespace

std::string quoted_for_shell(const std::string& word) {
  bool plain = !word.empty();
  std::string quoted = "'";
  for (const char c : word) {
    plain = plain && (std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                      std::string("@%+=:,./-_").find(c) != std::string::npos);
    quoted += c == '\'' ? "'\"'\"'" : std::string(1, c);
  }
  return plain ? word : quoted + "'";
}

std::string started_as(const std::string& word, bool under_bazel) {
  const std::string out = "/bazel-out/", bin = "/bin/";
  const size_t configuration = word.rfind(out);
  const size_t end =
      configuration == std::string::npos ? configuration : word.find('/', configuration + out.size());
  if (!under_bazel || end == std::string::npos || word.compare(end, bin.size(), bin) != 0)
    return quoted_for_shell(word);
  const std::string label = label_of(word.substr(end + bin.size()));
  const size_t begin = configuration + out.size();
  return label.empty() ? quoted_for_shell(word)
                       : "bazel run " + mode_of(word.substr(begin, end - begin)) + label + " --";
}

std::string this_program() {
  return started_as(program_invocation_name, std::getenv("BUILD_WORKING_DIRECTORY") != nullptr);
}

}  // namespace backedge
