#include "conformance/protocol/scratch_folder.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace backedge {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "backedge.scratch.";
constexpr std::string_view kPattern = "XXXXXX";
constexpr int kFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

Error file_error(const std::string& what, const std::string& file) {
  return Error("FILE-1", what + ": " + std::strerror(errno)).at(file, 0);
}

// Closes its descriptor.
struct Descriptor {
  int number;
  explicit Descriptor(int opened) : number(opened) {}
  ~Descriptor() {
    if (number >= 0) close(number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
};

bool is_there(int folder) {
  struct stat status;
  return fstat(folder, &status) == 0 && status.st_nlink > 0;
}

// Removes the folders of programs that have ended: those that nobody has locked.
void sweep(const fs::path& parent) {
  std::error_code failure;
  for (fs::directory_iterator at(parent, failure), end; !failure && at != end; at.increment(failure)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with(kPrefix) || name.size() != kPrefix.size() + kPattern.size()) continue;
    const Descriptor folder(open(at->path().c_str(), kFolder));
    struct stat status;
    const bool ours = folder.number >= 0 && fstat(folder.number, &status) == 0 && status.st_uid == geteuid();
    std::error_code ignored;
    if (ours && flock(folder.number, LOCK_EX | LOCK_NB) == 0) fs::remove_all(at->path(), ignored);
  }
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

// The folder that contains a file, reached from `folder` without following a link; -1 if there is none.
// `path` keeps the last name of the path.
int open_parent(int folder, std::string_view& path) {
  int parent = fcntl(folder, F_DUPFD_CLOEXEC, 0);
  for (size_t slash = path.find('/'); slash != path.npos && parent >= 0; slash = path.find('/')) {
    const std::string name(path.substr(0, slash));
    path.remove_prefix(slash + 1);
    if (name.empty() || name == ".") continue;
    const Descriptor above(parent);
    errno = EXDEV;
    parent = name == ".." ? -1 : openat(above.number, name.c_str(), kFolder);
  }
  return parent;
}

// The contents of an open file, up to the length that it had when this began.
Result<std::string> read_all(int file, int64_t max_bytes) {
  struct stat status;
  if (fstat(file, &status) != 0) return Error("FILE-1", std::strerror(errno));
  if (!S_ISREG(status.st_mode)) return Error("FILE-1", "not a regular file");
  if (status.st_nlink > 1) return Error("FILE-1", "a hard link to another file");
  if (status.st_size > max_bytes) return Error("FILE-1", "too large");
  std::string text(static_cast<size_t>(status.st_size), '\0');
  size_t size = 0;
  while (size < text.size()) {
    const ssize_t got = read(file, text.data() + size, text.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return Error("FILE-1", "became shorter while it was read");
    size += static_cast<size_t>(got);
  }
  return text;
}

}  // namespace

Result<std::unique_ptr<ScratchFolder>> ScratchFolder::make() {
  // Not temp_directory_path(), which is empty if TMPDIR names no folder. Then the path would be relative.
  const char* given = std::getenv("TMPDIR");
  const bool is_set = given != nullptr && *given != '\0';
  std::error_code failure;
  const fs::path parent = fs::absolute(is_set ? given : "/tmp", failure);
  sweep(parent);
  for (;;) {
    std::string path = (parent / (std::string(kPrefix) + std::string(kPattern))).string();
    if (mkdtemp(path.data()) == nullptr) {
      const std::string what = "a temporary folder cannot be made";
      return file_error(is_set ? what + " where TMPDIR says" : what, path);
    }
    const int folder = open(path.c_str(), kFolder);
    // Another program may have removed it before it was opened or locked.
    if (folder < 0 && errno == ENOENT) continue;
    if (folder < 0) return file_error("a temporary folder cannot be opened", path);
    if (flock(folder, LOCK_EX | LOCK_NB) == 0 && is_there(folder))
      return std::unique_ptr<ScratchFolder>(new ScratchFolder(path, folder, false));
    close(folder);
  }
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!is_inside_) fs::remove_all(path_, ignored);
  close(descriptor_);
}

Result<void> ScratchFolder::remove_any(const std::string& name) const {
  if (unlinkat(descriptor_, name.c_str(), 0) == 0 || errno == ENOENT ||
      unlinkat(descriptor_, name.c_str(), AT_REMOVEDIR) == 0)
    return {};
  return file_error("is in the way and cannot be removed", path_ + "/" + name);
}

void ScratchFolder::remove(const std::string& name) const { (void)remove_any(name).ok(); }

Result<std::unique_ptr<ScratchFolder>> ScratchFolder::make_inside(const std::string& name) const {
  const std::string path = path_ + "/" + name;
  TRY(remove_any(name));
  if (mkdirat(descriptor_, name.c_str(), 0700) != 0)
    return file_error("a temporary folder cannot be made", path);
  const int folder = openat(descriptor_, name.c_str(), kFolder);
  if (folder < 0) return file_error("a temporary folder cannot be opened", path);
  return std::unique_ptr<ScratchFolder>(new ScratchFolder(path, folder, true));
}

Result<int> ScratchFolder::make_file(const std::string& name) const {
  TRY(remove_any(name));
  const int file =
      openat(descriptor_, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (file < 0) return file_error("cannot be written", path_ + "/" + name);
  return file;
}

Result<void> ScratchFolder::write(const std::string& name,
                                  std::initializer_list<std::string_view> parts) const {
  const Descriptor file(TRY(make_file(name)));
  for (const std::string_view part : parts) {
    if (!write_all(file.number, part)) return file_error("cannot be written", path_ + "/" + name);
  }
  return {};
}

Result<void> ScratchFolder::copy(const std::string& file, const std::string& name) const {
  // Without O_NONBLOCK this would wait forever for a writer of a FIFO.
  const Descriptor from(open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  struct stat status;
  if (from.number < 0 || fstat(from.number, &status) != 0) return file_error("cannot be read", file);
  if (!S_ISREG(status.st_mode)) return Error("FILE-1", "is not a regular file").at(file, 0);
  const Descriptor to(TRY(make_file(name)));
  constexpr size_t kMost = size_t{1} << 30;
  ssize_t size = 0;
  while ((size = sendfile(to.number, from.number, nullptr, kMost)) > 0) {
  }
  if (size < 0) return file_error("cannot be copied from " + file, path_ + "/" + name);
  return {};
}

Result<std::string> ScratchFolder::take(const std::string& file, int64_t max_bytes) const {
  std::string_view rest = file;
  const std::string before = path_ + "/";
  if (!rest.starts_with(before) || file.find('\0') != file.npos)
    return Error("FILE-1", "is not in the scratch folder");
  rest.remove_prefix(before.size());
  const Descriptor parent(open_parent(descriptor_, rest));
  if (parent.number < 0)
    return Error("FILE-1", std::string("is not in the scratch folder: ") + std::strerror(errno));
  const std::string name(rest);
  // Without O_NONBLOCK this would wait forever for a writer of a FIFO.
  const Descriptor opened(
      openat(parent.number, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (opened.number < 0) return Error("FILE-1", errno == ELOOP ? "is a symbolic link" : std::strerror(errno));
  std::string text = TRY(read_all(opened.number, max_bytes));
  unlinkat(parent.number, name.c_str(), 0);
  return text;
}

}  // namespace backedge
