#pragma once

#include <string>
#include <string_view>

#include "interpreter/base/result.h"

/// Text that others have written.
namespace backedge {

/// The error of a file of the corpus.
Error corpus_error(std::string message);

/// The text of a regular file.
///
/// errors  CASE-1
Result<std::string> read_text(const std::string& file);
/// Whether there is such a file. None has a name that is too long.
bool file_exists(const std::string& file);

/// For people: a string in quotes, its first 200 bytes alone.
std::string excerpt(std::string_view text);

}  // namespace backedge
