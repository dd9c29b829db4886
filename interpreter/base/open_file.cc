#include "interpreter/base/open_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace backedge {
namespace {

/// Reads into `text` until it is full or the file ends. Returns the reason if it fails, otherwise "".
std::string fill(std::string& text, const OpenFile& file) {
  size_t filled = 0;
  while (filled < text.size()) {
    const Result<int64_t> count = file.read(text.data() + filled, static_cast<int64_t>(text.size() - filled));
    if (!count.ok()) return count.error().message();
    if (count.value() == 0) break;
    filled += count.value();
  }
  text.resize(filled);
  return filled == 0 ? "is empty" : "";
}

}  // namespace

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

Result<std::string> read_model_file(const std::string& file, int64_t max_bytes) {
  const OpenFile open_file(file);
  std::string fault = open_file.fault(), text;
  if (fault.empty() && open_file.size() > max_bytes) {
    fault =
        "has " + std::to_string(open_file.size()) + " bytes, expected at most " + std::to_string(max_bytes);
  }
  if (fault.empty()) {
    text.resize(open_file.size());
    fault = fill(text, open_file);
  }
  if (!fault.empty()) return Error("READ-1", "the model " + fault).in(Phase::kRead).at(file, 0);  // [READ-1]
  return text;
}

}  // namespace backedge
