#include "conformance/corpus/read_text.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "interpreter/base/open_file.h"

namespace backedge {

Error corpus_error(std::string message) {
  return Error("CASE-1", std::move(message)).in(Phase::kRead);  // [CASE-1]
}

Result<std::string> read_text(const std::string& file, int64_t most) {
  const OpenFile open_file(file);
  if (!open_file.fault().empty()) return corpus_error(open_file.fault()).at(file, 0);
  if (open_file.size() > most) {
    return corpus_error("has " + std::to_string(open_file.size()) + " bytes, expected at most " +
                        std::to_string(most))
        .at(file, 0);
  }
  Result<std::string> text = open_file.read_at(0, open_file.size());
  if (!text.ok()) return corpus_error(text.error().message()).at(file, 0);
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
