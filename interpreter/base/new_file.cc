#include "interpreter/base/new_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace backedge {
namespace {

Error cannot_write(const std::string& file, int number) {
  return Error("FILE-1", "cannot be written: " + std::generic_category().message(number))
      .at(file, 0);  // [FILE-1]
}

}  // namespace

Result<NewFile> NewFile::create(const std::string& file) {
  namespace fs = std::filesystem;
  std::error_code none;
  const bool there = fs::exists(file, none);
  if (there && fs::is_directory(file, none)) return cannot_write(file, EISDIR);
  if (there && !fs::is_regular_file(file, none)) {
    State direct{.file = file, .part = "", .stream = {std::fopen(file.c_str(), "wb"), std::fclose}};
    if (direct.stream == nullptr) return cannot_write(file, errno);
    return NewFile(std::move(direct));
  }
  if (there && access(file.c_str(), W_OK) != 0) return cannot_write(file, errno);
  const std::string target = there ? fs::canonical(file, none).string() : file;  // where a link leads
  const std::string part = target + "." + std::to_string(getpid()) + ".part";
  const int descriptor = open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (descriptor < 0) return cannot_write(file, errno);
  if (there) fs::permissions(part, fs::status(target, none).permissions(), none);
  return NewFile(State{.file = target, .part = part, .stream = {fdopen(descriptor, "wb"), std::fclose}});
}

NewFile::~NewFile() {
  if (state_ != nullptr && !state_->part.empty()) unlink(state_->part.c_str());
}

Error NewFile::failure() const { return cannot_write(state_->file, errno); }

Result<void> NewFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), state_->stream.get()) == bytes.size()) return {};
  return failure();
}

Result<void> NewFile::flush() {
  if (std::fflush(state_->stream.get()) == 0) return {};
  return failure();
}

Result<void> NewFile::close() {
  if (state_->stream == nullptr || std::fclose(state_->stream.release()) == 0) return {};
  return failure();
}

Result<void> NewFile::commit() {
  TRY(close());
  const bool direct = state_->part.empty();
  if (!direct && std::rename(state_->part.c_str(), state_->file.c_str()) != 0) return failure();
  state_.reset();
  return {};
}

}  // namespace backedge
