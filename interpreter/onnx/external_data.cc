#include "interpreter/onnx/external_data.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "interpreter/base/open_file.h"
#include "interpreter/base/safe_text.h"

namespace backedge::onnx {
namespace {

namespace fs = std::filesystem;

struct Location {
  std::string file;
  int64_t offset = 0;
  std::optional<int64_t> length;
};

Result<int64_t> read_size(const std::string& key, const std::string& text) {
  int64_t size = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), size);
  if (fault == std::errc() && end == text.data() + text.size() && size >= 0) return size;
  return Error("ONNX-GRAPH-8",  // [ONNX-GRAPH-8]
               key + " \"" + safe_line(text) + "\" of external data is not a size");
}

Result<Location> read_location(const schema::TensorProto& tensor) {
  Location location;
  for (const auto& entry : tensor.external_data()) {
    if (entry.key() == "location") location.file = entry.value();
    if (entry.key() == "offset") location.offset = TRY(read_size("offset", entry.value()));
    if (entry.key() == "length") location.length = TRY(read_size("length", entry.value()));
  }
  if (location.file.empty())
    return Error("ONNX-GRAPH-8", "external data without a location");  // [ONNX-GRAPH-8]
  return location;
}

// The file, which must be in the folder, even after all symbolic links are followed.
Result<fs::path> find_file(const std::string& name, const std::string& folder) {
  const fs::path relative(name);
  std::error_code fault;
  const fs::path base = fs::weakly_canonical(folder.empty() ? "." : folder, fault);
  const fs::path file = fault ? fs::path() : fs::weakly_canonical(base / relative, fault);
  const auto [rest, at] = std::mismatch(base.begin(), base.end(), file.begin(), file.end());
  const bool goes_up = std::find(relative.begin(), relative.end(), "..") != relative.end();
  if (!fault && !goes_up && relative.is_relative() && rest == base.end()) return file;
  return Error("ONNX-GRAPH-8",  // [ONNX-GRAPH-8]
               "the external data \"" + safe_line(name) + "\" are not in the folder of the file that names " +
                   "them, or their location has \"..\"");
}

}  // namespace

Result<std::string> read_external_data(const schema::TensorProto& tensor, const std::string& folder,
                                       int64_t bytes) {
  const Location location = TRY(read_location(tensor));
  const auto fail = [&](const std::string& why) {
    return Error("ONNX-GRAPH-8",  // [ONNX-GRAPH-8]
                 "the external data \"" + safe_line(location.file) + "\" " + why);
  };
  if (location.length.value_or(bytes) != bytes) {
    return fail("have " + std::to_string(*location.length) + " bytes, and the tensor has " +
                std::to_string(bytes));
  }
  const fs::path path = TRY(find_file(location.file, folder));
  const OpenFile file(path.string());
  if (!file.fault().empty()) return fail(file.fault());
  if (location.offset > file.size() || bytes > file.size() - location.offset)
    return fail("end after " + std::to_string(file.size()) + " bytes");
  Result<std::string> data = file.read_at(location.offset, bytes);
  if (!data.ok() || std::ssize(data.value()) != bytes) return fail("cannot be read");
  return data;
}

}  // namespace backedge::onnx
