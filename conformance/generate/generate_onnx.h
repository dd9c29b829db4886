#pragma once

#include "conformance/generate/generate_case.h"

namespace backedge::generate {

/// The ONNX case of a seed, in the text syntax: loops, branches, sequences and functions in each other, with
/// values captured from around and operands that are left out. All models are valid, and all values are whole
/// numbers.
GeneratedCase generate_onnx_case(uint64_t seed);

}  // namespace backedge::generate
