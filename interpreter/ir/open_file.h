#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace backedge::ir {

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
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_ = -1;
  int64_t size_ = 0;
  bool missing_ = false;
  std::string fault_;
};

/// What the system says of an errno: "Permission denied".
std::string text_of_errno(int number);

}  // namespace backedge::ir
