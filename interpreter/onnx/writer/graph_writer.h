#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "interpreter/onnx/schema.h"
#include "interpreter/tensor/signature.h"

/// Writes the graphs of a model in ONNX, node by node.
namespace backedge::onnx::writing {

/// Those that the engines of docs/findings run.
inline constexpr int64_t kOpset = 21, kIrVersion = 10;

/// A value of a graph that is written. A constant has no name until a node uses it.
struct Named {
  std::string name;  // empty, and no constant: an operand that is left out
  Signature signature = {};
  std::optional<Tensor> constant = std::nullopt;

  ElementType type() const { return signature.type; }
  const PartialShape& shape() const { return signature.shape; }
  bool rank_known() const { return signature.shape.rank_known(); }
  int64_t rank() const { return signature.shape.rank(); }
};

/// Whether a value of the type can be in a model of the written version.
bool may_be_written(ElementType type);

/// An attribute of a node. A graph is moved into the node.
struct Attribute {
  const char* name;
  std::variant<int64_t, float, std::string, std::vector<int64_t>, std::vector<std::string>, Tensor,
               schema::GraphProto*>
      value;
};
using AttributeList = std::vector<Attribute>;
/// GCC takes the value for uninitialized where a push_back is inlined.
void append(AttributeList& attributes, Attribute attribute);

/// What all graphs of a model share while they are written.
struct ModelState {
  schema::GraphProto& outermost;
  std::set<std::string> names = {};               // that are taken in any graph
  std::map<std::string, std::string> large = {};  // the names of large constants, by what they are
  std::optional<Error> failure = std::nullopt;    // the first thing that ONNX cannot express

  /// A name that no value has: the stem, or the stem and a number.
  std::string fresh(const std::string& stem);
  void fail(Error error);
};

/// The error of something that ONNX cannot express.
Error cannot_express(const std::string& what);

/// Writes one graph: that of the model, a body or a branch. Values from around it are visible here too. A
/// failure is kept in the state until the node of the model is written, so that formulas need no checks.
class GraphWriter {
 public:
  GraphWriter(ModelState& state, schema::GraphProto& proto) : state_(state), proto_(proto) {}

  /// Adds a node.
  ///
  /// outputs  what is known of them
  /// stem     of the names of the outputs
  std::vector<Named> add_all(const std::string& op, const std::vector<Named>& inputs,
                             const std::vector<Signature>& outputs, const AttributeList& attributes = {},
                             const std::string& stem = "");
  Named add(const std::string& op, const std::vector<Named>& inputs, const Signature& output,
            const AttributeList& attributes = {}, const std::string& stem = "") {
    return add_all(op, inputs, {output}, attributes, stem).front();
  }

  /// A value for an input of the graph, which `declare_input` adds to it.
  Named name_input(const std::string& stem, const Signature& signature);
  void declare_input(const Named& value);
  void declare_output(const Named& value);
  /// Adds outputs of a body or branch. Each is a value of this graph with a name of its own.
  void expose(std::vector<Named> values);
  /// A value of a graph of the model gets the name of an output.
  void add_output(const std::string& name, const Named& value);

  ModelState& state() { return state_; }
  schema::GraphProto& proto() { return proto_; }
  /// The name of a value in this graph; writes a constant.
  std::string name_of(const Named& value);

 private:
  ModelState& state_;
  schema::GraphProto& proto_;
  std::set<std::string> own_;                          // names of values that this graph makes
  std::map<std::string, std::string> constants_ = {};  // the names of small constants, by what they are
};

/// Constants.
Named constant(Tensor value);
Named integer(int64_t value);
Named integers(const std::vector<int64_t>& values);
/// A scalar, rounded to the type.
Named number(ElementType type, double value);

/// A value that is left out.
inline Named left_out() { return {}; }

/// The elements of a constant of integers.
std::vector<int64_t> integers_of(const Tensor& tensor);

/// An i64 vector or scalar of this many elements.
inline Signature list_of(Dimension length) {
  return {ElementType::kI64, PartialShape::of(std::span(&length, 1))};
}
inline Signature scalar_of(ElementType type) { return {type, Shape()}; }

/// Converts integers to i64, which most operands of ONNX are.
Named as_i64(GraphWriter& to, const Named& value);
Named cast(GraphWriter& to, const Named& value, ElementType type);

/// 0 in the shape of `flag`. An error of the run where the flag is true: ONNX rejects a Gather beyond the end.
Named reject_where(GraphWriter& to, const Named& flag);

}  // namespace backedge::onnx::writing
