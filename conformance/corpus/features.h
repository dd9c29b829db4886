#pragma once

#include <span>
#include <string>
#include <string_view>

#include "conformance/corpus/corpus.h"
#include "interpreter/base/result.h"

namespace backedge {

/// The features that a case may need and a backend may have: the lines of testdata/features.txt.
std::span<const std::string_view> known_features();

/// Why a word is not a feature of a list, with the nearest name; "" if it is one.
std::string unknown_feature(const std::string& feature,
                            std::span<const std::string_view> known = known_features());

/// Whether a second inference may rightly give other outputs than the first one, because the model of the case
/// draws random numbers or reads variables, which an implementation may keep.  (OP-57, VAR-3)
bool may_change_later(const TestCase& test_case);

/// Checks the features that a backend reports. A misspelt feature would silently skip every case that needs
/// it.
///
/// corpus  its cases may need features of their own
/// errors  BACKEND-1 a feature that no case needs and that is not a known one
Result<void> check_features(std::span<const std::string> features, const Corpus& corpus);

}  // namespace backedge
