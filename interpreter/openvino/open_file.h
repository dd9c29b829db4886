#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "interpreter/base/result.h"

namespace backedge::openvino {

/// A regular file open for reading, or why it is not.
class OpenFile {
 public:
  /// Never waits, whatever the file is.
  explicit OpenFile(const std::string& file);
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  bool missing() const { return missing_; }
  /// "is a directory"; empty where the file can be read.
  const std::string& fault() const { return fault_; }
  int64_t size() const { return size_; }
  /// Reads the next bytes: as many as the system gives at once, 0 at the end of the file.
  ///
  /// errors  READ-1 "cannot be read: ..."
  Result<int64_t> read(void* to, int64_t most) const;

 private:
  int descriptor_ = -1;
  int64_t size_ = 0;
  bool missing_ = false;
  std::string fault_;
};

/// What the system says of an errno: "Permission denied".
std::string text_of_errno(int number);

}  // namespace backedge::openvino
