#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace backedge {

/// Whether a pattern matches the whole name. `*` matches any characters, `?` any single one, and `.` also
/// matches `/`.
bool matches(std::string_view pattern, std::string_view name);

/// Whether a pattern selects a run. The pattern may match its name, be `all`, or name without `*` a case or
/// folder that contains the run.
///
/// pattern  no slash at its end
bool selects(std::string_view pattern, std::string_view name);

/// A choice of runs. Its text has patterns between colons, and after a `-` the patterns of runs to leave out.
///
/// The exclusions begin at the first `-` that is in one of these places:
///   - at the beginning of the filter or of a pattern: `-nested/*`, `my-area:-my-area/slow`;
///   - after a `*` or the pattern `all`: `*-nested/*`, `all-nested`;
///   - after a name that is repeated after it: `loop-loop/swap`.
/// Every other `-` is a character of a name: `my-area`, `all:-my-area`.
class Filter {
 public:
  explicit Filter(std::string_view text);

  bool selects(std::string_view name) const;
  /// Each selected name begins with this. It is empty if nothing is known.
  std::string_view begin() const;
  /// The patterns, including those of the exclusions.
  std::vector<std::string_view> patterns() const;
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::vector<std::string> wanted_, unwanted_;
  bool all_ = false;  // no pattern chooses, so everything that is not left out is selected
};

}  // namespace backedge
