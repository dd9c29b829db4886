#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "interpreter/loop/loop_spec.h"
#include "interpreter/openvino/model.h"
#include "interpreter/ops/operation.h"

/// What a model means: well-formed, typed, in an order that can be run. Values stand in numbered slots, one a port.
namespace backedge {

struct Graph;

struct GraphParameter {
  std::string name;  // the layer's, or `Parameter_3`
  int64_t layer_id = 0;
  Signature declared;
  size_t slot = 0;
};

struct GraphResult {
  std::string name;
  int64_t layer_id = 0;
  PartialShape declared;  // what is written on its port, or on the port it is wired to  (BODY-5)
  size_t slot = 0;
};

struct Constant {
  size_t slot = 0;
  Tensor value;  // of a model loaded without its weights: type and shape, no memory
};

struct LoopNode {
  openvino::Dialect dialect = openvino::Dialect::kNone;
  LoopSpec spec;
  std::shared_ptr<const Graph> body;
};

/// Two bodies, one of which is run once. Each is a loop of one iteration: invariant inputs, last values.
struct IfNode {
  LoopNode then_branch, else_branch;
};

struct Node {
  std::string title;  // `layer 3 "Loop_1" (Loop-5)`
  std::string type;
  std::string name;
  int64_t line = 0;
  Attributes attributes;                 // as they are written, for those who analyse what `work` does
  std::vector<size_t> inputs, outputs;   // slots, in the order of ports
  std::vector<std::string> input_names;  // of loops: what is wired to each port, for people
  std::vector<size_t> last_reads;        // slots that nobody reads after this node: their memory can go
  std::variant<Operation, LoopNode, IfNode> work;
};

struct Graph {
  std::string file;
  std::vector<GraphParameter> parameters;  // in layer order
  std::vector<GraphResult> results;        // in layer order
  std::vector<Constant> constants;
  std::vector<Node> nodes;  // each after those it reads from
  size_t slot_count = 0;
  // Of the outermost graph alone:
  std::vector<Signature> result_signatures;  // as far as known before a run
  bool lacks_weights = false;                // a Const here or in a body has no value
};

/// Adds to an error what a node knows of its place.
Error placed(Error error, const Graph& graph, const Node& node);

}  // namespace backedge
