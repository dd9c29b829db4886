#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "interpreter/loop/loop_spec.h"
#include "interpreter/ops/value_operation.h"

/// What a model means, in whatever language it is written: well-formed, typed, in an order that can be run.
/// Values are in numbered slots. GraphBuilder makes graphs.
namespace backedge {

struct Graph;

/// Where a node is written and what it is called. Only messages use it.
struct Place {
  std::string file;
  int64_t line = 0;   // 0: the language has no lines
  std::string title;  // `layer 3 "Loop_1" (Loop-5)`; the path of the node, if the language has paths
  std::string name;   // "Loop_1"
};

struct GraphParameter {
  std::string name;
  int64_t id = 0;  // its number in the model, for traces
  Signature declared;
  size_t slot = 0;
};

/// An input that has a value of its own, a constant here, which a caller can replace.  (ONNX-GRAPH-18)
struct GraphDefault {
  std::string name;
  Signature declared;
};

struct GraphResult {
  std::string name;
  int64_t id = 0;         // its number in the model, for traces
  PartialShape declared;  // the shape that the model gives, if any  (BODY-5)
  size_t slot = 0;
  bool is_last_read = false;  // nothing reads the slot after this Result: the value can be moved
};

struct Constant {
  size_t slot = 0;
  Tensor value;  // of a model that is loaded without its weights: type and shape, no memory
};

struct LoopNode {
  std::string dialect;  // how the loop is written, for people: "loop-5"
  LoopSpec spec;
  std::shared_ptr<const Graph> body;
  std::shared_ptr<const Graph> gate = nullptr;  // of a LoopSpec with a gate
};

/// Two bodies, one of which is run once. Each is a loop of one iteration: invariant inputs, last values.
struct IfNode {
  LoopNode then_branch, else_branch;
};

struct Node {
  Place place;
  std::string type;                      // "Add", as the language calls it
  std::vector<size_t> inputs, outputs;   // slots
  std::vector<std::string> input_names;  // what makes each input, for people
  std::vector<size_t> last_reads;        // slots that no later node reads: their memory can be freed
  std::variant<LoopNode, IfNode, Operation, ValueOperation> work;
};

struct Graph {
  std::string file;
  std::vector<GraphParameter> parameters;
  std::vector<GraphDefault> defaults;  // of the outermost graph
  std::vector<GraphResult> results;
  std::vector<Constant> constants;
  std::vector<Node> nodes;  // each after those it reads from
  size_t slot_count = 0;
  bool lacks_weights = false;                // a constant here or in a body has no value
  std::vector<Signature> result_signatures;  // of the outermost graph: as far as known before a run
};

/// Adds the place of a node to an error.
Error at_place(Error error, const Place& place);

}  // namespace backedge
