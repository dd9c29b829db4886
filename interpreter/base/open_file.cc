#include "interpreter/base/open_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace backedge {

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

Result<std::string> OpenFile::read_at(int64_t offset, int64_t most) const {
  std::string text(static_cast<size_t>(most), '\0');
  size_t filled = 0;
  const bool is_there = lseek(descriptor_, offset, SEEK_SET) == offset;
  while (is_there && filled < text.size()) {
    const int64_t count = TRY(read(text.data() + filled, static_cast<int64_t>(text.size() - filled)));
    if (count == 0) break;
    filled += count;
  }
  text.resize(filled);
  return text;
}

OpenFile::~OpenFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

Result<std::string> read_model_file(const std::string& file, int64_t max_bytes, std::string_view what) {
  const OpenFile open_file(file);
  std::string fault = open_file.fault(), text;
  if (fault.empty() && open_file.size() > max_bytes) {
    fault =
        "has " + std::to_string(open_file.size()) + " bytes, expected at most " + std::to_string(max_bytes);
  }
  if (fault.empty()) {
    Result<std::string> read = open_file.read_at(0, open_file.size());
    if (read.ok()) text = std::move(read).value();
    fault = !read.ok() ? read.error().message() : text.empty() ? "is empty" : "";
  }
  if (!fault.empty())
    return Error("READ-1", std::string(what) + " " + fault).in(Phase::kRead).at(file, 0);  // [READ-1]
  return text;
}

}  // namespace backedge
