#include "conformance/scratch_folder.h"

#include <stdlib.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace backedge {

Result<std::unique_ptr<ScratchFolder>> ScratchFolder::make() {
  // Not temp_directory_path(), which is empty where TMPDIR names no folder: the path would be relative.
  const char* given = std::getenv("TMPDIR");
  const bool is_set = given != nullptr && *given != '\0';
  std::error_code failure;
  const std::filesystem::path root = std::filesystem::absolute(is_set ? given : "/tmp", failure);
  std::string path = (root / "backedge.XXXXXX").string();
  if (mkdtemp(path.data()) == nullptr) {
    const std::string why = std::strerror(errno);
    return Error("FILE-1", "cannot make a folder for temporary files: " + why +
                               (is_set ? "\nTMPDIR names the folder that it should be in" : ""))
        .at(path, 0);
  }
  return std::unique_ptr<ScratchFolder>(new ScratchFolder(path));
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace backedge
