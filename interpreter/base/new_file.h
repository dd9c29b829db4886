#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "interpreter/base/result.h"

namespace backedge {

/// A file that gets its name only when it is complete.
///
/// It is written next to that place, as NAME.<process id>.part, and `commit` renames it. Without a commit
/// it is removed. Until then an older file of that name stays unchanged. Anything that is not a regular
/// file, such as /dev/stdout, is written to directly.
class NewFile {
 public:
  /// errors  FILE-1
  static Result<NewFile> create(const std::string& file);

  NewFile(NewFile&& other) = default;
  NewFile& operator=(NewFile&& other) = delete;
  ~NewFile();

  /// errors  FILE-1
  Result<void> write(std::string_view bytes);
  /// Passes the written bytes to the system.  errors  FILE-1
  Result<void> flush();
  /// Ends the writing of this file, while other files of the same output are still written.  errors  FILE-1
  Result<void> close();
  /// Closes the file and gives it its name.  errors  FILE-1
  Result<void> commit();

 private:
  struct State {
    std::string file;
    std::string part;  // empty: the file is written to directly
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream;
  };
  explicit NewFile(State state) : state_(std::make_unique<State>(std::move(state))) {}
  Error failure() const;

  std::unique_ptr<State> state_;  // null after a move or a commit
};

}  // namespace backedge
