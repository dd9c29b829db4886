#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

#include "interpreter/base/result.h"

namespace backedge {

/// A new folder for temporary files. It is removed together with the object; if the program is killed
/// first, the next program that makes such a folder removes it.
///
/// A backend may do anything to the folder. So every file is reached through the open folder, and no
/// function here follows a symbolic link or writes to an existing file.
class ScratchFolder {
 public:
  /// Also removes the folders of programs that ended without removing them.
  ///
  /// errors  FILE-1
  static Result<std::unique_ptr<ScratchFolder>> make();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  /// An absolute path.
  const std::string& path() const { return path_; }

  /// Makes a folder inside this one. Anything with the same name is removed first.
  ///
  /// errors  FILE-1
  Result<std::unique_ptr<ScratchFolder>> make_inside(const std::string& name) const;

  /// Writes a new file. Anything with the same name is removed first.
  ///
  /// errors  FILE-1
  Result<void> write(const std::string& name, std::initializer_list<std::string_view> parts) const;

  /// Copies a file to a new one. Anything with the same name is removed first.
  ///
  /// errors  FILE-1
  Result<void> copy(const std::string& file, const std::string& name) const;

  /// Reads a regular file in this folder or in one below it, and removes it.
  ///
  /// file       absolute, below path()
  /// max_bytes  the largest size of the file
  /// errors     FILE-1 another path, a symbolic link on the way, a second hard link, not a regular file,
  ///            too many bytes
  Result<std::string> take(const std::string& file, int64_t max_bytes) const;

  /// Removes a file or an empty folder, if there is one of that name.
  void remove(const std::string& name) const;

 private:
  ScratchFolder(std::string path, int descriptor, bool is_inside)
      : path_(std::move(path)), descriptor_(descriptor), is_inside_(is_inside) {}

  Result<void> remove_any(const std::string& name) const;
  Result<int> make_file(const std::string& name) const;

  std::string path_;
  int descriptor_;  // holds a lock for as long as the folder is in use
  bool is_inside_;  // inside another scratch folder, which removes the rest
};

}  // namespace backedge
