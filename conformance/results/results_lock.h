#pragma once

#include <memory>
#include <string>

#include "interpreter/base/result.h"

namespace backedge {

/// Prevents other verifications from writing to a results file. The lock is on a file next to it,
/// FILE.lock, and ends with the program, however that ends. A file that is not regular, such as
/// /dev/stdout, needs no lock and gets none.
class ResultsLock {
 public:
  /// errors  RESULTS-2 another verification holds it; FILE-1
  static Result<std::unique_ptr<ResultsLock>> take(const std::string& file);
  ~ResultsLock();
  ResultsLock(const ResultsLock&) = delete;
  ResultsLock& operator=(const ResultsLock&) = delete;

 private:
  ResultsLock(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::string path_;
  int descriptor_;
};

}  // namespace backedge
