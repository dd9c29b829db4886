#include "conformance/results/results_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace backedge {
namespace {

// Whether a path still names the open file. Its last owner may have removed it in between.
bool is_file_of(const std::string& path, int descriptor) {
  struct stat named, opened;
  return stat(path.c_str(), &named) == 0 && fstat(descriptor, &opened) == 0 &&
         named.st_ino == opened.st_ino && named.st_dev == opened.st_dev;
}

}  // namespace

Result<std::unique_ptr<ResultsLock>> ResultsLock::take(const std::string& file) {
  struct stat status;
  if (stat(file.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
    return std::unique_ptr<ResultsLock>(new ResultsLock("", -1));
  std::error_code none;  // a new file is no link
  const std::string target = std::filesystem::canonical(file, none).string();
  const std::string path = (none ? file : target) + ".lock";
  for (;;) {
    const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (descriptor < 0)
      return Error("FILE-1", std::string("cannot be written: ") + std::strerror(errno)).at(path, 0);
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      close(descriptor);
      return Error(
                 "RESULTS-2",
                 "another verification is writing to this file; wait for it, or choose another file")  // [RESULTS-2]
          .at(file, 0);
    }
    if (is_file_of(path, descriptor)) return std::unique_ptr<ResultsLock>(new ResultsLock(path, descriptor));
    close(descriptor);
  }
}

ResultsLock::~ResultsLock() {
  if (descriptor_ < 0) return;
  unlink(path_.c_str());
  close(descriptor_);
}

}  // namespace backedge
