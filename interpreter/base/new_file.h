#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "interpreter/base/result.h"

namespace backedge {

/// A file that appears under its name only when it is whole.
///
/// It is written beside that place, as NAME.<process id>.part, and renamed by `commit`; if it is never committed, it is
/// removed. A file that was there before stays as it was until then. What is no regular file, such as /dev/stdout, is
/// written to directly.
class NewFile {
 public:
  /// errors  FILE-1
  static Result<NewFile> create(const std::string& file);

  NewFile(NewFile&& other) = default;
  NewFile& operator=(NewFile&& other) = delete;
  ~NewFile();

  /// errors  FILE-1
  Result<void> write(std::string_view bytes);
  /// Hands what was written to the system.  errors  FILE-1
  Result<void> flush();
  /// Ends the writing, while others of the same output are still written.  errors  FILE-1
  Result<void> close();
  /// Closes the file and gives it its name.  errors  FILE-1
  Result<void> commit();

 private:
  struct State {
    std::string file;
    std::string part;  // empty: written to directly
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream;
  };
  explicit NewFile(State state) : state_(std::make_unique<State>(std::move(state))) {}
  Error failure() const;

  std::unique_ptr<State> state_;  // null: moved from, or committed
};

}  // namespace backedge
