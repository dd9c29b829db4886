#include "tools/cli/tar_archive.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <utility>

namespace backedge {
namespace {

constexpr size_t kBlock = 512, kMostName = 100, kMostPrefix = 155;

Error archive_error(const std::string& file, std::string message) {
  return Error("FILE-1", std::move(message)).at(file, 0);  // [FILE-1]
}

// An octal number with leading zeros, and a NUL.
std::string octal(size_t number, size_t digits) {
  std::string text(digits, '0');
  for (size_t k = digits; k-- > 0; number /= 8) text[k] = static_cast<char>('0' + number % 8);
  return text + '\0';
}

// Where a name is split into a prefix and the rest; npos if it is short enough.
size_t split_of(const std::string& name) {
  return name.size() <= kMostName ? name.npos : name.find('/', name.size() - kMostName - 1);
}

// The block before the content of a regular file.
std::string header_of(const std::string& name, size_t size) {
  std::string block(kBlock, '\0');
  const auto put = [&block](size_t at, std::string_view text) { block.replace(at, text.size(), text); };
  const size_t split = split_of(name);
  put(0, split == name.npos ? name : name.substr(split + 1));
  put(100, octal(0644, 7));
  put(108, octal(0, 7));  // the owner
  put(116, octal(0, 7));  // the group
  put(124, octal(size, 11));
  put(136, octal(0, 11));  // the time
  put(148, "        ");    // the sum is computed with these
  put(156, "0");           // a regular file
  put(257, std::string_view("ustar\00000", 8));
  if (split != name.npos) put(345, name.substr(0, split));
  const auto add = [](size_t sum, char c) { return sum + static_cast<unsigned char>(c); };
  put(148, octal(std::accumulate(block.begin(), block.end(), size_t{0}, add), 6) + ' ');
  return block;
}

}  // namespace

TarArchive::Part::~Part() {
  if (stream != nullptr) gzclose(stream);
  if (!file.empty()) std::remove(file.c_str());
}

Result<TarArchive> TarArchive::create(const std::string& file) {
  std::error_code failure;
  if (std::filesystem::exists(file, failure))
    return archive_error(file, "already exists; existing files are not overwritten");
  TarArchive archive;
  archive.file_ = file;
  const std::string part = file + "." + std::to_string(getpid()) + ".part";
  const int descriptor = open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (descriptor < 0) return archive_error(file, std::string("cannot be written: ") + std::strerror(errno));
  archive.part_.reset(new Part{part, gzdopen(descriptor, "wb")});
  if (archive.part_->stream == nullptr) return archive_error(file, "cannot be written");
  return archive;
}

Result<void> TarArchive::add(const std::string& name, std::string_view content) {
  const size_t split = split_of(name);
  const bool fits = name.size() <= kMostName || (split != name.npos && split <= kMostPrefix);
  if (!fits) return archive_error(file_, "the name is too long for an archive: " + name);
  TRY(write(header_of(name, content.size())));
  TRY(write(content));
  return write(std::string((kBlock - content.size() % kBlock) % kBlock, '\0'));
}

Result<void> TarArchive::finish() {
  TRY(write(std::string(2 * kBlock, '\0')));
  const bool is_closed = gzclose(std::exchange(part_->stream, nullptr)) == Z_OK;
  if (!is_closed || std::rename(part_->file.c_str(), file_.c_str()) != 0)
    return archive_error(file_, "cannot be written");
  part_->file.clear();  // it has its name
  return {};
}

Result<void> TarArchive::write(std::string_view bytes) {
  constexpr size_t kMost = size_t{1} << 30;  // gzwrite returns an int
  for (; !bytes.empty(); bytes.remove_prefix(std::min(kMost, bytes.size()))) {
    const auto count = static_cast<unsigned>(std::min(kMost, bytes.size()));
    if (gzwrite(part_->stream, bytes.data(), count) != static_cast<int>(count))
      return archive_error(file_, "cannot be written");
  }
  return {};
}

}  // namespace backedge
