#pragma once

#include <optional>

#include "conformance/corpus/case.h"

namespace backedge::shrink {

/// A case in its folder with the tolerances that its model needs: four times the derived error of each real
/// golden, or a comparison by bits if there is none. Nothing if no error can be derived.  (CASE-4)
std::optional<TestCase> with_derived_tolerances(TestCase test_case);

}  // namespace backedge::shrink
