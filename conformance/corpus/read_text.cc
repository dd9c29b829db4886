#include "conformance/corpus/read_text.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace backedge {

Error corpus_error(std::string message) {
  return Error("CASE-1", std::move(message)).in(Phase::kRead);  // [CASE-1]
}

Result<std::string> read_text(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) return corpus_error("cannot be read").at(file, 0);
  return text;
}

bool file_exists(const std::string& file) {
  std::error_code failure;
  return std::filesystem::exists(file, failure);
}

std::string excerpt(std::string_view text) {
  constexpr size_t kMost = 200;
  const nlohmann::json shown = std::string(text.substr(0, kMost));
  const std::string quoted = shown.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  return text.size() <= kMost ? quoted : quoted + "... (" + std::to_string(text.size()) + " bytes)";
}

}  // namespace backedge
