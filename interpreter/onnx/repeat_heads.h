#pragma once

#include "interpreter/onnx/formula.h"

namespace backedge::onnx {

// lower_attention.cc
/// Repeats each head of [B, heads, S, E] so that there are as many as `q` has.
Term repeat_heads(Term x, Term q);

}  // namespace backedge::onnx
