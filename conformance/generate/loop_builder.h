#pragma once

#include <string>
#include <vector>

#include "conformance/generate/cut.h"
#include "conformance/generate/scope.h"

namespace backedge::generate {

/// A Parameter that a back edge will lead to.
struct MergedPlan {
  Value inside, initial;
  int64_t grows_along = -1;  // an axis along which every iteration adds to it; -1: it keeps its shape
};

/// A TensorIterator, Loop or branch of an If under construction. Do not move it: `inside` points at it.
struct LoopBuilder {
  LoopBuilder(Scope& outer, openvino::Layer& loop_layer, std::vector<Value>& wired_values, std::string name);
  LoopBuilder(const LoopBuilder&) = delete;
  LoopBuilder& operator=(const LoopBuilder&) = delete;

  ModelBuilder& builder;
  openvino::Layer& layer;     // shared by the branches of an If; not in the graph yet
  std::vector<Value>& wired;  // outside, by input port of `layer`
  Scope inside;
  openvino::Body body;
  int64_t reserved_port = -1;  // the draft's trip count: no entry may name it
  Size iterations = Size::exactly(1);
  std::vector<MergedPlan> merged;
  int64_t first_size;  // later names are of this body

  bool is_draft() const { return layer.dialect == openvino::Dialect::kLoop5Draft; }
  bool is_loop() const { return layer.type == "Loop"; }
  /// Notes a rule for runs of this loop of `least` to `most` iterations.
  void touch(const std::string& rule, int64_t least, int64_t most = INT64_MAX, bool survey = false);
};

/// The input port that a value outside is wired to; one that is there already now and then.
int64_t wire(LoopBuilder& loop, const Value& outer, bool may_share);

/// An input entry, and the Parameter behind it: the whole value in every iteration.
Value bring_in(LoopBuilder& loop, const Value& outer);
/// Part by part.
Value add_sliced(LoopBuilder& loop, const Value& outer, const Cut& cut);
/// Initial value, whole or part 0 of a cut; `add_back_edges` makes the edge.
Value add_merged(LoopBuilder& loop, const Value& outer, const Cut* cut);

/// Feeds every merged Parameter from a Result. Returns these, as `add_outputs` takes them.
struct ResultPlan {
  int64_t id = 0;
  Value value;
  std::vector<const MergedPlan*> feeds;
};
std::vector<ResultPlan> add_back_edges(LoopBuilder& loop);

/// Binds Results to output ports; the values outside are added to `outer`.
void add_outputs(LoopBuilder& loop, Scope& outer, std::vector<ResultPlan> results);

/// What a value of the body is called outside of it.
Value taken_out(LoopBuilder& loop, Value value);

}  // namespace backedge::generate
