#pragma once

#include "interpreter/elements/element_iterator.h"
#include "interpreter/ops/attributes.h"
#include "interpreter/tensor/shape.h"

namespace backedge {

/// How operands of different shapes meet: the attribute auto_broadcast.
///
/// none   not at all: the shapes are equal
/// numpy  aligned at the last dimension, dimensions of 1 repeated, on both sides
/// pdpd   the second operand is repeated within the shape of the first, its first dimension aligned at `axis`
/// source "Broadcast Rules For Elementwise Operations"
struct AutoBroadcast {
  enum class Mode { kNone, kNumpy, kPdpd };
  Mode mode = Mode::kNumpy;
  int64_t axis = -1;  // of pdpd; -1: aligned at the last dimension
};

/// Reads auto_broadcast and, for pdpd, the axis: the pages name no attribute for it, OpenVINO writes
/// auto_broadcast.auto_broadcast_axis.
///
/// pdpd    whether the operation's page has it
/// errors  OP-2
Result<AutoBroadcast> read_auto_broadcast(Attributes& attributes, bool pdpd);

/// The shape that both operands are repeated to, as far as theirs are known.
///
/// errors  OP-5 no two shapes that the operands may have fit
Result<PartialShape> broadcast_shapes(const AutoBroadcast& broadcast, const PartialShape& first,
                                      const PartialShape& second);

/// Strides that walk `shape` over the second operand; for the first, those of broadcast_strides serve.
Strides second_strides(const AutoBroadcast& broadcast, const Shape& second, const Shape& shape);

}  // namespace backedge
