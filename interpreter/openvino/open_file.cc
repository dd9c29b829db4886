#include "interpreter/openvino/open_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace backedge::openvino {

std::string text_of_errno(int number) { return std::generic_category().message(number); }

OpenFile::OpenFile(const std::string& file) {
  // O_NONBLOCK: otherwise `open` waits forever for a writer of a FIFO.
  descriptor_ = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  if (descriptor_ < 0 || fstat(descriptor_, &status) != 0) {
    missing_ = errno == ENOENT;
    fault_ = "cannot be read: " + text_of_errno(errno);
  } else if (S_ISDIR(status.st_mode)) {
    fault_ = "is a directory";
  } else if (!S_ISREG(status.st_mode)) {
    fault_ = "is not a regular file";
  } else {
    size_ = status.st_size;
  }
}

Result<int64_t> OpenFile::read(void* to, int64_t most) const {
  for (;;) {
    const ssize_t count = ::read(descriptor_, to, most);
    if (count >= 0) return int64_t{count};
    if (errno == EINTR) continue;
    return Error("READ-1", "cannot be read: " + text_of_errno(errno));  // [READ-1]
  }
}

OpenFile::~OpenFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace backedge::openvino
