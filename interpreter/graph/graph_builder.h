#pragma once

#include <memory>
#include <string>
#include <vector>

#include "interpreter/graph/graph.h"

namespace backedge {

/// Makes a Graph: the only way to do so, for every input language.
///
/// An `add` function returns the slots of the values that it adds, and takes the slots of values that were
/// added before. So a graph has no cycle, and its nodes are evaluated in the order in which they are added.
/// Whether a model is well-formed is the front end's question: a wrong slot or LoopSpec here is a defect of
/// the front end (CHECK).
class GraphBuilder {
 public:
  /// file  its name in errors
  explicit GraphBuilder(std::string file) { graph_->file = std::move(file); }

  size_t add_parameter(std::string name, const Signature& declared, int64_t id = 0);
  size_t add_constant(Tensor value, std::string name = "");
  void add_default(std::string name, const Signature& declared);

  /// node     place, type and inputs; the builder fills in the rest
  /// outputs  how many values it makes
  std::vector<size_t> add_operation(Node node, Operation operation, size_t outputs);
  std::vector<size_t> add_operation(Node node, ValueOperation operation, size_t outputs);
  std::vector<size_t> add_loop(Node node, LoopNode loop);
  /// node  its first input is the condition
  std::vector<size_t> add_if(Node node, IfNode branches);

  void add_result(std::string name, size_t slot, const PartialShape& declared = PartialShape::any(),
                  int64_t id = 0);

  /// Ends the graph of a body: finds the last reads. Types and shapes are inferred with those of the outer
  /// graph.
  std::shared_ptr<const Graph> finish_body();

  /// Ends the outermost graph: finds the last reads, infers types and shapes here and in all bodies.
  ///
  /// errors  what infer_graph can tell before a run
  Result<std::shared_ptr<const Graph>> finish();

 private:
  size_t add_slot(const std::string& name);
  std::vector<size_t> add(Node node, size_t outputs);

  std::shared_ptr<Graph> graph_ = std::make_shared<Graph>();
  std::vector<std::string> names_;  // by slot: of what makes the value
};

}  // namespace backedge
