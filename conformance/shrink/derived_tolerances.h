#pragma once

#include "conformance/corpus/case.h"

namespace backedge::shrink {

/// Gives the real goldens of a case in its folder the tolerances that its model needs: four times the derived
/// error, or a comparison by bits where there is none. Returns false if no error can be derived; the case may
/// then have lost its tolerances.
bool use_derived_tolerances(TestCase& test_case);  // (CASE-4)

}  // namespace backedge::shrink
