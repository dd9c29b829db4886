#pragma once

#include <memory>
#include <string>

#include "interpreter/base/result.h"

namespace backedge {

/// A new folder for files that are not kept: it goes with the object.
class ScratchFolder {
 public:
  /// errors  FILE-1
  static Result<std::unique_ptr<ScratchFolder>> make();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  explicit ScratchFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace backedge
