#include "conformance/scratch_folder.h"

#include <stdlib.h>

#include <filesystem>

namespace backedge {

Result<std::unique_ptr<ScratchFolder>> ScratchFolder::make() {
  std::error_code failure;
  std::string path = (std::filesystem::temp_directory_path(failure) / "backedge.XXXXXX").string();
  if (mkdtemp(path.data()) == nullptr)
    return Error("FILE-1", "a folder for files that are not kept cannot be made").at(path, 0);
  return std::unique_ptr<ScratchFolder>(new ScratchFolder(path));
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace backedge
