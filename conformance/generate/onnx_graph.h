#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "conformance/generate/random.h"
#include "interpreter/tensor/tensor.h"

/// ONNX models in the text syntax, while they are generated. All elements are whole numbers of at most 2^20,
/// so that every operation is exact in every type. All sizes are known, because the generator chooses the
/// numbers of iterations.
namespace backedge::generate {

/// The most elements of a generated value.
constexpr int64_t kMostOnnxElements = 64;

/// A value in a graph.
struct OnnxValue {
  std::string name;
  ElementType type = ElementType::kF32;  // kF32, kI32 or kI64
  std::vector<int64_t> dims;
  int64_t most = 0;  // the largest magnitude of its elements
};

/// What all graphs of a model share.
struct OnnxModelParts {
  Random random;
  int64_t next_name = 0;
  int64_t nodes_left = 24;
  bool is_survey = false;
  std::set<std::string> operators, rules;
  std::vector<OnnxValue> inputs = {};          // of the model
  std::map<std::string, Tensor> control = {};  // of these, scalars that decide what runs
  std::string functions = {};
};

/// A graph, and what it may use.
struct OnnxGraph {
  OnnxModelParts& model;
  const OnnxGraph* around = nullptr;
  int64_t depth = 0;
  std::vector<OnnxValue> values = {};  // its own
  std::string nodes = {};

  std::string new_name(const std::string& prefix) { return prefix + std::to_string(model.next_name++); }
  /// Every value that a node here may use: its own, and those of the graphs around.
  std::vector<OnnxValue> visible() const;
  /// Some visible value for which the condition holds, mostly of this graph; none if there is none.
  template <class Condition>
  const OnnxValue* choose(const std::vector<OnnxValue>& from, Condition&& holds) const {
    std::vector<const OnnxValue*> fit;
    for (const OnnxValue& value : from)
      if (holds(value)) fit.push_back(&value);
    return fit.empty() ? nullptr : model.random.one_of(fit);
  }
};

/// Adds a line with a node: `y = Add (a, b)`.
void add_node(OnnxGraph& graph, const std::string& outputs, const std::string& op,
              const std::string& attributes, const std::string& inputs);

/// Adds a node that gives one value. Returns the value.
OnnxValue add_value(OnnxGraph& graph, OnnxValue result, const std::string& op, const std::string& attributes,
                    const std::string& inputs);

/// The name of a new constant, of rank 0 or 1.
std::string add_constant(OnnxGraph& graph, ElementType type, const std::vector<int64_t>& values,
                         bool is_scalar);

/// The value, limited to magnitudes of at most `most`.
OnnxValue limited(OnnxGraph& graph, const OnnxValue& value, int64_t most);

/// Adds some node without a graph of its own.
void add_operation(OnnxGraph& graph);

/// Adds a Loop, a Scan, an If, a sequence or a call of a function, with graphs that are filled.
void add_structure(OnnxGraph& graph);

/// Adds a sequence, nodes that change it, some with graphs, and tensors of its elements.
void add_sequence(OnnxGraph& graph);

/// Adds nodes.
void fill_graph(OnnxGraph& graph, int64_t count);

/// `float[2,3] name`; with `named`, its sizes have new names.
std::string declaration(OnnxGraph& graph, const OnnxValue& value, bool named);

/// An INT64 or BOOL input of the model that decides what runs. Its number is known to the generator.
std::string control_input(OnnxGraph& graph, ElementType type, int64_t value);

}  // namespace backedge::generate
