#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "conformance/corpus/read_case.h"
#include "conformance/protocol/scratch_folder.h"
#include "conformance/shrink/graphs.h"
#include "conformance/shrink/write_model_files.h"
#include "conformance/verify/interpreter_backend.h"
#include "interpreter/openvino/read_model.h"
#include "interpreter/openvino/write_graph.h"
#include "interpreter/openvino/write_model.h"

/// Backends that run every model, but each has one fault.
namespace backedge::shrink {

/// Changes a model to what a faulty implementation takes it for.
using Misreading = std::function<void(openvino::Model&)>;

/// The interpreter, applied to models that it misreads.
class MisreadingBackend : public InterpreterBackend {
 public:
  explicit MisreadingBackend(Misreading misread) : misread_(std::move(misread)) {}

  BackendAnswer load(const ModelFiles& model) override {
    Result<openvino::Model> read = read_layers(model);
    if (!read.ok()) return rejected(read.error());
    misread_(read.value());
    folder_ = ScratchFolder::make().value();
    const std::string text = openvino::write_model(read.value());
    return InterpreterBackend::load(
        write_model_files(folder_->path(), text, read.value().weights.view()).value());
  }

 private:
  static Result<openvino::Model> read_layers(const ModelFiles& model) {
    if (model.format.name != kOnnx.name)
      return openvino::read_model_text(model.text, model.path, model.weights);
    return openvino::write_graph(TRY(load_text(model.text, model.path)).graph());
  }

  Misreading misread_;
  std::unique_ptr<ScratchFolder> folder_;
};

template <class Use>
void for_each_body(openvino::Model& model, Use use) {
  for (const GraphPlace& place : list_graphs(model)) {
    if (place.body != nullptr) use(*place.body);
  }
}

/// Takes back edges one after the other. A Result that passes on an earlier Parameter gets its new value.
inline void take_back_edges_in_turn(openvino::Model& model) {
  for_each_body(model, [](openvino::Body& body) {
    for (size_t k = 0; k < body.back_edges.size(); ++k) {
      for (size_t later = k + 1; later < body.back_edges.size(); ++later) {
        const std::optional<Output> passed = source_of(body.graph, body.back_edges[later].from_layer, 0);
        const std::optional<Output> now = source_of(body.graph, body.back_edges[k].from_layer, 0);
        if (!passed || !now || passed->layer != body.back_edges[k].to_layer) continue;
        read_from(body.graph, body.back_edges[later].from_layer, 0, *now);
      }
    }
  });
}

/// Slices and scan outputs always run forward.
inline void run_forward(openvino::Model& model) {
  for_each_body(model, [](openvino::Body& body) {
    for (auto* entries : {&body.port_map.inputs, &body.port_map.outputs}) {
      for (openvino::PortMapEntry& entry : *entries) {
        if (entry.stride.value_or(1) > 0) continue;
        entry.stride = -*entry.stride;
        std::swap(entry.start, entry.end);
      }
    }
  });
}

/// Ignores the condition of a body.
inline void ignore_conditions(openvino::Model& model) {
  for (size_t g = 1; g < list_graphs(model).size(); ++g) {
    const GraphPlace place = list_graphs(model)[g];
    for (const openvino::PortMapEntry& entry : place.body->port_map.outputs) {
      const std::optional<Output> source = source_of(*place.graph, entry.internal_layer_id, 0);
      if (entry.purpose != "execution_condition" || !source) continue;
      const openvino::Port* port = find_port(*place.graph, *source);
      Tensor yes = Tensor::of<bool>(port->dims.empty() ? Shape{} : Shape{1}, {true});
      read_from(*place.graph, entry.internal_layer_id, 0, add_constant(model, *place.graph, yes));
      break;
    }
  }
}

/// Takes one operation for another.
inline Misreading take_for(const std::string& type, const std::string& other) {
  return [type, other](openvino::Model& model) {
    for (const GraphPlace& place : list_graphs(model)) {
      for (openvino::Layer& layer : place.graph->layers) {
        if (layer.type == type) layer.type = other;
      }
    }
  };
}

/// Rejects loops inside loops, with a message that names the layer.
class ShallowBackend : public InterpreterBackend {
 public:
  BackendAnswer load(const ModelFiles& model) override {
    Result<openvino::Model> read = openvino::read_model_text(model.text, model.path, model.weights);
    if (!read.ok()) return rejected(read.error());
    for (const GraphPlace& place : list_graphs(read.value())) {
      for (const openvino::Layer& layer : place.graph->layers) {
        if (place.body != nullptr && !layer.bodies.empty())
          return Rejected{Phase::kLoad, "",
                          "cannot compile \"" + layer.name + "\":\nnested bodies are not there yet"};
      }
    }
    return InterpreterBackend::load(model);
  }
};

/// Returns the outputs of the previous inference, of this model or another one, for empty outputs.
class ForgetfulBackend : public InterpreterBackend {
 public:
  BackendAnswer infer(const std::vector<NamedTensor>& inputs) override {
    BackendAnswer answer = InterpreterBackend::infer(inputs);
    auto* outputs = std::get_if<Outputs>(&answer);
    if (outputs == nullptr) return answer;
    for (size_t k = 0; k < outputs->tensors.size(); ++k) {
      Tensor& tensor = outputs->tensors[k];
      if (tensor.count() == 0 && k < before_.size() && before_[k].type() == tensor.type())
        tensor = before_[k];
    }
    before_ = outputs->tensors;
    return answer;
  }
  BackendAnswer unload() override {
    before_.clear();
    return InterpreterBackend::unload();
  }

