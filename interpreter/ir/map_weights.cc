#include "interpreter/ir/map_weights.h"

#include <sys/mman.h>

#include <cerrno>
#include <filesystem>

#include "interpreter/ir/open_file.h"

namespace backedge::ir {

Result<Weights> map_weights(const std::string& model_file, const std::string& weights_file) {
  Weights weights;
  weights.file = weights_file;
  if (weights_file.empty())
    weights.file = std::filesystem::path(model_file).replace_extension(".bin").string();

  const OpenFile open_file(weights.file);
  std::string fault = open_file.fault();
  if (weights_file.empty() && open_file.missing()) return weights;
  if (fault.empty() && open_file.size() == 0) {
    weights.bytes = std::make_shared<std::byte>();  // nothing can be mapped, yet the file is there
    return weights;
  }
  void* bytes = MAP_FAILED;
  const size_t size = static_cast<size_t>(open_file.size());
  if (fault.empty()) {
    bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, open_file.descriptor(), 0);
    if (bytes == MAP_FAILED) fault = "cannot be mapped: " + text_of_errno(errno);
  }
  if (!fault.empty()) {
    return Error("WEIGHTS-1", "the weights file " + fault)
        .in(Phase::kRead)
        .at(weights.file, 0);  // [WEIGHTS-1]
  }
  weights.bytes = {static_cast<std::byte*>(bytes), [size](std::byte* mapped) { munmap(mapped, size); }};
  weights.size = open_file.size();
  return weights;
}

}  // namespace backedge::ir
