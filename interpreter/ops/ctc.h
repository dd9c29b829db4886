#pragma once

#include "interpreter/ops/operation.h"

/// Greedy decoding of connectionist temporal classification.
namespace backedge::ops {

/// Decoding of sequences with lengths.
struct CtcDecoder {
  bool merges_repeated = true;  // whether equal classes that follow each other are one
  ElementType class_type = ElementType::kI32, length_type = ElementType::kI32;
  bool operator==(const CtcDecoder&) const = default;
};

/// merges_repeated  whether equal classes that follow each other are one
Operation make_ctc_greedy_decoder(bool merges_repeated = true);
/// Makes two outputs.
Operation make_ctc_greedy_decoder_seq_len(const CtcDecoder& options = {});

}  // namespace backedge::ops
