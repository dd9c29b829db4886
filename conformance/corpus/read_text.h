#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "interpreter/base/result.h"

/// Reads files that others have written.
namespace backedge {

/// The error of a file of the corpus.
Error corpus_error(std::string message);

/// Files of the suite are far smaller.
inline constexpr int64_t kMostBytesOfAFile = int64_t{1} << 30;

/// The text of a regular file of at most `most` bytes.
///
/// errors  CASE-1
Result<std::string> read_text(const std::string& file, int64_t most = kMostBytesOfAFile);
/// Whether the file exists. A name that is too long is never the name of a file.
bool file_exists(const std::string& file);

/// For messages: a string in quotes, cut to its first 200 bytes.
std::string excerpt(std::string_view text);

}  // namespace backedge
