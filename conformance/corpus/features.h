#pragma once

#include <span>
#include <string>
#include <string_view>

#include "conformance/corpus/corpus.h"
#include "interpreter/base/result.h"

namespace backedge {

/// What a case may need of a backend, and a backend may say it has: the lines of testdata/features.txt.
std::span<const std::string_view> known_features();

/// Why a word is no feature of a list, with the nearest name; "" where it is one.
std::string unknown_feature(const std::string& feature,
                            std::span<const std::string_view> known = known_features());

/// Checks what a backend says it has. A misspelt feature would skip every case that needs it, without a word.
///
/// corpus  whose cases may need features of their own
/// errors  BACKEND-1 a feature that no case needs and that is not a known one
Result<void> check_features(std::span<const std::string> features, const Corpus& corpus);

}  // namespace backedge