 private:
  std::vector<Tensor> before_;
};

/// Adds where it should multiply. From its fourth model on it only returns zeros, until it is stopped.
class WornBackend : public MisreadingBackend {
 public:
  WornBackend() : MisreadingBackend(take_for("Multiply", "Add")) {}
  BackendAnswer load(const ModelFiles& model) override {
    ++loads_;
    return MisreadingBackend::load(model);
  }
  BackendAnswer infer(const std::vector<NamedTensor>& inputs) override {
    BackendAnswer answer = MisreadingBackend::infer(inputs);
    auto* outputs = std::get_if<Outputs>(&answer);
    for (size_t k = 0; loads_ > 3 && outputs != nullptr && k < outputs->tensors.size(); ++k) {
      Tensor& tensor = outputs->tensors[k];
      tensor = Tensor::zeros(tensor.type(), tensor.shape());
    }
    return answer;
  }
  int64_t loads() const override { return loads_; }
  void stop() override { loads_ = 0; }

 private:
  int64_t loads_ = 0;
};

/// Adds where it should multiply. After some models it cannot be asked, because a disk is full.
class FullDiskBackend : public MisreadingBackend {
 public:
  explicit FullDiskBackend(int64_t models)
      : MisreadingBackend(take_for("Multiply", "Add")), models_(models) {}
  BackendAnswer load(const ModelFiles& model) override {
    if (models_-- > 0) return MisreadingBackend::load(model);
    return Broken{Broken::Kind::kStopped, "", Error("FILE-1", "no space left")};
  }

 private:
  int64_t models_;
};

/// Accepts every model and answers every inference.
class GullibleBackend : public InterpreterBackend {
 public:
  BackendAnswer load(const ModelFiles& model) override {
    InterpreterBackend::load(model);
    return Done();
  }
  BackendAnswer infer(const std::vector<NamedTensor>& inputs) override {
    BackendAnswer answer = InterpreterBackend::infer(inputs);
    if (std::holds_alternative<Outputs>(answer)) return answer;
    return Outputs{{Tensor::scalar<float>(0)}};
  }
};

/// Fails if an input has many elements.
class NarrowBackend : public InterpreterBackend {
 public:
  explicit NarrowBackend(int64_t most) : most_(most) {}
  BackendAnswer infer(const std::vector<NamedTensor>& inputs) override {
    for (const NamedTensor& input : inputs) {
      if (input.tensor.count() > most_) return Failed{"no room for " + std::to_string(input.tensor.count())};
    }
    return InterpreterBackend::infer(inputs);
  }

 private:
  int64_t most_;
};

/// Fails to load every model.
class FailingBackend : public Backend {
 public:
  BackendAnswer load(const ModelFiles&) override { return Failed{"out of order"}; }
  BackendAnswer infer(const std::vector<NamedTensor>&) override { return Failed{"out of order"}; }
  BackendAnswer unload() override { return Done(); }
};

/// Fails to load every model with a word, unless onnx::write_graph wrote it.
class NewProducerBackend : public InterpreterBackend {
 public:
  explicit NewProducerBackend(std::string word = "") : word_(std::move(word)) {}
  BackendAnswer load(const ModelFiles& model) override {
    const bool is_known = model.text.find("backedge") != model.text.npos;
    if (!is_known && model.text.find(word_) != model.text.npos) return Failed{"an unknown producer"};
    return InterpreterBackend::load(model);
  }

 private:
  std::string word_;
};

/// Fails to load every model that is written as text.
class TextlessBackend : public InterpreterBackend {
 public:
  BackendAnswer load(const ModelFiles& model) override {
    if (model.format.is_text) return Failed{"a text"};
    return InterpreterBackend::load(model);
  }
};

/// Fails to load every model in ONNX that has a Loop.
class LooplessBackend : public InterpreterBackend {
 public:
  BackendAnswer load(const ModelFiles& model) override {
    if (model.text.find("Loop") != model.text.npos) return Failed{"no loops"};
    return InterpreterBackend::load(model);
  }
};

/// Accepts every model and returns its inputs.
class EchoBackend : public Backend {
 public:
  BackendAnswer load(const ModelFiles&) override { return Done(); }
  BackendAnswer infer(const std::vector<NamedTensor>& inputs) override {
    Outputs outputs;
    for (const NamedTensor& input : inputs) outputs.tensors.push_back(input.tensor);
    return outputs;
  }
  BackendAnswer unload() override { return Done(); }
};

/// A case of the corpus.
inline TestCase corpus_case(const std::string& path) {
  Result<TestCase> read = read_case("testdata/" + path, path);
  EXPECT_TRUE(read.ok()) << path;
  return std::move(read).value();
}

inline const CaseRun& run_named(const TestCase& test_case, const std::string& name) {
  for (const CaseRun& run : test_case.runs) {
    if (run.name == name) return run;
  }
  ADD_FAILURE() << "no run " << name;
  return test_case.runs[0];
}

}  // namespace backedge::shrink
