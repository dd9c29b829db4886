#pragma once

#include <zlib.h>

#include <memory>
#include <string>
#include <string_view>

#include "interpreter/base/result.h"

namespace backedge {

/// A .tar.gz that is written file by file. Its bytes depend only on the names and the contents: there are no
/// times and no owners. It gets its name only when it is complete.
///
/// source  POSIX, "pax - ustar Interchange Format"
class TarArchive {
 public:
  /// errors  FILE-1 also if the file exists
  static Result<TarArchive> create(const std::string& file);

  /// errors  FILE-1 also if the name is too long for the format
  Result<void> add(const std::string& name, std::string_view content);
  /// errors  FILE-1
  Result<void> finish();

 private:
  // An archive that is not finished. It is removed if it stays so.
  struct Part {
    std::string file;
    gzFile stream = nullptr;
    ~Part();
  };
  Result<void> write(std::string_view bytes);

  std::string file_;
  std::unique_ptr<Part> part_;
};

}  // namespace backedge
