#pragma once

#include <string>
#include <vector>

#include "conformance/generate/scope.h"
#include "conformance/generate/sliced_axis.h"

namespace backedge::generate {

/// A Parameter that will get a back edge.
struct MergedPlan {
  LayerOutput inside, initial;
  int64_t grows_along = -1;  // the axis along which it grows in every iteration; -1: it keeps its shape
};

/// A TensorIterator, a Loop or a branch of an If while it is built. Do not move it, because `inside` points
/// to it.
struct LoopBuilder {
  LoopBuilder(Scope& outer, openvino::Layer& loop_layer, std::vector<LayerOutput>& wired_values,
              std::string name);
  LoopBuilder(const LoopBuilder&) = delete;
  LoopBuilder& operator=(const LoopBuilder&) = delete;

  ModelBuilder& builder;
  openvino::Layer& layer;           // shared by the branches of an If; not in the graph yet
  std::vector<LayerOutput>& wired;  // the values outside, by input port of `layer`
  Scope inside;
  openvino::Body body;
  int64_t reserved_port = -1;  // the draft's trip count: no entry may name it
  Size iterations = Size::exactly(1);
  std::vector<MergedPlan> merged;
  int64_t first_size;  // sizes with later names belong to this body

  bool is_draft() const { return layer.dialect == openvino::Dialect::kLoop5Draft; }
  bool is_loop() const { return layer.type == "Loop"; }
  /// Notes that this loop touches a rule if it runs `least` to `most` iterations.
  void touch(const std::string& rule, int64_t least, int64_t most = INT64_MAX, bool survey = false);
};

/// The input port to which a value outside is wired. Sometimes an existing port is used.
int64_t wire(LoopBuilder& loop, const LayerOutput& outer, bool may_share);

/// Adds an input entry and the Parameter that it binds: the whole value in every iteration.
LayerOutput bring_in(LoopBuilder& loop, const LayerOutput& outer);
/// Adds a Parameter for a value that is cut into parts.
LayerOutput add_sliced(LoopBuilder& loop, const LayerOutput& outer, const SlicedAxis& sliced);
/// Adds a Parameter with an initial value: a whole one, or the first part of a sliced one. `add_back_edges`
/// makes the edge.
LayerOutput add_merged(LoopBuilder& loop, const LayerOutput& outer, const SlicedAxis* sliced);

/// Feeds every merged Parameter from a Result. Returns the Results for `add_outputs`.
struct ResultPlan {
  int64_t id = 0;
  LayerOutput value;
  std::vector<const MergedPlan*> feeds;
};
std::vector<ResultPlan> add_back_edges(LoopBuilder& loop);

/// Binds Results to output ports. The values outside are added to `outer`.
void add_outputs(LoopBuilder& loop, Scope& outer, std::vector<ResultPlan> results);

/// The same value of the body as it is known outside.
LayerOutput taken_out(LoopBuilder& loop, LayerOutput value);

}  // namespace backedge::generate
