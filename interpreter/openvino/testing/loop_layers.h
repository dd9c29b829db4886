#pragma once

#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/openvino/build_loop.h"
#include "interpreter/openvino/testing/graph_writer.h"

/// Loops that tests build on their own, without a model around them.
namespace backedge {

// A loop or If with one body. It owns the layers while they are built.
struct Layers {
  std::shared_ptr<WeightBytes> weights = std::make_shared<WeightBytes>();
  BodyWriter body{*weights};
  openvino::LoopPorts ports;
  std::string type = "Loop";
  openvino::Dialect dialect = openvino::Dialect::kLoop5;
  int64_t depth = 0;

  Result<LoopNode> build(openvino::Body made) {
    const openvino::Layer layer{.id = 1, .type = type, .dialect = dialect, .bodies = {std::move(made)}};
    const std::string file = "model.xml";
    auto bytes = std::make_shared<std::vector<int64_t>>(weights->size() / 8 + 1);
    auto* const first = reinterpret_cast<std::byte*>(bytes->data());
    std::copy(weights->begin(), weights->end(), first);
    const openvino::Weights held{.file = "model.bin",
                                 .bytes = std::shared_ptr<std::byte>(std::move(bytes), first),
                                 .size = std::ssize(*weights)};
    const openvino::BuildLimits limits{.max_depth = 4};
    Deadline endless;
    openvino::BuildState state{.limits = limits, .deadline = endless};
    return openvino::build_loop(layer, ports,
                                {.file = file, .weights = held, .state = state, .depth = depth});
  }
  Result<LoopNode> build() { return build(body.body("body")); }
  std::string rule() { return rule(body.body("body")); }
  std::string rule(openvino::Body made) {
    const Result<LoopNode> built = build(std::move(made));
    return built.ok() ? "" : built.error().rule();
  }
};

// A Loop that returns x. Its condition is a constant.
inline Layers pass_through() {
  Layers loop;
  loop.ports.inputs = {{0, 0}, {1, 1}, {2, 2}};
  loop.ports.outputs = {{0, 0}};
  loop.body.last(loop.body.input(2, "f32", "2"));
  loop.body.condition(loop.body.constant<bool>("", {true}));
  return loop;
}

}  // namespace backedge
