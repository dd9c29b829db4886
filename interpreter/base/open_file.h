#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "interpreter/base/result.h"

namespace backedge {

/// A regular file that is open for reading, or the reason why it is not.
class OpenFile {
 public:
  /// Never waits, whatever kind of file it is.
  explicit OpenFile(const std::string& file);
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  bool missing() const { return missing_; }
  /// "is a directory"; empty if the file can be read.
  const std::string& fault() const { return fault_; }
  int64_t size() const { return size_; }
  /// Reads the next bytes. Returns as many as the system gives in one call, 0 at the end of the file.
  ///
  /// errors  READ-1 "cannot be read: ..."
  Result<int64_t> read(void* to, int64_t most) const;
  /// Reads `most` bytes from a position on, or fewer if the file ends.
  ///
  /// errors  READ-1 "cannot be read: ..."
  Result<std::string> read_at(int64_t offset, int64_t most) const;

 private:
  int descriptor_ = -1;
  int64_t size_ = 0;
  bool missing_ = false;
  std::string fault_;
};

/// Reads a model file of any format whole.
///
/// what    what the file is, in errors
/// errors  phase read: READ-1
Result<std::string> read_model_file(const std::string& file, int64_t max_bytes,
                                    std::string_view what = "the model");

/// The system's text for an errno: "Permission denied".
std::string text_of_errno(int number);

}  // namespace backedge
