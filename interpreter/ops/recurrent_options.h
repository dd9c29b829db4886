#pragma once

#include <cstdint>

/// More of options.h: recurrent networks.
namespace backedge::ops {

enum class Activation { kRelu, kSigmoid, kTanh };

struct LstmCell {
  int64_t hidden = 0;
  Activation f = Activation::kSigmoid, g = Activation::kTanh, h = Activation::kTanh;
  double clip = 0;  // gates are limited to [-clip, clip] before their activation; 0: no limit
  bool operator==(const LstmCell&) const = default;
};

struct GruCell {
  int64_t hidden = 0;
  Activation f = Activation::kSigmoid, g = Activation::kTanh;
  double clip = 0;
  bool linear_before_reset = false;
  bool operator==(const GruCell&) const = default;
};

struct RnnCell {
  int64_t hidden = 0;
  Activation f = Activation::kTanh;
  double clip = 0;
  bool operator==(const RnnCell&) const = default;
};

/// The order in which a sequence takes its steps; both: each in its half of the states, forward first.
enum class Direction { kForward, kReverse, kBidirectional };

/// A cell that is applied to each step of a sequence.
template <class Cell>
struct SequenceOf {
  Cell cell;
  Direction direction = Direction::kForward;

  int64_t directions() const { return direction == Direction::kBidirectional ? 2 : 1; }
  /// Whether the given one of the directions takes the last step first.
  bool reverses(int64_t which) const { return direction == Direction::kReverse || which == 1; }
  bool operator==(const SequenceOf&) const = default;
};
using LstmSequence = SequenceOf<LstmCell>;
using GruSequence = SequenceOf<GruCell>;
using RnnSequence = SequenceOf<RnnCell>;

}  // namespace backedge::ops
