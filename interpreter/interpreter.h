#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "interpreter/base/result.h"
#include "interpreter/exec/run_options.h"
#include "interpreter/tensor/value.h"

/// The only header that a user of the library includes. It loads a model and runs it.
namespace backedge {

struct Graph;
namespace tensorrt {
class INetworkDefinition;
}

/// A Parameter of the model.
struct ModelInput {
  std::string name;  // "Parameter_<id>" if the model gives none
  ElementType type;  // type and shape are those of every tensor in it
  PartialShape shape;
  ValueKind kind = ValueKind::kTensor;

  Signature signature() const { return {type, shape, kind}; }
};

/// A Result of the model.
struct ModelOutput {
  std::string name;
  ElementType type;
  PartialShape shape;  // as far as it is known before a run
  ValueKind kind = ValueKind::kTensor;

  Signature signature() const { return {type, shape, kind}; }
};

struct LoadOptions {
  std::string weights;                   // empty: the .bin file next to the model
  int64_t max_depth = 64;                // of nested loops and Ifs  (LIMIT-2)
  int64_t max_file_bytes = 64 << 20;     // of the .xml or .json; an .onnx may have max_bytes  (READ-1)
  int64_t max_bytes = int64_t{8} << 30;  // of weights or constants  (LIMIT-1)
  double max_seconds = std::numeric_limits<double>::infinity();  // of wall time  (LIMIT-1)
  /// Loads a model without its weights, to look at it. It cannot be run: WEIGHTS-1.
  bool weights_optional = false;
  /// Names of inputs with a default that get another value. They become Parameters, after all others. Other
  /// names are ignored.  (ONNX-GRAPH-18, VAR-4)
  std::vector<std::string> overridden = {};
  /// Whether the value of each variable after the run is an output, after all others.  (VAR-4)
  bool variable_outputs = false;
};

/// A model that was checked to be well-formed. Copies share it. It never changes, so inferences do not depend
/// on each other: a caller that needs the variables of one in the next one passes them on.  [STATE-1]
class LoadedModel {
 public:
  explicit LoadedModel(std::shared_ptr<const Graph> graph) : graph_(std::move(graph)) {}

  std::vector<ModelInput> inputs() const;    // in the order of the model
  std::vector<ModelInput> defaults() const;  // inputs with a value that LoadOptions::overridden can replace
  std::vector<ModelOutput> outputs() const;  // in the order of the model
  const Graph& graph() const { return *graph_; }

 private:
  std::shared_ptr<const Graph> graph_;
};

/// Reads a model and checks that it is well-formed.
///
/// errors  phases read and load: READ, WEIGHTS, GRAPH, OP and every loop rule that needs no values; LIMIT
Result<LoadedModel> load(const std::string& file, const LoadOptions& options = {});

/// The same for a text in memory. `file` is its name in errors; its weights are next to it.
Result<LoadedModel> load_text(std::string text, const std::string& file, const LoadOptions& options = {});

/// Gives a network of TensorRT's API its meaning: docs/tensorrt_network.md. The network is not needed
/// afterwards.
///
/// errors  phase load: TRT, OP, LIMIT and every loop rule that needs no values
Result<LoadedModel> load(const tensorrt::INetworkDefinition& network, const LoadOptions& options = {});

/// Whether a Parameter takes a tensor of this type and shape. A caller can ask before it reads a large tensor.
///
/// errors  phase input: INPUT-3, INPUT-4
Result<void> check_input(const ModelInput& parameter, ElementType type, const Shape& shape);

/// Runs one inference of a model whose inputs and outputs are tensors.
///
/// inputs   a tensor for each Parameter, in the order of the model
/// returns  a tensor for each Result, in the order of the model
/// errors   phases input (INPUT-1..4, INPUT-6) and run; LIMIT-1, LIMIT-5
Result<std::vector<Tensor>> run(const LoadedModel& model, std::span<const Tensor> inputs,
                                const RunOptions& options = {});

/// The same for inputs and outputs of any kind: tensors, sequences and optionals.
///
/// errors  phases input (INPUT-1..4) and run; LIMIT-1, LIMIT-5
Result<std::vector<Value>> run_values(const LoadedModel& model, std::span<const Value> inputs,
                                      const RunOptions& options = {});

}  // namespace backedge
